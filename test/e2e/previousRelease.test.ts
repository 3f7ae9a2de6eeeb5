import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useTimeTravel } from '../support/useWorld.ts';
import { pressForged, startWorld, type World } from '../support/world.ts';

// A store of release 9bd62caf: two expired links, a finished transfer, one in flight, a list of
// five payments with the third in flight, and a transfer to confirm.
const fixture = (name: string): string => join(import.meta.dirname, 'previousRelease', name);
const TOKEN_KEY = Buffer.from('fixture of the release 9bd62caf!').toString('base64');
const LEASE_MS = 15_000;
const TRANSFER = 'character.credits.transfer';
const written = z.object({ writtenAt: z.number(), customIds: z.record(z.string(), z.string()) });
const { writtenAt, customIds } = written.parse(JSON.parse(readFileSync(fixture('sqlite.json'), 'utf8')));
const DATABASE_FILE = join(makeTemporaryFolder(), 'commlink.sqlite');
copyFileSync(fixture('sqlite.db'), DATABASE_FILE);

const pass = useTimeTravel('all');
const refreshed: string[] = [];
let world: World;
/** The game's token server, which knows the fixture's refresh tokens. */
const tokenServer = await startHttpServer(async (request, response) => {
  const token = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
  refreshed.push(token);
  const handle = { player: 'Vael Ondar', officer: 'Marshal Iri Tosk' }[token.split('-')[0] ?? ''] ?? '';
  const scopes = ['CHARACTER_READ', 'CHARACTER_CREDITS', 'CREDITS_WRITE'];
  response.setHeader('content-type', 'application/json');
  const tokens = { access_token: await world.game.grantToken({ handle, scopes }), refresh_token: `${token}-2` };
  response.end(JSON.stringify({ ...tokens, token_type: 'bearer', expires_in: 3_600 }));
});

beforeAll(async () => {
  // Only the leases of its process have expired.
  pass(writtenAt + LEASE_MS - Date.now());
  const { url } = tokenServer;
  world = await startWorld({
    environment: {
      ...{ DATABASE_FILE, TOKEN_KEY, OAUTH_ISSUER: '', OAUTH_AUTHORIZATION_URL: `${url}/auth` },
      ...{ OAUTH_TOKEN_URL: `${url}/token`, OAUTH_REVOCATION_URL: `${url}/revoke` },
    },
  });
});
afterAll(async () => {
  await world?.stop();
  await tokenServer[Symbol.asyncDispose]();
});

test('changes of the previous release are looked up and reported, its links work, and only a confirmation sends', async () => {
  const { player, officer, game } = world;
  const waitFor = (person: Person, sentence: string) => person.waitForMessage((one) => textOf(one).includes(sentence));
  const [report] = await Promise.all([waitFor(player, '10 credits: 2 done'), waitFor(officer, 'Not known yet')]);
  expect(textOf(report)).toContain('Make 5 payments totaling 10 credits: 2 done, 1 not known yet, 2 canceled');
  expect(labelsOf(report)).toContain('Do the rest');
  expect(await textFrom(officer.run('account'))).toContain('sent credits to Dorn Hesk: 11 · done');
  expect(refreshed.toSorted()).toEqual(['officer-refresh', 'player-refresh']);
  expect(game.world.requests(TRANSFER)).toBe(0);
  for (let times = 0; times < 2; times += 1) {
    const pressed = await pressForged(world, player, customIds['confirmOffer'] ?? '');
    await settled(player, await pressed.response(), '## Sent\n');
  }
  expect(game.world.requests(TRANSFER)).toBe(1);
}, 120_000);
