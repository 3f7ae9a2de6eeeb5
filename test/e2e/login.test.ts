import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { en as login } from '../../commands/login/en.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createLinks } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/openStore.ts';
import { createTinyBrowser } from '../support/browser.ts';
import { choose, selectOf, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import {
  beginLogin,
  dmAfter,
  enterCode,
  finishLogin,
  linkCharacter,
  loginUrlOf,
  signIn,
  startWorld,
} from '../support/world.ts';

const folder = makeTemporaryFolder();
const world = useWorld('each');
let player: Person;
beforeEach(() => {
  ({ player } = world);
});

const enter = (invitation: APIMessage, code: string) => enterCode(player, invitation, code);
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
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

  test('another character than the linked one is confirmed first', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const invitation = await beginLogin(player);
    const question = await enter(invitation, await signIn(loginUrlOf(invitation), 'Pell'));
    expect(textOf(question)).toContain(login.confirmTitle('Pell', `<@${player.id}>`));
    expect(await textFrom(player.press(question, login.cancel))).toContain(login.canceled);
    expect(await textFrom(player.run('profile'))).toContain('## Vael Ondar');
  });

  test('an unverified link of an earlier release, whose character anyone could have written, saves no question', async () => {
    const { player, environment, stop } = await startWorld({
      environment: { DATABASE_FILE: join(folder, 'store.sqlite') },
    });
    await linkCharacter(player, 'Vael Ondar');
    const config = readConfig(environment);
    const store = await openStore(config.store, pino({ level: 'silent' }));
    const links = createLinks(store, createSealer(config.tokenKeys));
    const link = await links.get(player.id);
    if (link) await links.save({ ...link, isUnverified: true });
    await store.close();
    const invitation = await beginLogin(player);
    const question = await enterCode(player, invitation, await signIn(loginUrlOf(invitation), 'Vael Ondar'));
    expect(textOf(question)).toContain(login.confirmTitle('Vael Ondar', `<@${player.id}>`));
    await stop();
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
    expect((await createTinyBrowser().open(loginUrlOf(before))).html).toContain('has expired or is invalid');

    await finishLogin(player, invitation, 'Vael Ondar');
    const granted = await textFrom(player.run('permissions scopes'));
    for (const scope of ['MESSAGES_SEND', 'MESSAGES_DELETE', 'CREDITS_WRITE']) expect(granted).toContain(scope);
    expect(granted).not.toContain('CHARACTER_PRIVILEGES');
  });

  test('keeps what the waiting command needs', async () => {
    const refusal = await player.run('msg send', HELLO).response();
    const before = await dmAfter(player, player.press(refusal, 'Log in'));
    const invitation = await choose(player, before, 'credits').response();
    expect(textOf(invitation)).toContain('- send messages in your name');
    const done = await finishLogin(player, invitation, 'Vael Ondar');
    expect(await textFrom(player.press(done, login.runAgain))).toContain('Hello');
  });

  test('used after the sign-in, it makes that code worthless and gives the tokens back', async () => {
    const before = await beginLogin(player);
    const browser = createTinyBrowser();
    const code = await signIn(loginUrlOf(before), 'Vael Ondar', browser);
    const revocations = world.game.world.requests('oauth.revocation');
    const invitation = await choose(player, before, 'everything').response();
    expect(world.game.world.requests('oauth.revocation') - revocations).toBe(2);
    expect((await browser.open(new URL('code', loginUrlOf(before)))).html).toContain('has expired or is invalid');
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
    expect(loginUrlOf(once)).toBe(link);

    const question = await enter(once, code);
    expect(question.id).toBe(invitation.id);
    expect(textOf(question)).toContain('Link **Vael Ondar**');
    expect(textOf(question)).not.toContain('⚠');
    expect(player.dm()).toHaveLength(length);
  });

  test('leaves an invitation for more permissions with only what is new', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const invitation = await dmAfter(player, player.run('login', { permissions: 'everything' }));
    const before = textOf(invitation);
    expect(before).toContain(login.askedToo);
    expect(textOf(await enter(invitation, '123456')).endsWith(before)).toBe(true);
  });
});
