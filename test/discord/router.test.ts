import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/openStore.ts';
import { en } from '../../src/view/messages.ts';
import { buttonOf, buttonsOf, linkCharacter, pressForged, startWorld, textOf, type World } from '../support/world.ts';

const PLAYER = 'Vael Ondar';

let world: World;
let apps: App[];
let folder: string;
let logged: string[];
const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });

async function start(options: Partial<SandboxOptions> = {}): Promise<World> {
  world = await startWorld({ log, environment: { DATABASE_FILE: join(folder, 'state.sqlite') }, ...options });
  return world;
}

/** One more process of the bot, with the same Discord, game and store. */
async function startAnother(environment: Record<string, string> = { WEB_PORT: '0' }): Promise<App> {
  const app = await startApp(readConfig({ ...world.environment, ...environment }), log);
  apps.push(app);
  return app;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commlink-router-'));
  [apps, logged] = [[], []];
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

function isPrivate({ flags }: APIMessage): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

async function invitationAfter(person: Person, message: APIMessage, label: string): Promise<APIMessage> {
  await person.press(message, label).response();
  const invitation = person.dm().at(-1);
  if (!invitation) throw new Error('The bot sent no DM');
  return invitation;
}

async function askedScopes(invitation: APIMessage): Promise<string[]> {
  const link = buttonOf(invitation, 'Open the login page').url ?? '';
  const { headers } = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  return (new URL(headers.get('location') ?? '').searchParams.get('scope') ?? '').split(' ');
}

test.each(['login/constructor/-/abc', 'login/toString/-/abc', 'login/hasOwnProperty/-/abc'])(
  'the forged custom id %s reaches nothing that every object has',
  async (customId) => {
    await start();
    const answer = await (await pressForged(world, world.discord.people.player, customId)).response();
    expect(textOf(answer)).toBe(en.errors.outdated);
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

describe('every error of the game has its sentence, and the button that solves it', () => {
  beforeEach(async () => {
    await start();
  });

  test('without a link: log in', async () => {
    const answer = await world.discord.people.player.run('profile').response();
    expect(textOf(answer)).toBe(en.errors.notLinked);
    expect(buttonsOf(answer).map(({ label }) => label)).toEqual(['Log in']);
    expect(isPrivate(answer)).toBe(true);
  });

  test('the service is down: a sentence without technical details', async () => {
    const { visitor } = world.discord.people;
    world.game.faults.add({
      operation: 'galaxy.systems.list',
      times: Number.POSITIVE_INFINITY,
      fault: { kind: 'html' },
    });
    const answer = await visitor.run('galaxy systems').response();
    expect(textOf(answer)).toContain(en.errors.serviceUnavailable);
    expect(textOf(answer)).not.toMatch(/html|json|HTTP/i);
    expect(buttonsOf(answer)).toEqual([]);
  });

  test('a permission is missing: a login that asks for exactly that one in addition', async () => {
    const { player } = world.discord.people;
    await linkCharacter(player, PLAYER);
    const message = 'Required permission: character_privileges; Available permissions: character_read';
    world.game.faults.add({ operation: 'character.me', fault: { kind: 'status', status: 403, message } });
    const answer = await player.run('profile').response();
    expect(textOf(answer)).toContain('I need your permission to see and change faction privileges');
    const invitation = await invitationAfter(player, answer, 'Add this permission');
    expect(textOf(invitation)).toContain('- see and change faction privileges');
    // What was granted before stays; to be told whose login it is, the first one is always asked for.
    expect(await askedScopes(invitation)).toEqual(['character_read', 'character_privileges']);
    // The link is as it was until the login is done.
    expect(textOf(await player.run('profile').response())).toContain(`## ${PLAYER}`);
  });

  test('a token that the game no longer accepts: log in again', async () => {
    const { player } = world.discord.people;
    await linkCharacter(player, PLAYER);
    const status = { kind: 'status', status: 401, message: 'Access Token Not Recognized' } as const;
    world.game.faults.add({ operation: 'character.me', fault: status });
    const body = JSON.stringify({ error: 'invalid_grant' });
    const headers = { 'content-type': 'application/json' };
    world.game.faults.add({ operation: 'oauth.token', fault: { kind: 'status', status: 400, body, headers } });
    const answer = await player.run('profile').response();
    expect(textOf(answer)).toContain('The game no longer accepts your login');
    const invitation = await invitationAfter(player, answer, 'Log in again');
    expect(textOf(invitation)).toContain('Link your game character');
  });

  test("the limit is used up: when it ends, in the reader's own time", async () => {
    const { player } = world.discord.people;
    await linkCharacter(player, PLAYER);
    const headers = { 'retry-after': '600' };
    const message = 'Rate limit exceeded';
    world.game.faults.add({ operation: 'character.me', fault: { kind: 'status', status: 429, message, headers } });
    const earliest = Math.floor(Date.now() / 1_000) + 590;
    const text = textOf(await player.run('profile').response());
    const [, until] = /The next request is available at <t:(\d+):T>\./.exec(text) ?? [];
    expect(Number(until)).toBeGreaterThanOrEqual(earliest);
    expect(Number(until)).toBeLessThan(earliest + 60);
  });

  test("something the game doesn't know: check the spelling", async () => {
    world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'status', status: 404 } });
    const answer = await world.discord.people.visitor.run('galaxy systems').response();
    expect(textOf(answer)).toBe(en.errors.notFound);
  });

  test("a refusal: the game's reason, which formats nothing and mentions no one", async () => {
    const message = 'Not **today** @everyone';
    world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'error', message, code: 400 } });
    const answer = await world.discord.people.visitor.run('galaxy systems').response();
    expect(textOf(answer)).toBe('The game refused: Not \\*\\*today\\*\\* \\@everyone');
    expect(answer.mention_everyone).toBe(false);
  });

  test('an error of a button is a private reply, and the message stays as it was', async () => {
    const { visitor } = world.discord.people;
    const list = await visitor.run('galaxy systems').response();
    const before = textOf(list);
    world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'status', status: 404 } });
    const answer = await visitor.press(list, 'Next').response();
    expect(textOf(answer)).toContain(en.errors.notFound);
    expect(isPrivate(answer)).toBe(true);
    expect(textOf(list)).toBe(before);
    expect(textOf(await visitor.press(list, 'Next').response())).toContain('21–40');
  });
});

async function invitationOf(person: Person): Promise<APIMessage> {
  await person.run('login').response();
  return person.dm().at(-1) as APIMessage;
}

test('an unexpected error gets a code, and the log has the code and the details', async () => {
  await start();
  const { player } = world.discord.people;
  const store = await openStore({ file: world.environment['DATABASE_FILE'] ?? '' }, log);
  await store.collection('audit', z.unknown()).set(player.id, { character: 'inner text' });
  await store.close();
  const answer = await player.run('account').response();
  const [, reference = 'none'] = /^Something went wrong\. .* this code: `([0-9a-f]{8})`$/.exec(textOf(answer)) ?? [];
  expect(isPrivate(answer)).toBe(true);
  const entry = logged.find((line) => line.includes(reference)) ?? '{}';
  expect(JSON.parse(entry)).toMatchObject({
    level: 50,
    reference,
    userId: player.id,
    interaction: '/account',
    err: { type: 'ZodError' },
  });
  // What needs no trail goes on.
  expect(textOf(await player.run('lookup', { handle: PLAYER }).response())).toContain('is a character in the game');
});

test('no log line holds a token, a login link or a code', async () => {
  await start();
  const { player } = world.discord.people;
  await linkCharacter(player, PLAYER);
  await player.run('profile').response();
  await player.run('logout').response();
  const link = new URL(buttonOf(await invitationOf(player), 'Open the login page').url ?? '').pathname
    .split('/')
    .at(-1);
  expect(logged.length).toBeGreaterThan(0);
  const all = logged.join('');
  for (const secret of [
    link,
    world.environment['OAUTH_CLIENT_SECRET'],
    world.environment['TOKEN_KEY'],
    world.discord.botToken,
  ])
    expect(all).not.toContain(secret);
});

describe('the acknowledgment is sent before slow work', () => {
  beforeEach(async () => {
    await start();
  });

  test('of a command', async () => {
    const slow = world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'hold' } });
    const running = world.discord.people.visitor.run('galaxy systems');
    await slow.reached;
    await running.acknowledged();
    slow.release();
    expect(textOf(await running.response())).toContain('1–20 of');
  });

  test('of a private command, as a private message', async () => {
    const { player } = world.discord.people;
    await linkCharacter(player, PLAYER);
    const slow = world.game.faults.add({ operation: 'character.me', fault: { kind: 'hold' } });
    const running = player.run('profile');
    await slow.reached;
    await running.acknowledged();
    expect(world.discord.people.officer.messages()).toEqual([]);
    slow.release();
    expect(textOf(await running.response())).toContain(`## ${PLAYER}`);
  });

  test('of a button, whose message stays as it is', async () => {
    const { visitor } = world.discord.people;
    const list = await visitor.run('galaxy systems').response();
    const slow = world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'hold' } });
    const pressed = visitor.press(list, 'Next');
    await slow.reached;
    await pressed.acknowledged();
    expect(textOf(list)).toContain('1–20 of');
    slow.release();
    expect(textOf(await pressed.response())).toContain('21–40 of');
  });
});

test('the buttons of an old message work after a restart', async () => {
  await start();
  const { visitor, officer } = world.discord.people;
  const list = await visitor.run('galaxy planets').response();
  await world.app.stop();
  await startAnother({});
  const next = await visitor.press(list, 'Next').response();
  expect(next.id).toBe(list.id);
  expect(textOf(next)).toContain('21–40 of');
  expect(textOf(await officer.press(next, 'Next').response())).toBe(en.errors.notYours);
});

test('links and pending logins survive a restart', async () => {
  await start();
  const { player, officer } = world.discord.people;
  await linkCharacter(player, PLAYER);
  const invitation = await invitationOf(officer);
  await world.app.stop();
  await startAnother({});
  expect(textOf(await player.run('profile').response())).toContain(`## ${PLAYER}`);
  const modal = await officer.press(invitation, 'Enter the code').modal();
  expect(textOf(await officer.submit(modal, { code: '123456' }).response())).toContain(en.loginProblems.not_signed_in);
});

test('a command that waits for the limit when the process ends is answered before it ends', async () => {
  await start();
  const { visitor } = world.discord.people;
  const headers = { 'retry-after': '8' };
  world.game.faults.add({ operation: 'galaxy.systems.list', fault: { kind: 'status', status: 429, headers } });
  await visitor.run('galaxy systems').response();
  const waiting = visitor.run('galaxy planets');
  await waiting.acknowledged();
  await world.app.stop(1_000);
  expect(textOf(await waiting.response())).toBe(en.errors.restarting);
});

test('two bot processes answer every interaction once', async () => {
  await start({ environment: { REDIS_URL: inject('redisUrl') } });
  await startAnother();
  const { player, visitor } = world.discord.people;
  const edits = () =>
    world.discord.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('original'));
  const posts = () =>
    world.discord.requests.filter(({ method, path }) => method === 'POST' && /channels\/\d+\/messages/.test(path));
  const list = await visitor.run('galaxy systems').response();
  expect(textOf(await visitor.press(list, 'Next').response())).toContain('21–40 of');
  expect(visitor.messages()).toHaveLength(1);
  expect(edits()).toEqual([]);
  await linkCharacter(player, PLAYER);
  expect(posts()).toHaveLength(1);
  expect(world.game.world.requests('galaxy.systems.list')).toBe(2);
  const acknowledgments = world.discord.requests.filter(({ path }) => path.endsWith('/callback'));
  expect(acknowledgments.filter(({ status }) => status !== 204)).toEqual([]);
  expect(logged.filter((line) => line.includes('another process has this interaction'))).not.toEqual([]);
  expect(textOf(await player.run('profile').response())).toContain(`## ${PLAYER}`);
});

test('of two bot processes, one continues although the response to its acknowledgment was lost', async () => {
  await start({ environment: { REDIS_URL: inject('redisUrl') } });
  await startAnother();
  world.discord.faults.next({ method: 'POST', path: /\/callback$/, what: 500, when: 'after' });
  expect(textOf(await world.discord.people.visitor.run('galaxy systems').response())).toContain('1–20 of');
  expect(world.game.world.requests('galaxy.systems.list')).toBe(1);
});

test('two bot processes ask the game once for suggestions', async () => {
  await start({ environment: { REDIS_URL: inject('redisUrl') } });
  await startAnother();
  const { player } = world.discord.people;
  await linkCharacter(player, PLAYER);
  const answers = () => world.discord.requests.filter(({ path }) => path.endsWith('/callback')).length;
  const before = answers();
  await player.autocomplete('credits transfer', { recipient: 'a' }, 'recipient');
  await expect.poll(() => logged.filter((line) => line.includes('another process has')).length).toBeGreaterThan(0);
  expect(answers()).toBe(before + 1);
});

test.each([
  ['profile', {}, true],
  ['credits balance', {}, true],
  ['login', {}, true],
  ['lookup', { handle: PLAYER }, false],
  ['galaxy systems', {}, false],
  ['galaxy planets', {}, false],
  ['galaxy sectors', {}, false],
  ['galaxy stations', {}, false],
  ['galaxy cities', { page: 2 }, false],
  ['logout', {}, true],
])('/%s works in servers and in direct messages with the bot', async (command, options, isForOneAlone) => {
  await start();
  const { player } = world.discord.people;
  await linkCharacter(player, PLAYER);
  const inDm = await player.run(command, options, { channel: 'dm' }).response();
  const inServer = await player.run(command, options).response();
  for (const answer of [inDm, inServer]) {
    expect(textOf(answer)).not.toMatch(/went wrong|isn't responding/);
    expect(isPrivate(answer)).toBe(isForOneAlone);
    expect(answer.flags ?? 0).toSatisfy((flags: number) => (flags & MessageFlags.IsComponentsV2) !== 0);
  }
  if (isForOneAlone) expect(world.discord.people.visitor.messages()).toEqual([]);
});
