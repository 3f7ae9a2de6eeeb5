import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIMessage, ButtonStyle } from 'discord-api-types/v10';
import { Keyv } from 'keyv';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { en as login } from '../../commands/login/messages.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createLinks } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/openStore.ts';
import { createTinyBrowser } from '../support/browser.ts';
import {
  beginLogin,
  buttonOf,
  buttonsOf,
  choose,
  finishLogin,
  linkCharacter,
  selectOf,
  signIn,
  startWorld,
  textOf,
  type World,
} from '../support/world.ts';

let world: World;
let player: Person;
beforeEach(async () => {
  world = await startWorld();
  player = world.discord.people.player;
});
afterEach(() => world?.stop());

async function enter(invitation: APIMessage, code: string): Promise<APIMessage> {
  return await player.submit(await player.press(invitation, 'Enter the code').modal(), { code }).response();
}

const linkOf = (invitation: APIMessage): string => buttonOf(invitation, 'Open the login page').url ?? '';
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

test('one /login reads the link once', async () => {
  await finishLogin(player, await beginLogin(player), 'Vael Ondar');
  const read = vi.spyOn(Keyv.prototype, 'get');
  for (const permissions of ['lookAround', 'everything']) {
    read.mockClear();
    await player.run('login', { permissions }).response();
    expect(
      read.mock.contexts.filter((keyv) => keyv instanceof Keyv && keyv.namespace === 'commlink:link'),
    ).toHaveLength(1);
  }
  read.mockRestore();
});

describe('with the right code', () => {
  test('a permission is added to the linked character at once, and the waiting command can be run again', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const refusal = await player.run('msg send', { to: 'Pell', text: 'Hello' }).response();
    await player.press(refusal, 'Add this permission').response();
    const invitation = player.dm().at(-1) as APIMessage;
    const done = await enter(invitation, await signIn(linkOf(invitation), 'Vael Ondar'));
    expect(textOf(done)).toContain(login.linked('Vael Ondar'));
    expect(textOf(await player.run('permissions scopes').response())).toContain('MESSAGES_SEND');
    expect(textOf(await player.press(done, login.runAgain).response())).toContain('Hello');
  });

  test('another character than the linked one is confirmed first', async () => {
    await linkCharacter(player, 'Vael Ondar');
    const invitation = await beginLogin(player);
    const question = await enter(invitation, await signIn(linkOf(invitation), 'Pell'));
    expect(textOf(question)).toContain(login.confirmTitle('Pell', `<@${player.id}>`));
    expect(textOf(await player.press(question, login.cancel).response())).toContain(login.canceled);
    expect(textOf(await player.run('profile').response())).toContain('## Vael Ondar');
  });
});

test('an unverified link of an earlier release, whose character anyone could have written, saves no question', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-login-'));
  await world.stop();
  world = await startWorld({ environment: { DATABASE_FILE: join(folder, 'store.sqlite') } });
  player = world.discord.people.player;
  await linkCharacter(player, 'Vael Ondar');
  const config = readConfig(world.environment);
  const store = await openStore(config.store, pino({ level: 'silent' }));
  const links = createLinks(store, createSealer(config.tokenKeys));
  const link = await links.get(player.id);
  if (link) await links.save({ ...link, isUnverified: true });
  await store.close();
  const invitation = await beginLogin(player);
  const question = await enter(invitation, await signIn(linkOf(invitation), 'Vael Ondar'));
  expect(textOf(question)).toContain(login.confirmTitle('Vael Ondar', `<@${player.id}>`));
  rmSync(folder, { recursive: true });
});

describe('the menu of permissions on the invitation', () => {
  const chosenOn = (invitation: APIMessage): string[] =>
    selectOf(invitation).options.flatMap(({ value, default: isChosen }) => (isChosen ? [value] : []));

  test('tells what is asked for; the login page comes first, and the code’s button is a plain one', async () => {
    const invitation = await beginLogin(player);
    expect(chosenOn(invitation)).toEqual(['lookAround']);
    expect(buttonsOf(invitation)).toMatchObject([
      { label: login.openPage, style: ButtonStyle.Link },
      { label: login.enterCode, style: ButtonStyle.Secondary },
    ]);
  });

  test('changes what the login page asks for, by another link; the one before is dead', async () => {
    const before = await beginLogin(player);
    const invitation = await choose(player, before, 'lookAround', 'messages', 'credits').response();
    expect(invitation.id).toBe(before.id);
    expect(chosenOn(invitation)).toEqual(['lookAround', 'messages', 'credits']);
    const asked = ['send messages in your name', 'delete your messages', 'send your credits to others'];
    const page = await createTinyBrowser().open(linkOf(invitation));
    for (const permission of asked) {
      expect(textOf(invitation)).toContain(`- ${permission}`);
      expect(page.html).toContain(permission);
    }
    expect(page.html).not.toContain('privileges');
    expect((await createTinyBrowser().open(linkOf(before))).html).toContain('has expired or is invalid');

    await finishLogin(player, invitation, 'Vael Ondar');
    const granted = textOf(await player.run('permissions scopes').response());
    for (const scope of ['MESSAGES_SEND', 'MESSAGES_DELETE', 'CREDITS_WRITE']) expect(granted).toContain(scope);
    expect(granted).not.toContain('CHARACTER_PRIVILEGES');
  });

  test('keeps what the waiting command needs', async () => {
    const refusal = await player.run('msg send', { to: 'Pell', text: 'Hello' }).response();
    await player.press(refusal, 'Log in').response();
    const invitation = await choose(player, player.dm().at(-1) as APIMessage, 'credits').response();
    expect(textOf(invitation)).toContain('- send messages in your name');
    const done = await finishLogin(player, invitation, 'Vael Ondar');
    expect(textOf(await player.press(done, login.runAgain).response())).toContain('Hello');
  });

  test('used after the sign-in, it makes that code worthless and gives the tokens back', async () => {
    const before = await beginLogin(player);
    const browser = createTinyBrowser();
    const code = await signIn(linkOf(before), 'Vael Ondar', browser);
    const revocations = world.game.world.requests('oauth.revocation');
    const invitation = await choose(player, before, 'everything').response();
    expect(world.game.world.requests('oauth.revocation') - revocations).toBe(2);
    expect((await browser.open(new URL('code', linkOf(before)))).html).toContain('has expired or is invalid');
    expect(textOf(await enter(invitation, code))).toContain('⚠ Open the login page first');
  });
});

describe('what is said of a code', () => {
  test('stands on the invitation while it is wrong or too early, and is gone with the right one', async () => {
    const invitation = await beginLogin(player);
    const { length } = player.dm();
    const link = linkOf(invitation);
    const early = await enter(invitation, '123456');
    expect(early.id).toBe(invitation.id);
    expect(textOf(early)).toContain('⚠ Open the login page first');
    expect(textOf(early)).toContain('- see your skills');
    expect(linkOf(early)).toBe(link);

    const code = await signIn(link, 'Vael Ondar');
    const once = await enter(early, wrong(code));
    expect(textOf(once)).not.toContain('Open the login page first');
    expect(textOf(once)).toContain("⚠ That isn't the code on the login page. You have 4 tries left.");
    const twice = await enter(once, wrong(code));
    expect(textOf(twice)).toContain('You have 3 tries left.');
    expect(textOf(twice)).not.toContain('4 tries');
    expect(linkOf(twice)).toBe(link);

    const question = await enter(twice, code);
    expect(question.id).toBe(invitation.id);
    expect(textOf(question)).toContain('Link **Vael Ondar**');
    expect(textOf(question)).not.toContain('⚠');
    expect(player.dm()).toHaveLength(length);
  });

  test('the fifth wrong one ends the login in its place, with a way to begin again', async () => {
    const invitation = await beginLogin(player);
    const code = await signIn(linkOf(invitation), 'Vael Ondar');
    let shown = invitation;
    for (let tries = 0; tries < 5; tries += 1) shown = await enter(shown, wrong(code));
    expect(shown.id).toBe(invitation.id);
    expect(textOf(shown)).toContain('That was the fifth wrong code');
    expect(buttonsOf(shown).map(({ label }) => label)).toEqual(['Log in again']);
    const again = await player.press(shown, 'Log in again').response();
    expect(textOf(again)).toContain('Link your game character');
  });

  test('for more permissions the invitation still names only what is new', async () => {
    await finishLogin(player, await beginLogin(player), 'Vael Ondar');
    await player.run('login', { permissions: 'everything' }).response();
    const invitation = player.dm().at(-1);
    if (!invitation) throw new Error('no DM');
    const before = textOf(invitation);
    const early = textOf(await enter(invitation, '123456'));
    expect(early.endsWith(before)).toBe(true);
    expect(before).toContain(login.askedToo);
  });
});

describe('the link after the login', () => {
  test('says in its own browser who was linked, and elsewhere only that it was used', async () => {
    const invitation = await beginLogin(player);
    const link = linkOf(invitation);
    const browser = createTinyBrowser();
    const code = await signIn(link, 'Vael Ondar', browser);
    const question = await enter(invitation, code);
    expect((await browser.open(link)).html).toContain('press “Link”');
    expect((await browser.open(new URL('code', link))).html).toContain('press “Link”');
    await player.press(question, 'Link').response();

    for (const page of [await browser.open(link), await browser.open(new URL('code', link))]) {
      expect(page.status).toBe(200);
      expect(page.html).toContain('already used this login link to link Vael Ondar');
      expect(page.html).toContain('/account shows who is linked');
    }
    const elsewhere = await createTinyBrowser().open(link);
    expect(elsewhere.html).toContain('already been used to link a character');
    expect(elsewhere.html).not.toContain('Vael');
  });
});
