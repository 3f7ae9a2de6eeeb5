import { type APIMessage, Locale } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { en as login, TEXTS } from '../../commands/login/en.ts';
import { createTinyBrowser } from '../support/browser.ts';
import { buttonOf, choose, labelsOf, selectOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import {
  beginLogin,
  dmAfter,
  enterCode,
  finishLogin,
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
const HELLO = { to: 'Pell', text: 'Hello' };

describe('with the right code', () => {
  test('a permission is added to the linked character at once, and the waiting command can be run again', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const refusal = await player.run('msg send', HELLO).response();
    const invitation = await dmAfter(player, player.press(refusal, 'Add this permission'));
    const done = await enter(invitation, await signIn(loginUrlOf(invitation), 'Vael Ondar'));
    expect(textOf(done)).toContain(login.linked('Vael Ondar'));
    expect(await textFrom(player.run('permissions scopes'))).toContain('MESSAGES_SEND');
    expect(await textFrom(player.press(done, login.runAgain))).toContain('Hello');
  });

  test('the invitation names who signed in, even a stranger with the link, before a code is typed', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const invitation = await beginLogin(player);
    const code = await signIn(loginUrlOf(invitation), 'Pell');
    const named = now(invitation);
    expect(textOf(named)).toContain(`${login.signedIn('Pell')}\n-# UID ${uidOf('Pell')}`);
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
    expect(textOf(refused)).toContain('⚠ That form was for another character');
    expect(textOf(refused)).toContain(login.signedIn('Pell'));
    expect(await textFrom(player.run('profile'))).toContain("You haven't linked a game character");
    expect(textOf(await enter(refused, code))).toContain(login.linked('Pell'));
  });

  test('where direct messages are closed, the answer names the character, in the language of the person', async () => {
    player.closeDms();
    player.chooseLanguage(Locale.German);
    const invitation = await player.run('login').response();
    const page = buttonOf(invitation, TEXTS.de.openPage).url ?? '';
    const code = await signIn(page, 'Vael Ondar');
    const [text, label] = [TEXTS.de.signedIn('Vael Ondar'), TEXTS.de.link('Vael Ondar')];
    const named = await settled(player, invitation, text);
    const done = await player.submit(await player.press(named, label).modal(), { code }).response();
    expect(textOf(done)).toContain(TEXTS.de.linked('Vael Ondar'));
  });

  test.each([500, 'hang'] as const)('where editing the invitation fails (%s), names are confirmed', async (what) => {
    world.discord.faults.next({ ...EDIT_FAILS, what });
    const invitation = await beginLogin(player);
    const code = await signIn(loginUrlOf(invitation), 'Vael Ondar');
    expect(labelsOf(now(invitation))).toContain(login.enterCode);
    const question = await enter(invitation, code);
    expect(textOf(question)).toContain(login.confirmTitle('Vael Ondar', `<@${player.id}>`));
    expect(await textFrom(player.run('profile'))).toContain("You haven't linked a game character");
    expect(await textFrom(player.press(question, login.confirm))).toContain(login.linked('Vael Ondar'));
  });
});

describe('the menu of permissions on the invitation', () => {
  const chosenOn = (invitation: APIMessage): string[] =>
    selectOf(invitation).options.flatMap(({ value, default: isChosen }) => (isChosen ? [value] : []));

  test('changes what the login page asks for, by another link; the one before is dead', async () => {
    const before = await beginLogin(player);
    const invitation = await choose(player, before, 'lookAround', 'messages', 'credits').response();
    expect(invitation.id).toBe(before.id);
    expect(chosenOn(invitation)).toEqual(['lookAround', 'messages', 'credits']);
    const page = await createTinyBrowser().open(loginUrlOf(invitation));
    for (const permission of ['send messages in your name', 'delete your messages', 'send your credits to others']) {
      expect(textOf(invitation)).toContain(`- ${permission}`);
      expect(page.html).toContain(permission);
    }
    expect(page.html).toContain('This lets the bot send your credits');
    expect(page.html).not.toContain('privileges');
    const replaced = (await createTinyBrowser().open(loginUrlOf(before))).html;
    expect(replaced).toContain('was replaced by a newer one');
    expect(replaced).toContain('in the bot&#39;s DM');

    await finishLogin(player, invitation, 'Vael Ondar');
    const granted = await textFrom(player.run('permissions scopes'));
    for (const scope of ['MESSAGES_SEND', 'MESSAGES_DELETE', 'CREDITS_WRITE']) expect(granted).toContain(scope);
    expect(granted).not.toContain('CHARACTER_PRIVILEGES');
  });

  test('narrows everything: what is deselected is not asked for, and is not used', async () => {
    const before = await beginLogin(player, { permissions: 'everything' });
    const invitation = await choose(player, before, 'lookAround', 'messages', 'privileges', 'everything').response();
    expect(chosenOn(invitation)).toEqual(['lookAround', 'messages', 'privileges']);
    const page = await createTinyBrowser().open(loginUrlOf(invitation));
    expect(page.html).toContain('see where your character is');
    expect(page.html).not.toContain('send your credits to others');
    await finishLogin(player, invitation, 'Vael Ondar');
    const refused = await textFrom(player.run('credits transfer', { amount: 1, recipient: 'Pell' }));
    expect(refused).toContain('I need your permission to send your credits');
    // Everything again, then only a part of what the game granted before.
    const all = await choose(player, await beginLogin(player), 'everything').response();
    expect(chosenOn(all)).toHaveLength(5);
    const less = await choose(player, all, 'lookAround', 'messages').response();
    await finishLogin(player, less, 'Vael Ondar');
    expect(await textFrom(player.run('privileges list'))).toContain('I need your permission to see and change');
  });

  test('keeps what the waiting command needs', async () => {
    const refusal = await player.run('msg send', HELLO).response();
    const before = await dmAfter(player, player.press(refusal, 'Log in'));
    const invitation = await choose(player, before, 'credits').response();
    expect(textOf(invitation)).toContain('- send messages in your name');
    const done = await finishLogin(player, invitation, 'Vael Ondar');
    expect(await textFrom(player.press(done, login.runAgain))).toContain('Hello');
  });

  test('used after a sign-in that the invitation could not show, it makes that code worthless and gives the tokens back', async () => {
    world.discord.faults.next(EDIT_FAILS);
    const before = await beginLogin(player);
    const browser = createTinyBrowser();
    const code = await signIn(loginUrlOf(before), 'Vael Ondar', browser);
    const revocations = world.game.world.requests('oauth.revocation');
    const invitation = await choose(player, before, 'everything').response();
    expect(world.game.world.requests('oauth.revocation') - revocations).toBe(2);
    expect((await browser.open(new URL('code', loginUrlOf(before)))).html).toContain('was replaced by a newer one');
    expect(textOf(await enter(invitation, code))).toContain('⚠ Open the login page first');
  });
});

describe('a wrong or early code', () => {
  test('is shown on the invitation, which looks as before once the right one is entered', async () => {
    const invitation = await beginLogin(player);
    const { length } = player.dm();
    const link = loginUrlOf(invitation);
    const early = await enter(invitation, '123456');
    expect(early.id).toBe(invitation.id);
    expect(textOf(early)).toContain('⚠ Open the login page first');
    expect(textOf(early)).toContain('- see your skills');
    expect(loginUrlOf(early)).toBe(link);

    const code = await signIn(link, 'Vael Ondar');
    const once = await enter(early, wrong(code));
    expect(textOf(once)).not.toContain('Open the login page first');
    expect(textOf(once)).toContain("⚠ That isn't the code on the login page. You have 4 tries left.");
    expect(textOf(once)).toContain(login.signedIn('Vael Ondar'));
    expect(loginUrlOf(once)).toBe(link);

    const done = await enter(once, code);
    expect(done.id).toBe(invitation.id);
    expect(textOf(done)).toContain(login.linked('Vael Ondar'));
    expect(textOf(done)).not.toContain('⚠');
    expect(player.dm()).toHaveLength(length);
  });
});
