import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@keyv/redis';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { en } from '../../src/view/messages.ts';
import { textOf } from '../support/messages.ts';
import { startWorld, type World } from '../support/world.ts';

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
const folder = mkdtempSync(join(tmpdir(), 'commlink-previous-'));

type Left = z.output<typeof written>;

/** What is over by now lasts as much longer as the fixture is old. */
function restoreSqlite({ writtenAt }: Left): string {
  const file = join(folder, 'commlink.sqlite');
  copyFileSync(fixture('sqlite.db'), file);
  const database = new DatabaseSync(file);
  const ageMs = Date.now() - writtenAt;
  database
    .prepare(
      `UPDATE entry SET value = json_set(value, '$.expires', expires_at + ?1), expires_at = expires_at + ?1 WHERE expires_at IS NOT NULL`,
    )
    .run(ageMs);
  database
    .prepare(
      `UPDATE entry SET value = json_set(value, '$.value.expiresAt', json_extract(value, '$.value.expiresAt') + ?)
       WHERE namespace = 'commlink:login'`,
    )
    .run(ageMs);
  database.close();
  return file;
}

async function restoreRedis({ writtenAt, entries = {} }: Left, url: string): Promise<void> {
  const client = await createClient({ url }).connect();
  for (const [key, { value, ttlMs }] of Object.entries(entries)) {
    const kept = JSON.parse(value);
    if (kept.expires) kept.expires += Date.now() - writtenAt;
    if (kept.value.expiresAt) kept.value.expiresAt += Date.now() - writtenAt;
    await client.set(key, JSON.stringify(kept), ttlMs ? { expiration: { type: 'PX', value: ttlMs } } : {});
  }
  client.destroy();
}

describe.each(['sqlite', 'redis'] as const)('a %s store of the previous release', (engine) => {
  const left = written.parse(JSON.parse(readFileSync(fixture(`${engine}.json`), 'utf8')));
  const refreshed: string[] = [];
  let world: World;
  let store: Store;

  /** The game's token server, which knows the fixture's refresh tokens. */
  const tokenServer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const token = new URLSearchParams(Buffer.concat(chunks).toString()).get('refresh_token') ?? '';
    refreshed.push(token);
    const handle = { player: 'Vael Ondar', officer: 'Marshal Iri Tosk' }[token.split('-')[0] ?? ''] ?? '';
    const scopes = ['CHARACTER_READ', 'CHARACTER_CREDITS', 'CREDITS_WRITE'];
    response.setHeader('content-type', 'application/json');
    const tokens = { access_token: await world.game.grantToken({ handle, scopes }), refresh_token: `${token}-2` };
    response.end(JSON.stringify({ ...tokens, token_type: 'bearer', expires_in: 3_600 }));
  });

  beforeAll(async () => {
    tokenServer.listen(0, '127.0.0.1');
    await once(tokenServer, 'listening');
    const oauthUrl = `http://127.0.0.1:${(tokenServer.address() as AddressInfo).port}`;
    const where: Record<string, string> =
      engine === 'redis' ? { REDIS_URL: inject('redisUrl') } : { DATABASE_FILE: restoreSqlite(left) };
    world = await startWorld({
      environment: {
        TOKEN_KEY,
        OAUTH_ISSUER: '',
        OAUTH_AUTHORIZATION_URL: `${oauthUrl}/auth`,
        OAUTH_TOKEN_URL: `${oauthUrl}/token`,
        OAUTH_REVOCATION_URL: `${oauthUrl}/revoke`,
        ...where,
      },
    });
    const { REDIS_URL: redisUrl, DATABASE_FILE: file = '' } = world.environment;
    if (redisUrl !== undefined) await restoreRedis(left, redisUrl);
    store = await openStore({ redisUrl, file }, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await store?.close();
    await world?.stop();
    tokenServer.closeAllConnections();
    tokenServer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A button of the earlier release's message, under a message of today's. */
  async function oldButton(person: Person, customId: string | undefined): Promise<APIMessage> {
    const { id } = person.view.channel('general');
    const row = { type: 1, components: [{ type: 2, style: 1, label: 'Old', custom_id: customId }] };
    const components = [{ type: 10, content: 'Of the previous release' }, row];
    const posted = await fetch(`${world.environment['DISCORD_API_URL']}/v10/channels/${id}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${world.discord.botToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ components, flags: MessageFlags.IsComponentsV2 }),
    });
    return (await posted.json()) as APIMessage;
  }
  const pressOld = async (person: Person, name: string) =>
    person.press(await oldButton(person, left.customIds[name]), 'Old');
  const rawLink = ({ id }: Person) => store.collection('link', z.unknown()).get(id);

  test('links keep working, are refreshed once and asked whose they are, and are sealed from then on', async () => {
    const { player, officer } = world.discord.people;
    expect(JSON.stringify(await rawLink(player))).toContain('Vael Ondar');
    for (let times = 0; times < 2; times += 1) {
      expect(textOf(await player.run('credits balance').response())).toContain('Balance of Vael Ondar');
      expect(textOf(await officer.run('profile').response())).toContain('Marshal Iri Tosk');
    }
    expect(refreshed.toSorted()).toEqual(['officer-refresh', 'player-refresh']);
    for (const person of [player, officer]) expect(await rawLink(person)).toMatch(/^v1\.[\w-]+\.[\w-]+$/);
  });

  test('the trail, the choice to be found and the audit channel are there', async () => {
    const { player, officer } = world.discord.people;
    const account = textOf(await player.run('account').response());
    expect(account).toMatch(
      /sent credits to Marshal Iri Tosk: 11 · outcome unknown\n.*sent credits to Marshal Iri Tosk: 10 · done/,
    );
    expect(account).toContain('**Discoverable:** yes');
    expect(textOf(await officer.runOnUser('Game profile', player).response())).toContain('Vael Ondar');
    const preview = await player.run('credits transfer', { amount: 13, recipient: 'Marshal Iri Tosk' }).response();
    expect(textOf(preview)).toContain(`<#${player.view.channel('trade').id}>`);
  });

  test.each(['confirmOffer', 'lookAgain'])(
    'a transfer’s old button (%s) says that it is outdated and to check first, and moves nothing',
    async (name) => {
      const { player } = world.discord.people;
      const before = world.game.world.requests('character.credits.transfer');
      const answer = await (await pressOld(player, name)).response();
      expect(textOf(answer)).toMatch(/older version of the bot. Check what has happened, then/);
      expect(world.game.world.requests('character.credits.transfer')).toBe(before);
    },
  );

  test('an old login’s buttons say that they are outdated, and its page that the link has expired', async () => {
    const { visitor } = world.discord.people;
    for (const name of ['enterCode', 'enterCodeInvited', 'logInForWaiting']) {
      expect(textOf(await (await pressOld(visitor, name)).response())).toContain(en.errors.outdated);
    }
    const page = await fetch(new URL(left.customIds['invitationPath'] ?? '', world.environment['PUBLIC_URL']));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('This login link has expired');
  });
});
