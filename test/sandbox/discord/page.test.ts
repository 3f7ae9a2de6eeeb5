import { once } from 'node:events';
import { request } from 'node:http';
import { Client, Events, type Interaction, MessageFlags } from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import type { Discord } from '../../../sandbox/discord/discord.ts';
import { closePages, openPage, type Page } from './pageSocket.ts';
import { useDiscord } from './useDiscord.ts';

const clock = new ManualClock();
const what = { type: 3, name: 'what', description: 'What', autocomplete: true };
const command = { name: 'ask', description: 'Asks', options: [what] };
const discord = useDiscord('each', [command], { clock, page: () => new Response('the page') });
let client: Client;
let answer: (interaction: Interaction & { commandName: string }) => Promise<unknown>;

const row = { type: 1 as const, components: [{ type: 2 as const, style: 1, customId: 'go', label: 'Go' }] };
const secret = { content: 'secret', flags: MessageFlags.Ephemeral as const, components: [row] };

beforeEach(async () => {
  client = new Client({ intents: [], rest: { api: discord.apiUrl, cdn: discord.cdnUrl, retries: 0 } });
  client.on(Events.Error, () => {});
  client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand()) await answer(interaction);
    if (interaction.isAutocomplete())
      await interaction.respond([{ name: 'one', value: '1', nameLocalizations: { de: 'eins' } }]);
    if (interaction.isButton()) await interaction.reply({ content: 'pressed', flags: MessageFlags.Ephemeral });
  });
  await Promise.all([once(client, Events.ClientReady), client.login(discord.botToken)]);
});
afterEach(async () => {
  closePages();
  await client.destroy();
});

function reply(message: string | typeof secret): void {
  answer = async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply(message);
  };
}

async function pageOf(name: keyof Discord['people']): Promise<Page & { general: string }> {
  const page = await openPage(discord);
  const { channels } = await page.ask('become', { personId: discord.people[name].id });
  return { ...page, general: channels.find((channel) => channel.name === 'general')?.id ?? '' };
}

async function ask(page: Page & { general: string }, options: Record<string, string> = {}) {
  const commands = await page.ask('commands', { channelId: page.general });
  const commandId = commands.find(({ name }) => name === 'ask')?.id ?? '';
  const input = { channelId: page.general, commandId, subcommand: [], options };
  return { input, started: await page.ask('run', input) };
}

const interactionsOf = ({ events }: Page) => events.filter((one) => one.type === 'interaction');
const typesOf = ({ events }: Page) => events.map(({ type }) => type);
const problem = (code: string, more = {}) => ({ problem: { code, ...more } });

describe('a page', () => {
  test('may do nothing before someone was chosen, and then gets all there is to draw', async () => {
    const page = await openPage(discord);
    const { people } = await page.event('people');
    const roles = ['a player', 'a faction officer', 'a visitor without a game account'];
    expect(people.map(({ role }) => role)).toEqual(roles);
    await expect(page.ask('history', { channelId: '1' })).rejects.toMatchObject(problem('not_chosen'));
    const welcome = await page.ask('become', { personId: people[0]?.id ?? '' });
    expect(welcome).toMatchObject({ person: { username: 'kestrel' }, bot: { bot: true }, dmsOpen: true });
    expect(welcome.channels.map(({ name }) => name)).toEqual(['general', 'trade', 'The crew']);
    expect(await (await fetch(welcome.person.avatarUrl ?? '')).text()).toContain('<svg');
    expect(await page.event('botPresence')).toMatchObject({ online: true });
  });

  test('hears of every request to the game, and of nothing before someone was chosen', async () => {
    const [one, other, early] = [await pageOf('player'), await pageOf('officer'), await openPage(discord)];
    const request = { at: '2026-03-01T00:00:00.000Z', method: 'GET', path: 'character/', status: 200, durationMs: 4 };
    const event = { ...request, onBehalfOf: 'Vael Ondar', quota: { limit: 600, remaining: 599 } };
    discord.announceGameRequest(event);
    for (const page of [one, other]) expect(await page.event('gameRequest')).toEqual({ type: 'gameRequest', ...event });
    await early.event('people');
    expect(typesOf(early)).toEqual(['people']);
  });

  test('follows a command: sent, thinking, answered, or after three seconds not', async () => {
    answer = async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      await interaction.editReply('done');
    };
    const page = await pageOf('player');
    const { interactionId } = (await ask(page)).started;
    expect((await page.event('messageUpdate')).message.content).toBe('done');
    await expect.poll(() => interactionsOf(page).map(({ state }) => state)).toEqual(['sent', 'thinking', 'answered']);
    expect(interactionsOf(page)[0]).toMatchObject({ interactionId, name: '/ask', kind: 'command', messageId: null });
    expect((await page.event('messageCreate')).message.flags).toBe(MessageFlags.Loading);
    answer = async () => {};
    await ask(page);
    clock.advance(3_000);
    await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'interaction', state: 'didNotRespond' });
  });

  test("hears of everyone's interactions, with who asked and what is written on what was used", async () => {
    reply(secret);
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    await ask(mine);
    const { message } = await mine.event('messageCreate');
    await mine.ask('press', { channelId: mine.general, messageId: message.id, customId: 'go' });
    const expected = ['/ask', 'Go'].flatMap((label) => ['sent', 'answered'].map((state) => ({ label, state })));
    await expect.poll(() => interactionsOf(others)).toMatchObject(expected);
    expect(new Set(interactionsOf(others).map(({ userId }) => userId))).toEqual(new Set([discord.people.player.id]));
    expect(typesOf(others)).not.toContain('messageCreate');
  });

  test('shows ephemeral messages to their user alone, live and in the history, until dismissed', async () => {
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    for (const message of [secret, 'public']) {
      reply(message);
      await ask(mine);
      await expect.poll(() => mine.events.at(-1)).toMatchObject({ type: 'interaction', state: 'answered' });
    }
    const history = async ({ ask: call, general }: typeof mine) =>
      (await call('history', { channelId: general })).messages.map(({ content }) => content);
    const { message } = await mine.event('messageCreate');
    expect([await history(mine), await history(others)]).toEqual([['secret', 'public'], ['public']]);
    expect(JSON.stringify(others.events)).not.toContain('secret');
    const there = await others.event('messageCreate');
    expect(there.message.interaction).toMatchObject({ name: 'ask', user: { username: 'kestrel' } });
    const stolen = others.ask('press', { channelId: others.general, messageId: message.id, customId: 'go' });
    await expect(stolen).rejects.toMatchObject(problem('not_found'));
    await mine.ask('dismiss', { channelId: mine.general, messageId: message.id });
    expect((await mine.event('messageDelete')).messageId).toBe(message.id);
    expect(await history(mine)).toEqual(['public']);
  });

  test('keeps a DM from the eyes of others, and counts what is unread in it', async () => {
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    answer = (interaction) => interaction.user.send('for you');
    await ask(mine);
    const { channelId, message } = await mine.event('messageCreate');
    expect(message.content).toBe('for you');
    const { channel } = mine.events.filter((one) => one.type === 'channel').at(-1) ?? {};
    expect(channel).toMatchObject({ id: channelId, kind: 'dm', name: 'Commlink', unread: 1 });
    await expect(others.ask('history', { channelId })).rejects.toMatchObject(problem('not_found'));
    await mine.ask('read', { channelId });
    expect(discord.people.player.view.channels().find(({ id }) => id === channelId)?.unread).toBe(0);
  });

  test('opens a modal where it was asked for, and on no other page of the person', async () => {
    const input = { type: 4 as const, custom_id: 'code', style: 1 };
    const modal = { custom_id: 'code', title: 'Code', components: [{ type: 18, label: 'Code', component: input }] };
    answer = async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.showModal(modal);
    };
    const [here, there] = [await pageOf('player'), await pageOf('player')];
    const { interactionId } = (await ask(here)).started;
    expect(await here.event('modal')).toMatchObject({ interactionId, modal: { title: 'Code' } });
    await expect.poll(() => there.events.at(-1)).toMatchObject({ type: 'interaction', state: 'answered' });
    expect(typesOf(there)).not.toContain('modal');
  });

  test('is refused what the client would not send, with the option named', async () => {
    const page = await pageOf('player');
    await expect(ask(page, { who: 'x' })).rejects.toMatchObject(problem('invalid_option', { field: 'who' }));
    const empty = page.ask('send', { channelId: page.general, content: ' ' });
    await expect(empty).rejects.toMatchObject(problem('invalid_option'));
    await expect(page.ask('nothing' as never, {} as never)).rejects.toMatchObject(problem('bad_call'));
    const broken = page.ask('setGameCondition', { condition: 'down' });
    await expect(broken).rejects.toMatchObject(problem('not_allowed'));
  });
});

test('a foreign site gets nothing, neither by its origin nor by a name of its own that leads here', async () => {
  const statusOf = async (path: string, headers: Record<string, string>, method = 'GET'): Promise<number> => {
    const asked = request(`${discord.url}${path}`, { method, headers }).end();
    const [response] = await Promise.race(['response', 'upgrade'].map((event) => once(asked, event)));
    response.destroy();
    return response.statusCode;
  };
  const { host, origin } = new URL(discord.url);
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const own = [{ host }, { host, origin }];
  const foreign = [
    { host, origin: 'https://evil.example' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { host: 'evil.example' },
  ];
  for (const [path, headers, allowed] of [
    ['/', {}, 200],
    [`/cdn/avatars/${discord.people.player.id}/0.png`, {}, 200],
    ['/page-api/socket', upgrade, 101],
  ] as const) {
    for (const from of own) expect(await statusOf(path, { ...headers, ...from })).toBe(allowed);
    for (const from of foreign) expect(await statusOf(path, { ...headers, ...from })).toBe(403);
  }
  for (const from of foreign) expect(await statusOf('/page-api/uploads', from, 'POST')).toBe(403);
});
