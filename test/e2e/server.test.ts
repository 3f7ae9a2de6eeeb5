import { DiscordAPIError } from 'discord.js';
import { type APIMessage, Locale, PermissionFlagsBits } from 'discord-api-types/v10';
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { auditLog } from '../../commands/server/auditLog.ts';
import { TEXTS } from '../../commands/server/en.ts';
import { server } from '../../commands/server/server.ts';
import { EVERYONE_PERMISSIONS } from '../../sandbox/discord/limits.ts';
import { World } from '../../sandbox/discord/world.ts';
import { ACTIONS, rowState } from '../../src/account/trail.ts';
import type { Executable } from '../../src/discord/declare/command.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { confirm, isPrivate, settled, textFrom, textOf } from '../support/messages.ts';
import { expectSendable, hostile, moment, named, RUNS, reference, textsOf } from '../support/sendable.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const PILOT = { group: 'ship', privilege: 'pilot_ships', character: 'Dorn Hesk' };

describe('/server audit channel in a German server', () => {
  const world = useWorld('all', { discord: { serverLocale: Locale.German } });
  const { officer } = world;
  let channelId: string;
  beforeAll(async () => {
    channelId = officer.view.channel('trade').id;
    await linkWithEverything(officer, 'Marshal Iri Tosk');
  });

  const posted = (): string[] => officer.messages('trade').map(textOf);
  const turnOn = () => textFrom(officer.run('server audit channel', { channel: channelId }));
  const turnOff = () => textFrom(officer.run('server audit channel'));
  async function change(command: 'grant' | 'revoke', where = {}): Promise<void> {
    const preview = await officer.run(`privileges ${command}`, PILOT, where).response();
    await confirm(officer, preview, 'Confirm 1 change', '## All done');
  }

  test('changes are posted in the chosen channel, with who, what, on whom and the result, until it is turned off', async () => {
    const before = posted().length;
    expect(await turnOn()).toContain(`now posted in <#${channelId}>`);
    expect(posted()).toHaveLength(before + 1);
    expect(posted().at(-1)).toContain('chose this channel');

    await change('grant');
    expect(posted()).toHaveLength(before + 2);
    expect(posted().at(-1)).toMatch(/^<t:\d+:f> \*\*Marshal Iri Tosk\*\* \(<@\d+>\) erteilte Dorn Hesk ein Recht: /);
    expect(posted().at(-1)).toMatch(/: ship\/pilot\\_ships, Meridian Compact · erledigt$/);
    await change('revoke');
    expect(posted().at(-1)).toContain('entzog Dorn Hesk ein Recht');

    expect(await turnOff()).toContain('no longer posted in this server');
    await change('grant');
    await change('revoke');
    expect(posted()).toHaveLength(before + 4);
    expect(posted().at(-1)).toContain(`<@${officer.id}> turned this off`);
    expect(await turnOff()).toContain('Posting was already off');
  });

  test('another channel is announced in the old one, too', async () => {
    const general = officer.view.channel('general').id;
    await turnOn();
    await officer.run('server audit channel', { channel: general }).response();
    expect(posted().at(-1)).toContain(`<@${officer.id}> chose <#${general}> instead`);
    await turnOn();
    const before = posted().length;
    await turnOn();
    expect(posted()).toHaveLength(before + 1);
  });

  test('a lost response is posted once, with what was found', async () => {
    await turnOn();
    world.game.faults.add({ operation: 'character.privileges.update', fault: { kind: 'cut', at: 'after' } });
    const before = posted().length;
    await change('grant');
    expect(posted().slice(before)).toEqual([expect.stringMatching(/ · erledigt$/)]);
    await change('revoke');
  });

  test("what is done outside the server isn't posted in it", async () => {
    await turnOn();
    const before = posted().length;
    await change('grant', { channel: 'dm' });
    await change('revoke', { channel: 'dm' });
    expect(posted()).toHaveLength(before);
  });

  const previews = async (where = {}): Promise<string[]> => {
    const [message] = world.game.world.messagesOf(world.game.world.uidOf('Marshal Iri Tosk'));
    return await Promise.all([
      textFrom(officer.run('credits transfer', { amount: 5, recipient: 'Vael Ondar' }, where)),
      textFrom(officer.run('privileges grant', PILOT, where)),
      textFrom(officer.run('msg delete', { message: `38:${message?.id}` }, where)),
    ]);
  };

  test("members who may not manage the server can't choose a channel", async () => {
    expect(await textFrom(world.player.run('server audit channel'))).toBe(TEXTS.en.managersOnly);
  });

  test("while it's on, each preview says where the change will be posted, although it's private; elsewhere none does", async () => {
    const notice = `This will be posted in <#${channelId}>`;
    await turnOff();
    for (const preview of await previews()) expect(preview).not.toContain(notice);
    await turnOn();
    for (const preview of await previews()) expect(preview).toContain(notice);
    for (const preview of await previews({ channel: 'dm' })) expect(preview).not.toContain(notice);
  });

  test("a transfer is posted in the server's language, without its reason, which its sender sees, and pings no one", async () => {
    await turnOn();
    const options = { amount: 5, recipient: 'Vael Ondar', reason: 'for the secret base' };
    await officer.press(await officer.run('credits transfer', options).response(), 'Send 5 credits').response();
    const isPost = (message: APIMessage) => message.channel_id === channelId && textOf(message).includes('Vael Ondar');
    const post = await officer.waitForMessage(isPost);
    const sentence = `**Marshal Iri Tosk** (<@${officer.id}>) sendete Credits an Vael Ondar: 5 · erledigt`;
    expect(textOf(post).endsWith(sentence)).toBe(true);
    expect(post.mentions).toEqual([]);
    expect(await textFrom(officer.run('account'))).toContain('Vael Ondar: 5, for the secret base · done');
  });
});

describe('/server audit log', () => {
  const world = useWorld('all');
  const { officer, player } = world;
  const TRADE = { channel: 'trade' };
  const log = (options = {}, where = TRADE, person = player) => person.run('server audit log', options, where);
  const fileOf = async (options = {}): Promise<string[]> => {
    const [file] = (await log(options).response()).attachments;
    return file ? (await (await fetch(file.url)).text()).trim().split('\r\n') : [];
  };
  const choose = (channel: string) =>
    officer.run('server audit channel', { channel: officer.view.channel(channel).id }).response();
  async function change(command: string, options: Record<string, string | number>, label: string) {
    const preview = await officer.run(command, options).response();
    expect(textOf(preview)).toContain('and logged for 95 days, without reasons');
    await settled(officer, await officer.press(preview, label).response(), /## (?:Sent|All done)/);
  }
  beforeAll(async () => {
    await linkWithEverything(officer, 'Marshal Iri Tosk');
  });

  test('without a channel nothing is logged, and it says so', async () => {
    expect(await textFrom(log())).toContain("aren't posted, so they aren't logged");
    await choose('trade');
    expect(await textFrom(log())).toContain('Nothing found');
  });

  test('says who gave what to whom, with an amount as a number, to any member who can read the channel, in private', async () => {
    await change('privileges grant', PILOT, 'Confirm 1 change');
    const options = { amount: 1_500, recipient: 'Vael Ondar', reason: 'for the secret base' };
    await change('credits transfer', options, 'Send 1,500 credits');
    const shown = await log().response();
    expect(isPrivate(shown)).toBe(true);
    expect(textOf(shown)).toMatch(
      new RegExp(
        String.raw`\*\*Marshal Iri Tosk\*\* \(<@${officer.id}>\) sent credits to Vael Ondar: 1500 · done\n.* granted a privilege to Dorn Hesk: ship/pilot\\_ships, Meridian Compact · done$`,
      ),
    );
    const [head, paid, granted] = await fileOf();
    expect(head).toMatch(/"when","who".*"target","UID","action","amount","reason","change","from","to","result"/);
    expect(paid).toMatch(/"Vael Ondar","1:\d+","pay",1500,"","","Marshal Iri Tosk","Vael Ondar","done"/);
    expect(granted).toMatch(
      /"Dorn Hesk","1:\d+","grant","","","ship\/pilot_ships, \w+ \w+","not granted","granted","done"/,
    );
    expect([paid, granted].join()).not.toContain('secret');
    // As a number, a spreadsheet would round it.
    expect(paid).toContain(`,"1:1002","<@${officer.id}>",`);
  });

  test.each([
    [{ whom: 'dorn hesk', what: 'pilot_ships' }, 1],
    [{ who: 'tosk' }, 2],
    [{ who: '<@officer>' }, 2],
    [{ who: 'Vael Ondar' }, 0],
    [{ what: 'sent credits' }, 1],
    [{ since: '1 day' }, 2],
    [{ who: '<@!officer>' }, 2],
    [{ who: 'officer' }, 2],
    [{ whom: '1:1001' }, 1],
    // Parts of an id are those of other people.
    [{ whom: '1:100' }, 0],
    [{ who: '1:' }, 0],
    [{ what: '1,500' }, 1],
    [{ what: '1500 credits' }, 1],
    [{ what: '1.5k' }, 1],
    // The amount in German notation, and a part of it.
    [{ what: '1.500' }, 1],
    [{ what: '150' }, 0],
  ])('finds by %j', async ({ who, ...others }: Record<string, string>, count) => {
    const by = who && { who: who.replace('officer', officer.id) };
    expect((await fileOf({ ...others, ...by })).slice(1)).toHaveLength(count);
  });

  test('shows nothing elsewhere, nor to those who may not read the channel', async () => {
    const elsewhere = TEXTS.en.log.elsewhere(`<#${officer.view.channel('trade').id}>`);
    expect(await textFrom(log({}, { channel: 'general' }, officer))).toBe(elsewhere);
    for (const missing of [PermissionFlagsBits.ViewChannel, PermissionFlagsBits.ReadMessageHistory]) {
      const spy = vi.spyOn(World.prototype, 'permissionsOf').mockReturnValue(EVERYONE_PERMISSIONS & ~missing);
      expect(await textFrom(log())).toBe(elsewhere);
      spy.mockRestore();
    }
    // Someone who manages the server moves it to a channel of their own.
    await choose('general');
    expect(await textFrom(log({}, { channel: 'general' }, officer))).toContain('Nothing found');
    expect(await textFrom(log())).toMatch(/are posted in <#\d+>[\s\S]+Found 2 changes/);
    await choose('trade');
  });

  test('who erases their account leaves entries of “an erased account”', async () => {
    const question = await officer.press(await officer.run('account').response(), 'Erase everything').response();
    await officer.press(question, 'Erase everything').response();
    const text = await textFrom(log());
    expect(text).toContain('**an erased account** sent credits to Vael Ondar: 1500');
    expect(text + (await fileOf()).join()).not.toMatch(new RegExp(`Iri Tosk|${officer.id}`));
    expect(await textFrom(log({ who: 'tosk' }))).toContain('Nothing found');
  });
});

test('Discord accepts every log, whatever is in it', async () => {
  const action = fc.constantFrom(...ACTIONS);
  const row = fc.record({ action, target: reference, detail: hostile, state: fc.constantFrom(...rowState.options) });
  const actor = fc.record({ discordUserId: fc.constant('123456789012345678'), character: named });
  const entry = fc.record({
    ...{ id: hostile, at: moment.map(Number), channelId: fc.constant('7') },
    ...{
      actor: fc.option(actor, { nil: undefined }),
      rows: fc.array(row, { minLength: 1 }),
      undoOf: fc.constant(undefined),
    },
  });
  const entries = fc.array(entry, { maxLength: 20, size: 'max' });
  const typed = fc.constantFrom('', ' ', '<@1> **', '\n# x'.repeat(2_000), '_'.repeat(9_000));
  const options = fc.record({ who: typed, whom: typed, what: typed }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(
      textsOf(TEXTS),
      entries,
      options,
      fc.constantFrom('7', '8', undefined),
      async (texts, read, ...[typed, chosen]) => {
        const audit = { channelOf: async () => chosen, ofServers: { read: async () => read } };
        const context = { options: typed, server: { id: '1' }, maySee: (id: string) => id === '7', texts };
        const run = auditLog.run as unknown as (context: object) => Promise<MessageView>;
        const view = await run({ ...context, services: { audit, now: Date.now } }).catch((error) =>
          noticeView(error.message),
        );
        expectSendable(view);
      },
    ),
    RUNS,
  );
});

describe('where Discord refuses', () => {
  const ALLOWED = { mayManage: true, maySee: true, failure: undefined as Error | undefined, where: '7' };
  type Choice = Partial<Omit<typeof ALLOWED, 'where'> & { where: string | undefined }>;

  /** The handler's error and number of posts with this Discord. It must not store a channel. */
  async function choose(choice: Choice) {
    const { mayManage, maySee, failure, where } = { ...ALLOWED, ...choice };
    const entry = 'subcommands' in server ? server.subcommands['audit'] : undefined;
    const channel = entry && 'subcommands' in entry ? entry.subcommands['channel'] : undefined;
    const run = channel?.run as unknown as (context: object) => ReturnType<Executable['run']>;
    const setChannel = vi.fn();
    const post = vi.fn(async () => failure && Promise.reject(failure));
    const error = await run({
      ...{ options: { channel: '42' }, server: { id: '7', mayManage }, person: { mention: '<@1>' } },
      ...{ maySee: () => maySee, texts: TEXTS.en },
      services: { audit: { setChannel }, sendToChannel: post, serverOfChannel: async () => where },
    }).catch((reason: unknown) => reason);
    expect(setChannel).not.toHaveBeenCalled();
    return { error, posts: post.mock.calls.length };
  }

  const refusal = (code: number): Error =>
    new DiscordAPIError({ code, message: 'No' }, code, 403, 'POST', 'channels/42/messages', {});
  const otherFailure = refusal(50_035);
  const MAY_NOT_POST = new UserError(TEXTS.en.mayNotPost('<#42>'));
  const NOT_HERE = new UserError(TEXTS.en.notHere('<#42>'));

  test.each<[string, Choice, Error, number]>([
    ['missing access', { failure: refusal(50_001) }, MAY_NOT_POST, 1],
    ['missing permissions', { failure: refusal(50_013) }, MAY_NOT_POST, 1],
    ['a channel that is unknown', { failure: refusal(10_003) }, MAY_NOT_POST, 1],
    ['any other failure, as it is', { failure: otherFailure }, otherFailure, 1],
    ['a forged channel of another server', { where: '8' }, NOT_HERE, 0],
    ["a forged channel that isn't a text channel", { where: undefined }, NOT_HERE, 0],
    ["a channel that the member can't see", { maySee: false }, new UserError(TEXTS.en.notSeen('<#42>')), 0],
    ['a member who may not manage the server', { mayManage: false }, new UserError(TEXTS.en.managersOnly), 0],
  ])('nothing is stored for %s', async (_, choice, error, posts) => {
    expect(await choose(choice)).toEqual({ error, posts });
  });
});
