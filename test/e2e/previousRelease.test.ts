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
import { startHttpServer } from '../support/httpServer.ts';
import { settled, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel } from '../support/useWorld.ts';
import { pressForged, startWorld, type World } from '../support/world.ts';

// Stores that release 28d38c0 wrote when its sandbox was used: two links, one unverified and valid until 2100, one expired; two
// transfers in the trail, one of them without a response; someone discoverable; an audit channel; an open login (until 2100), a
// transfer to confirm, and a waiting command.
const fixture = (name: string): string => join(import.meta.dirname, 'previousRelease', name);
const TOKEN_KEY = Buffer.from('fixture of the release 28d38c0!!').toString('base64');
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

  const press = (person: Person, name: string) => pressForged(world, person, customIds[name] ?? '');
  const pressOld = async (person: Person, name: string) => textFrom(await press(person, name));

  test('links keep working and are refreshed once', async () => {
    const { player, officer } = world;
    for (let times = 0; times < 2; times += 1) {
      expect(await textFrom(player.run('credits balance'))).toContain("Vael Ondar's balance");
      expect(await textFrom(officer.run('profile'))).toContain('Marshal Iri Tosk');
    }
    expect(refreshed.toSorted()).toEqual(['officer-refresh', 'player-refresh']);
  });

  test('the trail, the choice to be found and the audit channel are there', async () => {
    const { player, officer } = world;
    const account = await textFrom(player.run('account'));
    expect(account).toMatch(
      /sent credits to Marshal Iri Tosk: 11 · not known yet\n.*sent credits to Marshal Iri Tosk: 10 · done/,
    );
    expect(account).toContain('**Discoverable:** yes');
    expect(await textFrom(officer.runOnUser('Game profile', player))).toContain('Vael Ondar');
    const preview = await player.run('credits transfer', { amount: 13, recipient: 'Marshal Iri Tosk' }).response();
    expect(textOf(preview)).toContain(`<#${player.view.channel('trade').id}>`);
  });

  test('an offered transfer is sent once unless it has expired, and a lost one is looked up and not sent', async () => {
    const { player } = world;
    const before = world.game.world.requests('character.credits.transfer');
    // This game's credit log doesn't reach back to what was read before it.
    expect(await pressOld(player, 'lookAgain')).toContain("I can't read your credit log right now");
    // Redis has its own clock, by which the offer expired long ago.
    const [shown, sent] = engine === 'redis' ? ['This confirmation has expired', 0] : ['## Sent\n', 1];
    for (let times = 0; times < 2; times += 1)
      await settled(player, await (await press(player, 'confirmOffer')).response(), shown);
    expect(world.game.world.requests('character.credits.transfer')).toBe(before + sent);
  });

  test('a login goes on, and a waiting command offers one', async () => {
    const { visitor } = world;
    const modal = await (await press(visitor, 'enterCode')).modal();
    expect(await textFrom(visitor.submit(modal, { code: '123456' }))).toContain('sign in');
    expect(await pressOld(visitor, 'logInForWaiting')).toContain("I've sent you a DM");
    const page = await fetch(new URL(customIds['invitationPath'] ?? '', world.environment['PUBLIC_URL']));
    expect(page.status).toBe(200);
  });
});
