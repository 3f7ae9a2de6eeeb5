import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { buttonOf, startWorld, textOf, type World } from '../support/world.ts';

const DM_POST = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };

let world: World;
let player: Person;
let logged: string[];
beforeEach(async () => {
  logged = [];
  world = await startWorld({ log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }) });
  player = world.discord.people.player;
});
afterEach(() => world?.stop());

/** Runs /login; the invitation must be in the answer, for this person alone. */
async function expectInvitationInPlace(): Promise<void> {
  const answer = await player.run('login').response();
  expect(textOf(answer)).toContain("I couldn't DM you, so here it is.");
  expect((answer.flags ?? 0) & MessageFlags.Ephemeral).not.toBe(0);
  expect(buttonOf(answer, 'Open the login page').url).toContain('/login/');
}

describe('a direct message that cannot be sent leaves the invitation in the answer', () => {
  test.each([
    [50001, 'message'],
    [50007, 'message'],
    [50278, 'message'],
    [20026, 'message'],
    [40003, 'channel'],
    [50007, 'channel'],
  ] as const)('refused with %i at the %s', async (code, at) => {
    player.refuseDirectMessages(code, at);
    await expectInvitationInPlace();
    expect(logged.join('')).toContain(`"code":${code}`);
  });

  test.each([500, 'reset'] as const)('failed again and again: %s', async (what) => {
    world.discord.faults.next({ ...DM_POST, what, times: 10 });
    await expectInvitationInPlace();
    expect(logged.join('')).toContain('could not send a direct message');
  });
});

test('a direct message whose answer was lost is not sent twice', async () => {
  world.discord.faults.next({ ...DM_POST, what: 'reset', when: 'after' });
  expect(textOf(await player.run('login').response())).toContain("I've sent you a DM");
  expect(player.dm()).toHaveLength(1);
});

test('an answer whose connection was reset is sent again', async () => {
  world.discord.faults.next({ method: 'PATCH', path: /@original$/, what: 'reset', times: 3 });
  expect(textOf(await player.run('help').response())).toContain('`/help`');
});

describe('an acknowledgment that was applied and whose answer was lost', () => {
  const lost = { method: 'POST', path: /\/callback$/, when: 'after' } as const;

  test.each([500, 'reset'] as const)('(%s) is still this process’s to answer', async (what) => {
    world.discord.faults.next({ ...lost, what });
    const list = await player.run('galaxy systems').response();
    expect(textOf(list)).toContain('1–20 of');
    world.discord.faults.next({ ...lost, what });
    expect(textOf(await player.press(list, 'Next').response())).toContain('21–40 of');
  });

  test('shows a modal once, and nothing is logged as lost', async () => {
    world.discord.faults.next({ ...lost, what: 500 });
    const list = await player.run('galaxy systems').response();
    world.discord.faults.next({ ...lost, what: 500 });
    await player.press(list, '1 / 54').modal();
    expect(logged.join('')).not.toContain('could not answer');
  });
});

describe('an error of a public command is for the person alone', () => {
  const isPrivate = ({ flags }: APIMessage) => ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;

  test.each([
    ['lookup', { handle: 'No Such Person' }, 'No Such Person'],
    ['galaxy planets', { page: 9_999 }, '9,999'],
    ['profile', { share: true }, 'linked a game character'],
  ])('/%s', async (command, options, words) => {
    const said = await player.run(command, options).response();
    expect(textOf(said)).toContain(words);
    expect(isPrivate(said)).toBe(true);
    expect(player.messages()).toHaveLength(1);
    expect(world.discord.people.officer.messages()).toEqual([]);
  });

  test('or in the place of the answer, where that cannot be removed', async () => {
    world.discord.faults.next({ method: 'DELETE', path: /@original$/, what: 500, times: 10 });
    const said = await player.run('lookup', { handle: 'No Such Person' }).response();
    expect(textOf(said)).toContain('No Such Person');
    expect(player.messages()).toHaveLength(1);
  });
});
