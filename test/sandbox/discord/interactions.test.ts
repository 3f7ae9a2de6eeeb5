import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import type { InteractionHandle } from '../../../sandbox/discord/people/interactionHandle.ts';
import { many, modern, row, select, text } from './forbidden/payloads.ts';
import { sendForm } from './rest.ts';
import { useRawBot } from './useDiscord.ts';

const clock = new ManualClock();
const bot = useRawBot('each', clock);

const reply = (handle: InteractionHandle, data: object, type = 4) => bot.callback(bot.of(handle), { type, data });

describe('a command', () => {
  test.each([
    ['one that is not registered', 'nothing', {}],
    ['one that needs a subcommand', 'nested', {}],
    ['a missing required option', 'nested here', {}],
    ['an option that does not exist', 'ask', { who: 'x' }],
    ['a number over the maximum', 'ask', { times: 4 }],
    ['a fraction for a whole number', 'ask', { times: 1.5 }],
    ['a text for a number', 'ask', { times: '2' }],
    ['a channel that is not there', 'ask', { where: '12345' }],
  ])('is refused before the bot hears of it: %s', (_what, name, options) => {
    const { checked } = bot.discord.schemaChecker;
    const before = checked.dispatches;
    expect(() => bot.player.run(name, options as Record<string, string>)).toThrow();
    expect(() => bot.player.autocomplete('ask', {}, 'times')).toThrow('no autocomplete');
    expect(checked.dispatches).toBe(before);
  });

  test('is answered after a deferral by the edit, in Components V2', async () => {
    const asked = bot.player.run('ask');
    await bot.callback(bot.of(asked), { type: 5 });
    expect(bot.player.messages().at(-1)?.flags).toBe(1 << 7);
    await bot.webhook('PATCH', bot.of(asked), '@original', modern(text('found')));
    const message = await asked.response();
    expect(message).toMatchObject({ flags: 1 << 15, edited_timestamp: null, type: 20 });
    expect(message.components).toEqual([{ type: 10, content: 'found', id: 1 }]);
    expect(message.interaction_metadata?.user.username).toBe('kestrel');
  });
});

test('a select takes a choice among its options', async () => {
  const asked = bot.player.run('ask');
  await reply(asked, { components: [row(select('numbers'))] });
  const message = await asked.response();
  const chosen = bot.player.select(message, 'numbers', ['1']);
  expect(chosen.record.data).toMatchObject({ component_type: 3, custom_id: 'numbers', values: ['1'] });
  expect(() => bot.player.select(message, 'numbers', ['c'])).toThrow("isn't one of the choices");
  expect(() => bot.player.select(message, 'numbers', ['0', '1'])).toThrow('Choose 1');
});

test('a modal opens, is filled and answered', async () => {
  const label = (component: object) => ({ type: 18, label: 'L', component });
  const code = label({ type: 4, custom_id: 'code', style: 1, min_length: 6, max_length: 6 });
  const files = label({ type: 19, custom_id: 'files', required: false });
  const components = [text('Read this'), code, label(select('choice', { required: false })), files];
  const asked = bot.player.run('ask');
  await reply(asked, { custom_id: 'form', title: 'A form', components }, 9);
  const open = await asked.modal();
  expect(open.data).toMatchObject({ custom_id: 'form', title: 'A form' });
  const { id: file } = bot.player.upload({ filename: 'a b.txt', contentType: 'text/plain', data: Buffer.from('abc') });
  for (const [fields, refusal] of [
    [{}, 'is required'],
    [{ code: '12345' }, 'at least 6'],
    [{ code: '123456', other: 'x' }, 'no field'],
    [{ code: '123456', files: ['1'] }, "isn't one of"],
  ] as const)
    expect(() => bot.player.submit(open, fields as Record<string, string>)).toThrow(refusal);
  const submitted = bot.player.submit(open, { code: '123456', choice: ['1'], files: [file] });
  expect(submitted.record.data).toMatchObject({
    components: [
      { type: 10 },
      ...[{ value: '123456' }, { values: ['1'] }, { values: [file] }].map((component) => ({ component })),
    ],
    resolved: { attachments: { [file]: { filename: 'a_b.txt', size: 3 } } },
  });
  await reply(submitted, { content: 'x' });
  const { interaction_metadata } = await submitted.response();
  expect(interaction_metadata).toMatchObject({ type: 5, triggering_interaction_metadata: { type: 2 } });
  expect(() => bot.player.submit(open, { code: '123456' })).toThrow('not open');
});

describe('a message', () => {
  test('takes files, which the CDN serves', async () => {
    const { id, record } = bot.player.run('ask');
    const data = {
      ...modern({ type: 12, items: [{ media: { url: 'attachment://map.txt' } }] }),
      attachments: [{ id: '0', filename: 'map.txt', description: 'A map' }],
    };
    await sendForm(bot.discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type: 4, data }, ['map.txt']);
    const [message] = bot.player.messages();
    const file = message?.attachments[0];
    expect(file).toMatchObject({ filename: 'map.txt', size: 1, description: 'A map' });
    expect(message?.components).toMatchObject([{ items: [{ media: { url: file?.url } }] }]);
    expect(await (await fetch(file?.url ?? '')).text()).toBe('x');
    expect(bot.discord.requests.at(-1)?.files).toMatchObject([{ filename: 'map.txt', size: 1 }]);
  });

  test('mentions people in Components V2 too, unless allowed_mentions forbids it', async () => {
    const { officer } = bot.discord.people;
    const [loud, quiet] = many(2, () => bot.player.run('ask')) as [InteractionHandle, InteractionHandle];
    const data = modern(text(`<@${officer.id}> @everyone`));
    await reply(loud, data);
    await reply(quiet, { ...data, allowed_mentions: { parse: [] } });
    expect(await loud.response()).toMatchObject({ mentions: [{ username: 'tamsin' }], mention_everyone: true });
    expect(await quiet.response()).toMatchObject({ mentions: [], mention_everyone: false });
  });
});
