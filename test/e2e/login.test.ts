import { type APIMessage, Locale } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { FIRST_SCOPES } from '../../commands/login/choices.ts';
import { en as login, TEXTS } from '../../commands/login/en.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import {
  beginLogin,
  checkedOn,
  dmAfter,
  enterCode,
  linkCharacter,
  loginUrlOf,
  pressForged,
  signIn,
} from '../support/world.ts';

const world = useWorld('each');
const { player } = world;

const enter = (invitation: APIMessage, code: string) => enterCode(player, invitation, code);
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
/** The invitation as it is now. */
const now = (invitation: APIMessage): APIMessage => player.view.message(invitation.channel_id, invitation.id).message;
const linkIdOf = (named: APIMessage): string => buttonOf(named, labelsOf(named)[0] ?? '').custom_id ?? '';
const uidOf = (handle: string): string => world.game.world.uidOf(handle);
/** Of the invitation in the DM, with each retry. */
const EDIT_FAILS = { method: 'PATCH', path: /^\/channels\/\d+\/messages\/\d+$/, what: 500, times: 4 } as const;

describe('with the right code', () => {
  test('the invitation names who signed in, even a stranger with the link, before a code is typed', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const invitation = await beginLogin(player);
    const code = await signIn(loginUrlOf(invitation), 'Pell');
    const named = now(invitation);
    expectText(named, `${login.signedIn('Pell')}\n-# UID ${uidOf('Pell')}`);
    expect(labelsOf(named)).toEqual(['Link Pell', login.openPage, 'Cancel']);
    expect(await textFrom(player.press(named, 'Cancel'))).toContain(login.canceled);
    expect(await textFrom(player.run('profile'))).toContain('## Vael Ondar');
    const late = await player.submit(await (await pressForged(world, player, linkIdOf(named))).modal(), { code });
    expect(await textFrom(late)).toContain('has expired');
  });

  test('a form for another character than the one that signed in links nothing', async () => {
    const invitation = await beginLogin(player);
    const code = await signIn(loginUrlOf(invitation), 'Pell');
    const forged = linkIdOf(now(invitation)).replace(uidOf('Pell'), uidOf('Vael Ondar'));
    const form = await (await pressForged(world, player, forged)).modal();
    const refused = await player.submit(form, { code }).response();
    expectText(refused, '⚠ That form was for a different character', login.signedIn('Pell'));
    expect(await textFrom(player.run('profile'))).toContain("You haven't linked a game character");
    expectText(await enter(refused, code), login.linked('Pell'));
  });

  test('where direct messages are closed, the answer names the character, in the language of the person', async () => {
    player.closeDms();
    player.chooseLanguage(Locale.German);
    const invitation = await player.run('login').response();
    const code = await signIn(buttonOf(invitation, TEXTS.de.openPage).url ?? '', 'Vael Ondar');
    const named = await settled(player, invitation, TEXTS.de.signedIn('Vael Ondar'));
    const form = await player.press(named, TEXTS.de.link('Vael Ondar')).modal();
    expectText(await player.submit(form, { code }).response(), TEXTS.de.linked('Vael Ondar'));
  });

  test.each([500, 'hang'] as const)('where editing the invitation fails (%s), names are confirmed', async (what) => {
    world.discord.faults.next({ ...EDIT_FAILS, what });
    const invitation = await beginLogin(player);
    const code = await signIn(loginUrlOf(invitation), 'Vael Ondar');
    expect(labelsOf(now(invitation))).toContain(login.enterCode);
    const question = await enter(invitation, code);
    expectText(question, login.confirmTitle('Vael Ondar', `<@${player.id}>`));
    expect(await textFrom(player.run('profile'))).toContain("You haven't linked a game character");
    expect(await textFrom(player.press(question, login.confirm))).toContain(login.linked('Vael Ondar'));
  });
});

describe('the login page', () => {
  test('has a box for each permission, and what is checked there is asked for, granted and used', async () => {
    const invitation = await beginLogin(player, { permissions: 'messages' });
    const link = loginUrlOf(invitation);
    expect(await checkedOn(link)).toEqual([...FIRST_SCOPES, 'MESSAGES_SEND', 'MESSAGES_DELETE']);
    const posted = { permission: ['CREDITS_WRITE', 'CHARACTER_SKILLS', 'nonsense'] };
    await enter(invitation, await signIn(link, 'Vael Ondar', posted));
    const granted = (await textFrom(player.run('permissions scopes'))).match(/[A-Z]+_[A-Z]+/g);
    expect(granted?.toSorted().join()).toBe('CHARACTER_READ,CHARACTER_SKILLS,CREDITS_WRITE');

    // What was granted and is unchecked is taken away, although the game's token still has it.
    const more = await beginLogin(player, { permissions: 'privileges' });
    const suggested = ALL_SCOPES.filter((scope) => !/LOCATION|SEND|DELETE/.test(scope));
    expect(await checkedOn(loginUrlOf(more))).toEqual(suggested);
    await enter(more, await signIn(loginUrlOf(more), 'Vael Ondar', { permission: 'CHARACTER_PRIVILEGES' }));
    expect(await textFrom(player.run('privileges list'))).not.toContain('I need your permission');
    const refused = await textFrom(player.run('credits transfer', { amount: 1, recipient: 'Pell' }));
    expect(refused).toContain('I need your permission to send your credits');
  });

  test('may be left without what the waiting command needs, which then asks again', async () => {
    const refusal = await player.run('msg send', { to: 'Pell', text: 'Hello' }).response();
    const invitation = await dmAfter(player, player.press(refusal, 'Log in'));
    expect(await checkedOn(loginUrlOf(invitation))).toContain('MESSAGES_SEND');
    const done = await enter(invitation, await signIn(loginUrlOf(invitation), 'Vael Ondar', { permission: [] }));
    expect(await textFrom(player.press(done, login.runAgain))).toContain('I need your permission to send messages');
  });
});

test('a wrong or early code is shown on the invitation, which looks as before once the right one is entered', async () => {
  const invitation = await beginLogin(player);
  const { length } = player.dm();
  const link = loginUrlOf(invitation);
  const early = await enter(invitation, '123456');
  expect([early.id, loginUrlOf(early)]).toEqual([invitation.id, link]);
  expectText(early, '⚠ Open the login page first');

  const code = await signIn(link, 'Vael Ondar');
  const once = await enter(early, wrong(code));
  expect(textOf(once)).not.toContain('Open the login page first');
  expectText(once, "⚠ That isn't the code on the login page. You have 4 tries left.", login.signedIn('Vael Ondar'));
  expect(loginUrlOf(once)).toBe(link);

  const done = await enter(once, code);
  expect(done.id).toBe(invitation.id);
  expectText(done, login.linked('Vael Ondar'));
  expect(textOf(done)).not.toContain('⚠');
  expect(player.dm()).toHaveLength(length);
});
