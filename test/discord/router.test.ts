import { MessageFlags, Routes } from 'discord-api-types/v10';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../sandbox/game/faults.ts';
import { startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/config.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { createLogger } from '../../src/log.ts';
import { openStore } from '../../src/store/openStore.ts';
import { en } from '../../src/view/en.ts';
import { PAGER } from '../../src/view/pager.ts';
import { raw } from '../support/collections.ts';
import { openFront } from '../support/front.ts';
import { isPrivate, labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { dmAfter, linkCharacter, pressForged } from '../support/world.ts';

const PLAYER = 'Vael Ondar';
let logged: string[];
const log = createLogger({ level: 'debug' }, { write: (line) => void logged.push(line) });
beforeEach(() => {
  logged = [];
});

const environment = { REDIS_URL: inject('redisUrl') };

describe('one process', () => {
  const world = useWorld('each', { log, environment, discord: { identifyIntervalMs: 0 } });
  const breakGame = (operation: string, fault: Fault, times = 1) => world.game.faults.add({ operation, fault, times });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('a forged custom id reaches no %s', async (name) => {
    expect(await textFrom(await pressForged(world, world.player, `login/${name}/-/abc`))).toBe(en.errors.outdated);
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test.each<[what: string, fault: Fault, sentence: string, isDown?: true]>([
    ['is down', { kind: 'html', status: 503 }, en.errors.serviceUnavailable, true],
    ['turns the bot away', { kind: 'html' }, en.errors.blocked, true],
    ['doesn’t know something', { kind: 'status', status: 404 }, en.errors.notFound],
    [
      'refuses in markdown',
      { kind: 'error', message: '**X** @here', code: 400 },
      'The game refused: \\*\\*X\\*\\* \\@here',
    ],
  ])('a game that %s is explained in a sentence without technical details', async (_, fault, sentence, isDown) => {
    breakGame('galaxy.systems.list', fault, 3);
    const answer = await world.visitor.run('galaxy systems').response();
    expect(textOf(answer)).toBe(sentence);
    expect(labelsOf(answer)).toEqual(isDown ? ['Try again'] : []);
    expect(answer.mention_everyone).toBe(false);
  });

  test('what a component couldn’t do is done by Try again, in the place of its private error', async () => {
    const list = await world.visitor.run('galaxy systems').response();
    breakGame('galaxy.systems.list', { kind: 'html' });
    const error = await world.visitor.press(list, PAGER.next).response();
    const { message } = world.visitor.view.message(list.channel_id, list.id);
    expect([isPrivate(error), textOf(message)]).toEqual([true, textOf(list)]);
    const page = await world.visitor.press(error, 'Try again').response();
    expect([page.id, textOf(page)]).toEqual([error.id, expect.stringContaining('21–40')]);
  });

  const LACKING = 'Required permission: character_privileges; Available permissions: character_read';
  test.each([
    [403, LACKING, 'I need your permission to see and change faction privileges', 'Add this permission'],
    [401, 'Access Token Not Recognized', 'The game no longer accepts your login', 'Log in again'],
  ])('%i with “%s” leads to another login', async (status, message, sentence, label) => {
    await linkCharacter(world.player, PLAYER);
    breakGame('character.me', { kind: 'status', status, message });
    const refused = { body: '{"error": "invalid_grant"}', headers: { 'content-type': 'application/json' } };
    breakGame('oauth.token', { kind: 'status', status: 400, ...refused });
    const answer = await world.player.run('profile').response();
    expect(textOf(answer)).toContain(sentence);
    await dmAfter(world.player, world.player.press(answer, label));
    // The link stays as it was until the login is done.
    expect(await textFrom(world.player.run('profile'))).toContain(`## ${PLAYER}`);
  });

  test('an unexpected error gets a code, and the log has the code and the details', async () => {
    const store = await openStore(readConfig(world.environment).store, log);
    await store.collection(raw('handles', z.unknown())).set('broken', { character: 'inner text' });
    await store.close();
    const answer = await world.player.run('lookup', { handle: 'Broken' }).response();
    const [, reference = 'none'] = /^Something went wrong\. .* this code: `([0-9a-f]{8})`/.exec(textOf(answer)) ?? [];
    expect(isPrivate(answer)).toBe(true);
    const entry = JSON.parse(logged.find((line) => line.includes(reference)) ?? '{}');
    const err = { type: 'ZodError' };
    expect(entry).toMatchObject({ level: 50, reference, userId: world.player.id, interaction: '/lookup', err });
    // Commands without a login still work.
    expect(await textFrom(world.player.run('lookup', { handle: PLAYER }))).toContain('is a character in the game');
  });

  test.each([
    ['in private', 'profile', 'character.me', 0],
    ['in public', 'galaxy systems', 'galaxy.systems.list', 1],
  ])('slow work is acknowledged %s, as its answer will be: /%s', async (_, command, operation, seenByOthers) => {
    await linkCharacter(world.player, PLAYER);
    const slow = breakGame(operation, { kind: 'hold' });
    const running = world.player.run(command);
    await slow.reached;
    await running.acknowledged();
    expect(world.visitor.messages()).toHaveLength(seenByOthers);
    slow.release();
    expect(isPrivate(await running.response())).toBe(seenByOthers === 0);
  });

  test('a command that waits for the limit when the process ends is answered before it ends', async () => {
    breakGame('galaxy.systems.list', { kind: 'status', status: 429, headers: { 'retry-after': '8' } });
    await world.visitor.run('galaxy systems').response();
    const waiting = world.visitor.run('galaxy planets');
    await waiting.acknowledged();
    await world.app.stop(1_000);
    expect(await textFrom(waiting)).toBe(en.errors.interrupted);
  });

  test('commands work in servers and in direct messages with the bot, and personal ones answer in private', async () => {
    await linkCharacter(world.player, PLAYER);
    const galaxy = ['systems', 'planets', 'sectors', 'stations', 'cities'].map((list) => `galaxy ${list}`);
    for (const command of ['profile', 'credits balance', 'login', 'lookup', ...galaxy, 'logout']) {
      const isForOneAlone = !command.startsWith('galaxy');
      const options = command === 'lookup' ? { handle: PLAYER } : {};
      for (const channel of ['dm', 'general']) {
        const answer = await world.player.run(command, options, { channel }).response();
        expect(textOf(answer), command).not.toMatch(/went wrong|isn't responding/);
        expect(isPrivate(answer), command).toBe(isForOneAlone);
        expect((answer.flags ?? 0) & MessageFlags.IsComponentsV2).not.toBe(0);
      }
    }
  });
});

describe('two processes that get the same interactions', () => {
  const world = useWorld('each', { log, transport: 'endpoint', environment });
  let front: Awaited<ReturnType<typeof openFront>>;
  beforeEach(async () => {
    const another = await startApp(readConfig({ ...world.environment, WEB_PORT: '0' }), log);
    front = await openFront([world.app, another].map(({ webPort }) => `http://127.0.0.1:${webPort}/interactions`));
    const body = { interactions_endpoint_url: front.url };
    await createRest(readConfig(world.environment).discord).patch(Routes.currentApplication(), { body });
    return async () => {
      await another.stop();
      await front[Symbol.asyncDispose]();
    };
  });
  const requests = (method: string, path: RegExp) =>
    world.discord.requests.filter((request) => request.method === method && path.test(request.path));
  const leftToAnother = () => logged.filter((line) => line.includes('another process has this interaction')).length;

  test('answer each of them once, and refuse one that comes again', async () => {
    const list = await world.visitor.run('galaxy systems').response();
    expect(await front.replay()).toEqual([401, 401]);
    expect(await textFrom(world.visitor.press(list, PAGER.next))).toContain('21–40 of');
    expect(world.visitor.messages()).toHaveLength(1);
    expect(requests('PATCH', /original/)).toEqual([]);
    await linkCharacter(world.player, PLAYER);
    expect(requests('POST', /channels\/\d+\/messages/)).toHaveLength(1);
    expect(world.game.world.requests('galaxy.systems.list')).toBe(2);
    expect(requests('POST', /\/callback$/).filter(({ status }) => status !== 204)).toEqual([]);
    expect(leftToAnother()).toBeGreaterThan(0);
    expect(await textFrom(world.player.run('profile'))).toContain(`## ${PLAYER}`);
  });

  test('ask the game once for suggestions', async () => {
    await linkCharacter(world.player, PLAYER);
    await world.player.autocomplete('credits transfer', { recipient: 'a' }, 'recipient');
    await expect.poll(leftToAnother).toBeGreaterThan(0);
    expect(await front.replay()).toEqual([401, 401]);
  });
});
