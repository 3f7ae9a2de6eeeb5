import type { Browser } from 'playwright-core';
import type { Discord } from '../discord/discord.ts';
import { makeCollage } from './collage.ts';
import { drawLogin, linkCharacter, STEP_LOOK } from './loginScene.ts';
import { DESK, dismissPrivate, type Look, newestMessage, type Seat, shootPart, shootWindow } from './studio.ts';

/** A picture of what a person, usually the player, sees in a channel, usually their DM with the bot. */
type Scene = {
  who?: keyof Discord['people'];
  channel?: string;
  look: Look;
  shoot: (seat: Seat, browser: Browser) => Promise<Buffer>;
};

const NARROW = { ...DESK, width: 820 };
/** A map's many dots make a large file. */
const MAP_LOOK: Look = { ...NARROW, height: 1_000, theme: 'light', scale: 1.2 };

/**
 * One picture after the other, by file name. They are taken in this order: later ones need the logins of earlier ones, and each
 * finds the channel that it shows without messages of the others.
 */
export const scenes: Record<string, Scene> = {
  login: {
    look: STEP_LOOK,
    shoot: (seat, browser) => drawLogin(browser, seat, 'Vael Ondar'),
  },

  transfer: {
    look: NARROW,
    async shoot(seat, browser) {
      await linkCharacter(seat, 'Vael Ondar', 'everything');
      const options = { amount: 2_500, recipient: 'Marshal Iri Tosk', reason: 'Two crates of rhodium' };
      await seat.run('credits transfer', options);
      const message = newestMessage(seat.page);
      const send = message.getByRole('button', { name: 'Send 2,500 credits' });
      await send.waitFor();
      const confirmation = await shootPart(seat.page, message);
      await send.click();
      await message.getByRole('heading', { name: 'Sent' }).waitFor();
      const receipt = await shootPart(seat.page, message);
      dismissPrivate(seat);
      return makeCollage(browser, [
        [[confirmation, 'Before: nothing has been sent yet']],
        [[receipt, 'After: the receipt']],
      ]);
    },
  },

  galaxy: {
    look: MAP_LOOK,
    async shoot(seat, browser) {
      await seat.run('galaxy find', { name: 'Yssgubris' });
      const message = newestMessage(seat.page);
      await message.getByRole('heading', { name: 'Yssgubris' }).waitFor();
      const card = await shootPart(seat.page, message);
      await seat.run('galaxy map');
      await newestMessage(seat.page)
        .getByRole('img', { name: /in the galaxy/ })
        .waitFor();
      const map = await shootPart(seat.page, newestMessage(seat.page));
      const columns: Parameters<typeof makeCollage>[1] = [
        [[card, 'Found by its name, for no request']],
        [[map, 'Who has what, and where you are']],
      ];
      return makeCollage(browser, columns, MAP_LOOK.scale);
    },
  },

  phone: {
    channel: 'trade',
    look: { ...DESK, width: 390 },
    async shoot(seat) {
      await seat.run('profile');
      await seat.page.getByRole('heading', { name: 'Vael Ondar' }).waitFor();
      const picture = await shootWindow(seat.page);
      dismissPrivate(seat);
      return picture;
    },
  },

  behindTheScenes: {
    channel: 'trade',
    look: { ...DESK, width: 1120 },
    async shoot(seat) {
      await seat.page.getByRole('button', { name: 'Behind the scenes' }).click();
      await seat.run('lookup', { handle: 'Marshal Iri Tosk' });
      await seat.page.getByText('is a character in the game').waitFor();
      await seat.run('credits balance');
      await seat.page.getByText("'s balance").waitFor();
      return shootWindow(seat.page, '.trace-scroller');
    },
  },

  privileges: {
    who: 'officer',
    look: { ...NARROW, height: 1600 },
    async shoot(seat, browser) {
      await linkCharacter(seat, 'Marshal Iri Tosk', 'everything');
      await seat.run('privileges list', { character: 'Dorn Hesk' });
      // The menu opens on the side that has more room, which a long second message makes below.
      await seat.run('galaxy stations');
      const message = seat.page.getByRole('article').filter({ hasText: 'Dorn Hesk' }).last();
      await message.getByRole('combobox', { name: 'Choose a group to edit' }).click();
      await seat.page.getByRole('option', { name: /^ship/ }).click();
      await message.getByRole('combobox', { name: 'None granted' }).click();
      for (const name of ['view', 'pilot_ships']) await seat.page.getByRole('option', { name }).click();
      await newestMessage(seat.page).evaluate((element) => element.setAttribute('style', 'visibility: hidden'));
      const editor = await shootPart(seat.page, message, seat.page.locator('.choices:popover-open'));
      await seat.page.keyboard.press('Escape');
      await message.getByRole('button', { name: 'Review 2 changes' }).click();
      await message.getByRole('heading', { name: 'Grant 2 privileges?' }).waitFor();
      const confirmation = await shootPart(seat.page, message);
      return makeCollage(browser, [
        [[editor, 'An officer selects what a recruit may do']],
        [[confirmation, 'and confirms what would change']],
      ]);
    },
  },
};
