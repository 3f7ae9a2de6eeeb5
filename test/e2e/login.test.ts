import type { APIMessage } from 'discord-api-types/v10';
import { Keyv } from 'keyv';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/person.ts';
import { createTinyBrowser } from '../support/browser.ts';
import {
  beginLogin,
  buttonOf,
  buttonsOf,
  finishLogin,
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

describe('what is said of a code', () => {
  test('stands on the invitation while it is wrong or too early, and is gone with the right one', async () => {
    const invitation = await beginLogin(player);
    const { length } = player.dm();
    const link = linkOf(invitation);
    const early = await enter(invitation, '123456');
    expect(early.id).toBe(invitation.id);
    expect(textOf(early)).toContain('⚠ First open the login page and sign in there');
    expect(textOf(early)).toContain('- see your skills');
    expect(linkOf(early)).toBe(link);

    const code = await signIn(link, 'Vael Ondar');
    const once = await enter(early, wrong(code));
    expect(textOf(once)).not.toContain('First open the login page and sign in');
    expect(textOf(once)).toContain('⚠ That is not the code on the login page. You have 4 tries left.');
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
    expect(before).toContain('New this time');
  });
});

describe('the link after the login', () => {
  test('says in its own browser who was linked, and elsewhere only that it was used', async () => {
    const invitation = await beginLogin(player);
    const link = linkOf(invitation);
    const browser = createTinyBrowser();
    const code = await signIn(link, 'Vael Ondar', browser);
    const question = await enter(invitation, code);
    expect((await browser.open(link)).html).toContain('Press “Link”.');
    expect((await browser.open(new URL('code', link))).html).toContain('Press “Link”.');
    await player.press(question, 'Link').response();

    for (const page of [await browser.open(link), await browser.open(new URL('code', link))]) {
      expect(page.status).toBe(200);
      expect(page.html).toContain('you linked Vael Ondar with it');
      expect(page.html).toContain('/account shows who is linked');
    }
    const elsewhere = await createTinyBrowser().open(link);
    expect(elsewhere.html).toContain('a character was linked with it');
    expect(elsewhere.html).not.toContain('Vael');
  });
});
