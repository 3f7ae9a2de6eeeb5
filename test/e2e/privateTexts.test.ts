import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createLogger } from '../../src/log.ts';
import { createTinyBrowser } from '../support/browser.ts';
import { buttonsOf, labelsOf, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, loginUrlOf, logOut } from '../support/world.ts';

const MESSAGE = 'Meet me behind the hidden moon';
const REASON = 'For the secret base';
const TRANSFER = 'character.credits.transfer';
const SEND = 'character.messages.create';
const PILOT = { group: 'ship', privilege: 'pilot_ships', character: 'Dorn Hesk' };

const gameFile = join(makeTemporaryFolder(), 'game.sqlite');
const lines: string[] = [];
const pages: string[] = [];
const world = useWorld('all', {
  log: createLogger({ level: 'trace' }, { write: (line) => void lines.push(line) }),
  environment: { METRICS_PORT: '0' },
  game: { database: gameFile },
});
const { player, officer, visitor } = world;
/** Texts that no log or page may contain, by kind. */
const secrets: Record<string, Set<string>> = {};

function keep(what: string, ...values: readonly (string | null | undefined)[]): void {
  const long = values.filter((value) => typeof value === 'string').filter(({ length }) => length >= 12);
  secrets[what] = new Set([...(secrets[what] ?? []), ...long]);
}

/** Adds the tokens, codes and sessions that the reference service has issued so far. */
function keepTokens(): void {
  const database = new DatabaseSync(gameFile, { readOnly: true });
  for (const { model, id } of database.prepare('SELECT model, id FROM oauth').all()) keep(`OAuth ${model}`, String(id));
  database.close();
}

/** Sends a message whose receipt is deleted before the game responds: the edit fails. */
async function sendAndLoseReceipt(person: Person): Promise<void> {
  const hold = world.game.faults.add({ operation: SEND, fault: { kind: 'hold', at: 'after' } });
  const { record } = person.run('msg send', { to: 'Pell', text: MESSAGE });
  await hold.reached;
  const { apiUrl, applicationId } = world.discord;
  const address = `${apiUrl}/v10/webhooks/${applicationId}/${record.token}/messages/@original`;
  const failed = lines.length;
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(204);
  hold.release();
  await vi.waitFor(() => expect(lines.slice(failed).join('')).toContain('DiscordAPIError[10008]'));
}

const changes = (): number => lines.filter((line) => line.includes('changed the game')).length;

/** Confirms a preview, and waits until the change is done or refused. */
async function confirm(person: Person, preview: APIMessage): Promise<void> {
  const before = changes();
  const label = labelsOf(preview).find((button) => /^(Send|Confirm)/.test(button ?? ''));
  await person.press(preview, label ?? '').response();
  await vi.waitFor(() => expect(changes()).toBeGreaterThan(before));
}

const transfer = (person: Person, amount: number): Promise<APIMessage> =>
  person.run('credits transfer', { amount, recipient: 'Pell', reason: REASON }).response();

beforeAll(async () => {
  const { faults } = world.game;

  // Logins: done, denied in the game, with closed DMs, and returning with a wrong code.
  await transfer(player, 1);
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  visitor.closeDms();
  const inPlace = await visitor.run('login').response();
  keep('one-time link', loginUrlOf(inPlace).split('/').at(-1));
  const browser = createTinyBrowser();
  const signIn = await browser.submit(await browser.open(loginUrlOf(inPlace)));
  const consent = await browser.submit(signIn, { handle: 'Pell', password: 'sandbox' });
  keep('OAuth state', (await browser.submit(consent, { decision: 'deny' })).url.searchParams.get('state'));
  const web = world.environment['PUBLIC_URL'];
  keep('OAuth code', 'wr0ng-code-of-someone-else');
  await fetch(`${web}login/callback?code=wr0ng-code-of-someone-else&state=wr0ng-state`);

  // Changes: done, refused with a reason that repeats the input, cut off, without a receipt.
  await officer.run('server audit channel', { channel: officer.view.channel('trade').id }).response();
  await confirm(officer, await officer.run('privileges grant', PILOT).response());
  await confirm(player, await transfer(player, 2));
  faults.add({ operation: TRANSFER, fault: { kind: 'status', status: 400, message: `Not for “${REASON}”` } });
  await confirm(player, await transfer(player, 3));
  faults.add({ operation: TRANSFER, fault: { kind: 'cut', at: 'after' } });
  await confirm(player, await transfer(player, 4));
  await player.waitForMessage((message) => textOf(message).includes('your credit log shows the transfer'));
  await player.run('msg send', { to: 'Pell', text: MESSAGE }).response();
  faults.add({ operation: SEND, fault: { kind: 'cut', at: 'before' } });
  await player.run('msg send', { to: 'Pell', text: MESSAGE }).response();
  await sendAndLoseReceipt(player);

  // Reads that fail, and a logout that doesn't reach the game.
  faults.add({ fault: { kind: 'html', status: 503 }, operation: 'character.skills.list', times: 9 });
  await player.run('skills').response();
  faults.add({ fault: { kind: 'truncate' }, operation: 'character.messages.list', times: 9 });
  await player.run('msg list').response();
  keepTokens();
  faults.add({ fault: { kind: 'status', status: 500 }, operation: 'oauth.revocation', times: 9 });
  await logOut(player);

  for (const url of [`${web}healthz`, `http://127.0.0.1:${world.app.metricsPort}/metrics`])
    pages.push(await (await fetch(url)).text());
  keepTokens();
  for (const name of ['DISCORD_TOKEN', 'OAUTH_CLIENT_SECRET', 'TOKEN_KEY']) keep(name, world.environment[name]);
  for (const { path } of world.discord.requests) keep('interaction token', /[\w-]{100,}/.exec(path)?.[0]);
  keep('private text', MESSAGE, REASON);
  for (const dm of [player, officer].flatMap((person) => person.dm())) {
    keep('direct message', ...textOf(dm).split('\n'));
    for (const { url } of buttonsOf(dm)) keep('one-time link', url?.split('/').at(-1));
  }
}, 60_000);

test('the log of a whole run at any level, the metrics and the health page contain no secret or private text', () => {
  const output = [...lines, ...pages].join('\n');
  const found = Object.entries(secrets).flatMap(([what, values]) =>
    [...values].filter((value) => output.includes(value)).map((value) => `${what}: ${value}`),
  );
  expect(found).toEqual([]);
});

test('the run had secrets of each kind, and logged something', () => {
  const tokens = ['OAuth AccessToken', 'OAuth RefreshToken', 'OAuth AuthorizationCode', 'OAuth state', 'TOKEN_KEY'];
  const others = ['interaction token', 'direct message', 'one-time link'];
  for (const what of [...tokens, ...others]) expect(secrets[what]?.size, what).toBeGreaterThan(0);
  const logged = ['changed the game', 'lost the response', 'an interaction ended', 'a login page ended', 'not revoke'];
  for (const text of [...logged, '"ok":true', '# TYPE']) expect([...lines, ...pages].join('')).toContain(text);
});
