import { DiscordAPIError } from 'discord.js';
import { type APIMessage, Locale } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { de } from '../../commands/server/de.ts';
import { en } from '../../commands/server/messages.ts';
import { server } from '../../commands/server/server.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Audit, createAudit } from '../../src/account/audit.ts';
import type { Executable } from '../../src/discord/command.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { UserError } from '../../src/view/errorView.ts';
import { inLanguage } from '../../src/view/language.ts';
import { addPermission, linkCharacter, linkWithEverything, startWorld, textOf } from '../support/world.ts';

const PILOT = { group: 'ship', privilege: 'pilot_ships', character: 'Dorn Hesk' };

describe('/server audit channel', () => {
  let world: Sandbox;
  let officer: Person;
  let channelId: string;

  beforeAll(async () => {
    world = await startWorld();
    officer = world.discord.people.officer;
    channelId = officer.view.channel('trade').id;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const refusal = await officer.run('privileges list').response();
    await addPermission(officer, refusal, 'Marshal Iri Tosk');
  }, 60_000);
  afterEach(() => world.game.faults.clear());
  afterAll(() => world?.stop());

  const posted = (): string[] => officer.messages('trade').map(textOf);

  async function confirm(command: string, where = {}): Promise<APIMessage> {
    const preview = await officer.run(command, PILOT, where).response();
    const { id } = await officer.press(preview, 'Confirm').response();
    return await officer.waitForMessage((message) => message.id === id && textOf(message).includes('hanged\n'));
  }

  test('changes are posted in the chosen channel, with who, what, on whom and the result, until it is turned off', async () => {
    const before = posted().length;
    const on = await officer.run('server audit channel', { channel: channelId }).response();
    expect(textOf(on)).toContain(`now posted in <#${channelId}>`);
    expect(posted()).toHaveLength(before + 1);
    expect(posted().at(-1)).toContain('chose this channel');

    await confirm('privileges grant');
    expect(posted()).toHaveLength(before + 2);
    expect(posted().at(-1)).toMatch(
      /^<t:\d+:f> \*\*Marshal Iri Tosk\*\* \(<@\d+>\) granted a privilege to Dorn Hesk: ship\/pilot\\_ships, Meridian Compact · done$/,
    );
    await confirm('privileges revoke');
    expect(posted().at(-1)).toContain('revoked a privilege from Dorn Hesk');

    const off = await officer.run('server audit channel').response();
    expect(textOf(off)).toContain('no longer posted in this server');
    await confirm('privileges grant');
    await confirm('privileges revoke');
    expect(posted()).toHaveLength(before + 3);
    expect(textOf(await officer.run('server audit channel').response())).toContain('Posting was already off');
  });

  test('a lost response is posted once, with what was found', async () => {
    await officer.run('server audit channel', { channel: channelId }).response();
    world.game.faults.add({ operation: 'character.privileges.update', fault: { kind: 'cut', at: 'after' } });
    const before = posted().length;
    await confirm('privileges grant');
    expect(
      posted()
        .slice(before)
        .map((line) => line.split(' · ').at(-1)),
    ).toEqual(['done']);
    await confirm('privileges revoke');
  });

  test('what is done outside the server isn’t posted in it', async () => {
    await officer.run('server audit channel', { channel: channelId }).response();
    const before = posted().length;
    await confirm('privileges grant', { channel: 'dm' });
    await confirm('privileges revoke', { channel: 'dm' });
    expect(posted()).toHaveLength(before);
  });

  test('members who may not manage the server don’t see the command', () => {
    expect(() => world.discord.people.player.run('server audit channel')).toThrow();
  });
});

describe('a server that has an audit channel', () => {
  let world: Sandbox;
  let officer: Person;
  let channelId: string;
  const NOTICE = 'This will be posted in <#';

  beforeAll(async () => {
    world = await startWorld({ discord: { serverLocale: Locale.German } });
    officer = world.discord.people.officer;
    channelId = officer.view.channel('trade').id;
    await linkWithEverything(officer, 'Marshal Iri Tosk');
  }, 60_000);
  afterAll(() => world?.stop());

  /** What each kind of change asks before it is made. */
  const previews = async (where = {}): Promise<string[]> => {
    const [message] = world.game.world.messagesOf(world.game.world.uidOf('Marshal Iri Tosk'));
    const asked = [
      officer.run('credits transfer', { amount: 5, recipient: 'Vael Ondar' }, where),
      officer.run('privileges grant', PILOT, where),
      officer.run('msg delete', { message: `38:${message?.id}` }, where),
    ];
    return await Promise.all(asked.map(async (run) => textOf(await run.response())));
  };

  test('each preview in it says where the change will be posted, although it’s private; elsewhere none does', async () => {
    for (const preview of await previews()) expect(preview).not.toContain(NOTICE);
    await officer.run('server audit channel', { channel: channelId }).response();
    for (const preview of await previews()) expect(preview).toContain(`${NOTICE}${channelId}>`);
    for (const preview of await previews({ channel: 'dm' })) expect(preview).not.toContain(NOTICE);
  });

  test('a transfer is posted in the server’s language, with its amount and without its reason, which its sender sees', async () => {
    const options = { amount: 5, recipient: 'Vael Ondar', reason: 'for the secret base' };
    await officer.press(await officer.run('credits transfer', options).response(), 'Send 5 credits').response();
    const isPosted = (message: APIMessage) => textOf(message).includes('Vael Ondar');
    const post = textOf(
      await officer.waitForMessage((message) => message.channel_id === channelId && isPosted(message)),
    );
    expect(post).toMatch(/\*\*Marshal Iri Tosk\*\* \(<@\d+>\) sendete Credits an Vael Ondar: 5 · erledigt$/);
    expect(textOf(await officer.run('account').response())).toContain('Vael Ondar: 5, for the secret base · done');
  });

  test('a post that names its Discord user pings no one', () => {
    const posts = officer.messages('trade').filter((message) => textOf(message).includes(`<@${officer.id}>`));
    expect(posts.length).toBeGreaterThan(0);
    for (const { mentions } of posts) expect(mentions).toEqual([]);
  });
});

describe('where Discord refuses', () => {
  let store: Store;
  let audit: Audit;

  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    store = await openStore({ file: ':memory:' }, log);
    audit = createAudit(store, log, async () => {});
  });
  afterAll(() => store?.close());

  /** The handler, in a server whose Discord answers a post in this way. */
  async function choose(
    mayManage: boolean,
    post: () => Promise<void>,
    where = async (): Promise<string | undefined> => '7',
  ): Promise<unknown> {
    const entry = 'subcommands' in server ? server.subcommands['audit'] : undefined;
    const channel = entry && 'subcommands' in entry ? entry.subcommands['channel'] : undefined;
    const run = channel?.run as unknown as (context: object) => ReturnType<Executable['run']>;
    return await run({
      options: { channel: '42' },
      server: { id: '7', mayManage },
      person: { mention: '<@1>' },
      messages: inLanguage({ en, de }, 'en'),
      services: { audit, sendToChannel: post, serverOfChannel: where },
    }).catch((error: unknown) => error);
  }

  const refusalOf = (code: number): Error =>
    new DiscordAPIError({ code, message: 'No' }, code, 403, 'POST', 'channels/42/messages', {});

  test.each([50_001, 50_013, 10_003])(
    'a channel that Discord refuses with %i isn’t stored, and the sentence says what to allow',
    async (code) => {
      const error = await choose(true, () => Promise.reject(refusalOf(code)));
      expect(error).toEqual(new UserError(en.mayNotPost('<#42>')));
      expect(await audit.channelOf('7')).toBeUndefined();
    },
  );

  test('any other failure isn’t called a missing permission', async () => {
    const failure = refusalOf(50_035);
    expect(await choose(true, () => Promise.reject(failure))).toBe(failure);
    expect(await audit.channelOf('7')).toBeUndefined();
  });

  test.each([
    ['of another server', '8'],
    ['that isn’t a text channel', undefined],
  ])('the forged id of a channel %s is refused, and nothing is posted', async (_, where) => {
    let posts = 0;
    const post = async (): Promise<void> => {
      posts += 1;
    };
    const error = await choose(true, post, async () => where);
    expect(error).toEqual(new UserError(en.notHere('<#42>')));
    expect(posts).toBe(0);
    expect(await audit.channelOf('7')).toBeUndefined();
  });

  test('a member who may not manage the server is refused even if Discord offers the command, and nothing is posted', async () => {
    let posts = 0;
    const error = await choose(false, async () => {
      posts += 1;
    });
    expect(error).toEqual(new UserError(en.managersOnly));
    expect(posts).toBe(0);
    expect(await audit.channelOf('7')).toBeUndefined();
  });
});
