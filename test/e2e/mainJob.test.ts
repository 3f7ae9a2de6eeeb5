import { MessageFlags } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { beginLogin, buttonOf, buttonsOf, linkCharacter, signIn, startWorld, textOf } from '../support/world.ts';

describe.each([
  { store: 'SQLite', environment: {} },
  { store: 'Redis', environment: { REDIS_URL: inject('redisUrl') } },
])('the main job over $store', ({ environment }) => {
  let world: Sandbox;
  beforeAll(async () => {
    world = await startWorld({ environment });
  });
  afterAll(() => world.stop());

  test('a player links a character from chat, then plays from chat', async () => {
    const { player } = world.discord.people;
    const answer = await player.run('login').response();
    expect(textOf(answer)).toContain("I've sent you a DM.");
    expect((answer.flags ?? 0) & MessageFlags.Ephemeral).toBeTruthy();

    const invitation = player.dm().at(-1);
    if (!invitation) throw new Error('no DM');
    const code = await signIn(buttonOf(invitation, 'Open the login page').url ?? '', 'Vael Ondar');
    const modal = await player.press(invitation, 'Enter the code').modal();
    const question = await player.submit(modal, { code }).response();
    expect(textOf(question)).toContain('Link **Vael Ondar** to <@');
    expect(question.mentions).toEqual([]);
    const done = await player.press(question, 'Link').response();
    expect(textOf(done)).toContain("You're linked as **Vael Ondar**.");

    const profile = await player.run('profile').response();
    expect(textOf(profile)).toContain('## Vael Ondar');
    expect((profile.flags ?? 0) & MessageFlags.Ephemeral).toBeTruthy();
    const balance = await player.run('credits balance').response();
    const uid = world.game.world.uidOf('Vael Ondar');
    expect(textOf(balance)).toContain(new Intl.NumberFormat('en-US').format(world.game.world.balanceOf(uid)));
  });

  test('a visitor looks up a handle without a login, in public', async () => {
    const { visitor } = world.discord.people;
    const answer = await visitor.run('lookup', { handle: 'Vael Ondar' }).response();
    expect(textOf(answer)).toContain(world.game.world.uidOf('Vael Ondar'));
    expect((answer.flags ?? 0) & MessageFlags.Ephemeral).toBeFalsy();
    const unknown = await visitor.run('lookup', { handle: 'No*body @everyone' }).response();
    expect(textOf(unknown)).toContain('called “No\\*body \\@everyone”');
    expect(unknown.mention_everyone).toBe(false);
  });

  test('/lookup says what works for a UID and for blanks', async () => {
    const { visitor } = world.discord.people;
    const byUid = await visitor.run('lookup', { handle: '1:1002' }).response();
    expect(textOf(byUid)).toMatch(/“1:1002” is a UID, .*Try `handle: Jane Doe`/);
    expect(textOf(await visitor.run('lookup', { handle: '  ' }).response())).toContain('Please enter a handle');
  });

  test('the galaxy is browsed with its buttons, only by the person who ran the command', async () => {
    const { visitor, officer } = world.discord.people;
    const first = await visitor.run('galaxy systems').response();
    const [title] = textOf(first).split('\n');
    expect(title).toBe('## Star systems');
    expect(buttonsOf(first).map(({ label, disabled }) => [label, disabled ?? false])).toEqual([
      ['First', true],
      ['Previous', true],
      [expect.stringMatching(/^1 \/ \d+$/), false],
      ['Next', false],
      ['Last', false],
    ]);
    const firstText = textOf(first);
    const next = await visitor.press(first, 'Next').response();
    expect(next.id).toBe(first.id);
    expect(textOf(next)).not.toBe(firstText);
    const last = await visitor.press(next, 'Last').response();
    expect(buttonOf(last, 'Next').disabled).toBe(true);
    const before = await visitor.press(last, 'Previous').response();
    expect(buttonOf(before, 'Next').disabled ?? false).toBe(false);
    const again = await visitor.press(before, 'First').response();
    expect(textOf(again)).toBe(firstText);

    const foreign = await officer.press(again, 'Next').response();
    expect(textOf(foreign)).toContain('belong to someone else');
    expect((foreign.flags ?? 0) & MessageFlags.Ephemeral).toBeTruthy();
    expect(textOf(again)).toBe(firstText);
  });

  test('a page past the end gets a sentence with one that works', async () => {
    const answer = await world.discord.people.visitor.run('galaxy systems', { page: 99_999 }).response();
    expect(textOf(answer)).toMatch(/page 99,999 doesn't exist\. Try `page: \d+`\./);
  });

  test('without a login the private commands offer one', async () => {
    const { visitor } = world.discord.people;
    const answer = await visitor.run('profile').response();
    expect(textOf(answer)).toContain("You haven't linked a game character");
    const reply = await visitor.press(answer, 'Log in').response();
    expect(textOf(reply)).toContain("I've sent you a DM.");
  });

  test('logging out revokes the token upstream and erases the link', async () => {
    const { officer } = world.discord.people;
    await linkCharacter(officer, 'Marshal Iri Tosk');
    expect(textOf(await officer.run('logout').response())).toContain("You're unlinked.");
    expect(textOf(await officer.run('credits balance').response())).toContain("You haven't linked a game character");
    expect(textOf(await officer.run('logout').response())).toContain("You're not linked.");
  });

  test('with direct messages closed the invitation comes as a private reply', async () => {
    const { officer } = world.discord.people;
    officer.closeDms();
    const answer = await officer.run('login').response();
    officer.openDms();
    expect((answer.flags ?? 0) & MessageFlags.Ephemeral).toBeTruthy();
    const code = await signIn(buttonOf(answer, 'Open the login page').url ?? '', 'Marshal Iri Tosk');
    const modal = await officer.press(answer, 'Enter the code').modal();
    const question = await officer.submit(modal, { code }).response();
    const done = await officer.press(question, 'Cancel').response();
    expect(textOf(done)).toContain('Nothing was linked');
    expect(textOf(await officer.run('profile').response())).toContain("You haven't linked a game character");
  });

  test('five wrong codes end the login', async () => {
    const { visitor } = world.discord.people;
    const invitation = await beginLogin(visitor);
    const code = await signIn(buttonOf(invitation, 'Open the login page').url ?? '', 'Marshal Iri Tosk');
    const wrong = code === '000000' ? '000001' : '000000';
    const leftOpen = await visitor.press(invitation, 'Enter the code').modal();
    for (const sentence of [
      'You have 4 tries left',
      '3 tries left',
      '2 tries left',
      '1 try left',
      'fifth wrong code',
    ]) {
      const modal = await visitor.press(invitation, 'Enter the code').modal();
      expect(textOf(await visitor.submit(modal, { code: wrong }).response())).toContain(sentence);
    }
    expect(textOf(await visitor.submit(leftOpen, { code }).response())).toContain('This login link has expired');
  });
});
