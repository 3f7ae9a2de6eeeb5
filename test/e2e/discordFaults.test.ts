import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { PAGER } from '../../src/view/pager.ts';
import { isPrivate, settled, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { loginUrlOf, signIn } from '../support/world.ts';

const DM_POST = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };

let logged: string[] = [];
const world = useWorld('each', { log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }) });
const { player } = world;
beforeEach(() => {
  logged = [];
});

/** Runs /login; the response must have a working invitation for this person only. */
async function expectInvitationInPlace(): Promise<void> {
  const answer = await player.run('login').response();
  expect(textOf(answer)).toContain("I couldn't DM you, so here it is.");
  expect(isPrivate(answer)).toBe(true);
  await signIn(loginUrlOf(answer), 'Vael Ondar');
  const named = await settled(player, answer, 'Signed in as **Vael Ondar**');
  expect(await textFrom(player.press(named, 'Cancel'))).toContain('Nothing was linked');
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

test('a direct message whose response was lost is not sent twice', async () => {
  world.discord.faults.next({ ...DM_POST, what: 'reset', when: 'after' });
  expect(await textFrom(player.run('login'))).toContain("I've sent you a DM");
  expect(player.dm()).toHaveLength(1);
});

test('an answer whose connection was reset is sent again', async () => {
  world.discord.faults.next({ method: 'PATCH', path: /@original$/, what: 'reset', times: 3 });
  expect(await textFrom(player.run('help'))).toContain('## What I can do');
});

describe('an acknowledgment that was applied and whose response was lost', () => {
  const lost = { method: 'POST', path: /\/callback$/, when: 'after' } as const;

  test.each([500, 'reset'] as const)("(%s) is still this process's to answer", async (what) => {
    world.discord.faults.next({ ...lost, what });
    const list = await player.run('galaxy systems').response();
    expect(textOf(list)).toContain('1–20 of');
    world.discord.faults.next({ ...lost, what });
    expect(await textFrom(player.press(list, PAGER.next))).toContain('21–40 of');
    expect(world.game.world.requests('galaxy.systems.list')).toBe(2);
  });

  test('shows a modal once, and nothing is logged as lost', async () => {
    const list = await player.run('galaxy systems').response();
    world.discord.faults.next({ ...lost, what: 500 });
    await player.press(list, '1 / 54').modal();
    expect(logged.join('')).not.toContain('could not answer');
  });
});

describe('an error of a public command', () => {
  test.each([
    ['lookup', { handle: 'No Such Person' }, 'No Such Person'],
    ['galaxy planets', { page: 9_999 }, '9,999'],
    ['profile', { share: true }, 'linked a game character'],
  ])('/%s', async (command, options, words) => {
    const said = await player.run(command, options).response();
    expect(textOf(said)).toContain(words);
    expect(isPrivate(said)).toBe(true);
    expect(player.messages()).toHaveLength(1);
    expect(world.officer.messages()).toEqual([]);
  });

  test('is written in place of the answer if that cannot be removed', async () => {
    world.discord.faults.next({ method: 'DELETE', path: /@original$/, what: 500, times: 10 });
    expect(await textFrom(player.run('lookup', { handle: 'No Such Person' }))).toContain('No Such Person');
    expect(player.messages()).toHaveLength(1);
  });
});
