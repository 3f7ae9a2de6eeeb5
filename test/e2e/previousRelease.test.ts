import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { GameService } from '../../sandbox/game/service.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { en } from '../../src/view/messages.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel } from '../support/useWorld.ts';
import { pressForged, startWorld, type World } from '../support/world.ts';

// Stores that the release before sealed links wrote (commit ec09756), walked through its sandbox: two links, of which one
// token is good until 2100 and one has expired; a transfer and one with a lost answer in the trail; the choice to be found; an
// audit channel; logins at each stage; an offered transfer, a lost one and a waiting command.
const fixture = (name: string): string => join(import.meta.dirname, 'previousRelease', name);
const TOKEN_KEY = Buffer.from('fixture of the release ec09756!!').toString('base64');
const written = z.object({
  writtenAt: z.number(),
  customIds: z.record(z.string(), z.string()),
  entries: z.record(z.string(), z.object({ value: z.string(), ttlMs: z.number().optional() })).optional(),
});
const file = join(makeTemporaryFolder(), 'commlink.sqlite');
copyFileSync(fixture('sqlite.db'), file);

let game: GameService;
let refreshed: string[] = [];
/** The game's token server, which knows the fixture's refresh tokens. */
const tokenServer = await startHttpServer(async (request, response) => {
  const token = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
  refreshed.push(token);
  const handle = { player: 'Vael Ondar', officer: 'Marshal Iri Tosk' }[token.split('-')[0] ?? ''] ?? '';
  const scopes = ['CHARACTER_READ', 'CHARACTER_CREDITS', 'CREDITS_WRITE'];
  response.setHeader('content-type', 'application/json');
  const tokens = { access_token: await game.grantToken({ handle, scopes }), refresh_token: `${token}-2` };
  response.end(JSON.stringify({ ...tokens, token_type: 'bearer', expires_in: 3_600 }));
});
afterAll(() => tokenServer[Symbol.asyncDispose]());

describe.each([
  { engine: 'sqlite', where: { DATABASE_FILE: file } },
  { engine: 'redis', where: { REDIS_URL: inject('redisUrl') } },
])('a store of the previous release in $engine', ({ engine, where }) => {
  const {
    writtenAt,
    customIds,
    entries = {},
  } = written.parse(JSON.parse(readFileSync(fixture(`${engine}.json`), 'utf8')));
  const pass = useTimeTravel('all');
  let world: World;
  let store: Store;
  beforeAll(async () => {
    // Nothing in it has expired then.
    pass(writtenAt - Date.now());
    world = await startWorld({
      environment: {
        // Looking for links that no one uses would seal them.
        LINK_IDLE_DAYS: 'none',
        TOKEN_KEY,
        OAUTH_ISSUER: '',
        OAUTH_AUTHORIZATION_URL: `${tokenServer.url}/auth`,
        OAUTH_TOKEN_URL: `${tokenServer.url}/token`,
        OAUTH_REVOCATION_URL: `${tokenServer.url}/revoke`,
        ...where,
      },
    });
    ({ game } = world);
    refreshed = [];
    const { REDIS_URL: redisUrl } = world.environment;
    if (redisUrl !== undefined) {
      const client = await createClient({ url: redisUrl }).connect();
      for (const [key, { value, ttlMs }] of Object.entries(entries))
        await client.set(key, value, ttlMs ? { expiration: { type: 'PX', value: ttlMs } } : {});
      client.destroy();
    }
    store = await openStore({ redisUrl, file }, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await store?.close();
    await world?.stop();
  });

  const pressOld = async (person: Person, name: string) =>
    textFrom(await pressForged(world, person, customIds[name] ?? ''));
  const rawLink = ({ id }: Person) => store.collection('link', z.unknown()).get(id);

  test('links keep working, are refreshed once and asked whose they are, and are sealed from then on', async () => {
    const { player, officer } = world;
    expect(JSON.stringify(await rawLink(player))).toContain('Vael Ondar');
    for (let times = 0; times < 2; times += 1) {
      expect(await textFrom(player.run('credits balance'))).toContain('Balance of Vael Ondar');
      expect(await textFrom(officer.run('profile'))).toContain('Marshal Iri Tosk');
    }
    expect(refreshed.toSorted()).toEqual(['officer-refresh', 'player-refresh']);
    for (const person of [player, officer]) expect(await rawLink(person)).toMatch(/^v1\.[\w-]+\.[\w-]+$/);
  });

  test('the trail, the choice to be found and the audit channel are there', async () => {
    const { player, officer } = world;
    const account = await textFrom(player.run('account'));
    expect(account).toMatch(
      /sent credits to Marshal Iri Tosk: 11 · outcome unknown\n.*sent credits to Marshal Iri Tosk: 10 · done/,
    );
    expect(account).toContain('**Discoverable:** yes');
    expect(await textFrom(officer.runOnUser('Game profile', player))).toContain('Vael Ondar');
    const preview = await player.run('credits transfer', { amount: 13, recipient: 'Marshal Iri Tosk' }).response();
    expect(textOf(preview)).toContain(`<#${player.view.channel('trade').id}>`);
  });

  test.each(['confirmOffer', 'lookAgain'])(
    'a transfer’s old button (%s) says that it is outdated and to check first, and moves nothing',
    async (name) => {
      const { player } = world;
      const before = world.game.world.requests('character.credits.transfer');
      expect(await pressOld(player, name)).toMatch(/older version of the bot. Check what has happened, then/);
      expect(world.game.world.requests('character.credits.transfer')).toBe(before);
    },
  );

  test('an old login’s buttons say that they are outdated, and its page that the link has expired', async () => {
    const { visitor } = world;
    for (const name of ['enterCode', 'enterCodeInvited', 'logInForWaiting'])
      expect(await pressOld(visitor, name)).toContain(en.errors.outdated);
    const page = await fetch(new URL(customIds['invitationPath'] ?? '', world.environment['PUBLIC_URL']));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('This login link has expired');
  });
});
