import { describe, expect, inject, test } from 'vitest';
import { isPrivate, labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { beginLogin, enterCode, loginUrlOf, signIn } from '../support/world.ts';

describe.each([
  { over: 'SQLite', options: {} },
  { over: 'Redis', options: { environment: { REDIS_URL: inject('redisUrl') } } },
  { over: 'the interactions endpoint', options: { transport: 'endpoint' as const } },
])('the main job over $over', ({ options }) => {
  const world = useWorld('all', options);
  const { player, visitor } = world;

  test('a player links a character from chat, then plays from chat', async () => {
    const answer = await player.run('login').response();
    expect(textOf(answer)).toContain("I've sent you a DM.");
    expect(isPrivate(answer)).toBe(true);
    const invitation = player.dm().at(-1) ?? answer;
    expect(loginUrlOf(answer)).toBe(loginUrlOf(invitation));
    const done = await enterCode(player, invitation, await signIn(loginUrlOf(invitation), 'Vael Ondar'));
    expect(textOf(done)).toContain("You're linked as **Vael Ondar**.");

    const profile = await player.run('profile').response();
    expect(textOf(profile)).toContain('## Vael Ondar');
    expect(isPrivate(profile)).toBe(true);
    const balance = world.game.world.balanceOf(world.game.world.uidOf('Vael Ondar'));
    expect(await textFrom(player.run('credits balance'))).toContain(balance.toLocaleString('en-US'));
  });

  test('a visitor looks up a handle without a login, in private, and mentions no one', async () => {
    const answer = await visitor.run('lookup', { handle: 'Vael Ondar' }).response();
    expect(textOf(answer)).toContain(world.game.world.uidOf('Vael Ondar'));
    expect(isPrivate(answer)).toBe(true);
    const unknown = await visitor.run('lookup', { handle: 'No*body @everyone' }).response();
    expect(textOf(unknown)).toContain('called “No\\*body \\@everyone”');
    expect(unknown.mention_everyone).toBe(false);
  });

  test('five wrong codes end the login in its place, with a way to begin again', async () => {
    const invitation = await beginLogin(visitor);
    const leftOpen = await visitor.press(invitation, 'Enter the code').modal();
    const code = await signIn(loginUrlOf(invitation), 'Marshal Iri Tosk');
    const wrong = code === '000000' ? '000001' : '000000';
    let shown = invitation;
    for (const sentence of ['4 tries left', '3 tries left', '2 tries left', '1 try left', 'fifth wrong code']) {
      shown = await enterCode(visitor, shown, wrong);
      expect(textOf(shown)).toContain(sentence);
    }
    expect(shown.id).toBe(invitation.id);
    expect(labelsOf(shown)).toEqual(['Log in again']);
    expect(await textFrom(visitor.submit(leftOpen, { code }))).toContain('This login link has expired');
    expect(await textFrom(visitor.press(shown, 'Log in again'))).toContain('Link your game character');
  });
});
