import type { Browser } from 'playwright-core';
import type { Discord } from '../discord/discord.ts';
import type { Sandbox } from '../sandbox.ts';
import { makeCollage } from './collage.ts';
import { drawLogin, linkCharacter, STEP_LOOK } from './loginScene.ts';
import { createMovie } from './movie.ts';
import { DESKTOP, dismissPrivate, type Look, newestMessage, shootPart, shootWindow, type User } from './studio.ts';

/** A picture of a channel; by default, of the player's DM with the bot. */
type Scene = {
  who?: keyof Discord['people'];
  channel?: string;
  look: Look;
  shoot: (user: User, browser: Browser, world: Pick<Sandbox, 'game'>) => Promise<Buffer>;
};

const NARROW = { ...DESKTOP, width: 820 };
/** A map's many dots make a large file. */
const MAP_LOOK: Look = { ...NARROW, height: 1_000, theme: 'light', scale: 1.2 };

/** Scenes by file name, in order: later ones need the logins of earlier ones, and each finds its
 * channel without messages of the others. */
export const scenes: Record<string, Scene> = {
  'login.png': {
    look: STEP_LOOK,
    shoot: (user, browser) => drawLogin(browser, user, 'Vael Ondar'),
  },

  'sentOnce.webp': {
    look: { ...DESKTOP, width: 1120, height: 600, scale: 1.25 },
    async shoot(user, _browser, { game }) {
      const { page } = user;
      await linkCharacter(user, 'Vael Ondar', 'everything');
      await page.getByRole('button', { name: 'Behind the scenes' }).click();
      await user.run('credits transfer', { amount: 2_500, recipient: 'Marshal Iri Tosk', reason: 'Rhodium' });
      const message = newestMessage(page);
      const send = message.getByRole('button', { name: 'Send 2,500 credits' });
      await send.waitFor();
      const movie = await createMovie(page);
      await movie.show(1_500, 'You confirm a transfer');
      // The credits move, but the game's response is late.
      const late = game.faults.add({ operation: 'character.credits.transfer', fault: { kind: 'hold', at: 'after' } });
      await movie.click(send);
      await message.getByRole('heading', { name: 'Sending…' }).waitFor();
      await movie.show(1_000, 'The bot is killed before the game responds');
      await movie.click(page.getByRole('button', { name: 'Kill the bot and restart it' }));
      await page.getByText('is offline').waitFor();
      await movie.show(1_200);
      late.remove();
      await page.getByText('is offline').waitFor({ state: 'hidden' });
      await movie.show(1_200, 'It comes back, and looks it up');
      await message.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout: 60_000 });
      await movie.show(3_300, 'Sent once');
      return await movie.encode();
    },
  },

  'credits.png': {
    look: { ...NARROW, height: 1_400, scale: 1 },
    async shoot({ person, page, channel, run }, browser, { game }) {
      const people = game.world.characters().slice(10, 22);
      const form = await person.run('credits pay', {}, { channel }).modal();
      await person.submit(form, { list: people.map(({ handle }) => `${handle} | 150 | Salary`).join('\n') }).response();
      await newestMessage(page).getByRole('heading', { name: /^Make/ }).waitFor();
      const list = await shootPart(page, newestMessage(page));
      await run('credits report');
      await newestMessage(page).getByRole('img').waitFor();
      const report = await shootPart(page, newestMessage(page));
      return makeCollage(browser, [[[list, 'A pasted pay list']], [[report, 'A month of the credit log']]], 1);
    },
  },

  'galaxy.png': {
    look: MAP_LOOK,
    async shoot(user, browser) {
      await user.run('galaxy find', { name: 'Yssgubris' });
      const message = newestMessage(user.page);
      await message.getByRole('heading', { name: 'Yssgubris' }).waitFor();
      const card = await shootPart(user.page, message);
      await user.run('galaxy map');
      await newestMessage(user.page)
        .getByRole('img', { name: /in the galaxy/ })
        .waitFor();
      const map = await shootPart(user.page, newestMessage(user.page));
      const columns: Parameters<typeof makeCollage>[1] = [
        [[card, 'Found by its name, for no request']],
        [[map, 'Who has what, and where you are']],
      ];
      return makeCollage(browser, columns, MAP_LOOK.scale);
    },
  },

  'phone.png': {
    channel: 'trade',
    look: { ...DESKTOP, width: 390 },
    async shoot(user) {
      await user.run('profile');
      await user.page.getByRole('heading', { name: 'Vael Ondar' }).waitFor();
      const picture = await shootWindow(user.page);
      dismissPrivate(user);
      return picture;
    },
  },

  'behindTheScenes.png': {
    channel: 'trade',
    look: { ...DESKTOP, width: 1120 },
    async shoot(user) {
      await user.page.getByRole('button', { name: 'Behind the scenes' }).click();
      await user.run('lookup', { handle: 'Marshal Iri Tosk' });
      await user.page.getByText('is a character in the game').waitFor();
      await user.run('credits balance');
      await user.page.getByText("'s balance").waitFor();
      return shootWindow(user.page, '.trace-scroller');
    },
  },

  'privileges.png': {
    who: 'officer',
    look: { ...NARROW, height: 1600 },
    async shoot(user, browser) {
      await linkCharacter(user, 'Marshal Iri Tosk', 'everything');
      await user.run('privileges list', { character: 'Dorn Hesk' });
      // The menu opens on the side that has more room, which a long second message makes below.
      await user.run('galaxy stations');
      const message = user.page.getByRole('article').filter({ hasText: 'Dorn Hesk' }).last();
      await message.getByRole('combobox', { name: 'Choose a group to edit' }).click();
      await user.page.getByRole('option', { name: /^ship/ }).click();
      await message.getByRole('combobox', { name: 'None granted' }).click();
      for (const name of ['view', 'pilot_ships']) await user.page.getByRole('option', { name }).click();
      await newestMessage(user.page).evaluate((element) => element.setAttribute('style', 'visibility: hidden'));
      const editor = await shootPart(user.page, message, user.page.locator('.choices:popover-open'));
      await user.page.keyboard.press('Escape');
      await message.getByRole('button', { name: 'Review 2 changes' }).click();
      await message.getByRole('heading', { name: 'Grant 2 privileges?' }).waitFor();
      const confirmation = await shootPart(user.page, message);
      return makeCollage(browser, [
        [[editor, 'An officer selects what a recruit may do']],
        [[confirmation, 'and confirms what would change']],
      ]);
    },
  },

  'roster.png': {
    who: 'officer',
    channel: 'general',
    look: { ...NARROW, height: 1_700, scale: 1 },
    async shoot({ page, run }, _browser, { game }) {
      const { characters, holds } = game.world;
      const isPilot = (uid: string) => holds('20:501', uid, { group: 'ship', privilege: 'pilot_ships' });
      const members = characters().flatMap(({ uid }) => (isPilot(uid) ? uid : []));
      await run('roster add', {
        member: ['1:1001', ...members.filter((uid) => uid !== '1:1004').slice(-11)].join(', '),
        rank: 'Pilot',
      });
      await run('rank save', { name: 'Pilot', from: members.at(-1) ?? '' });
      await run('roster check');
      return await shootPart(page, newestMessage(page));
    },
  },

  'ranks.png': {
    who: 'officer',
    channel: 'general',
    look: { ...NARROW, height: 1_700, scale: 1 },
    async shoot({ page, run }, browser) {
      await run('rank check');
      const drift = await shootPart(page, newestMessage(page));
      await newestMessage(page)
        .getByRole('button', { name: /^Restore \d/ })
        .click();
      await newestMessage(page)
        .getByRole('button', { name: /^Confirm/ })
        .waitFor();
      const preview = await shootPart(page, newestMessage(page));
      const columns: Parameters<typeof makeCollage>[1] = [
        [[drift, 'Members whose privileges differ from their rank']],
        [[preview, 'and what restores it']],
      ];
      return makeCollage(browser, columns, 1);
    },
  },
};
