import type { Browser } from 'playwright-core';
import type { Sandbox } from '../sandbox.ts';
import { makeCollage } from './collage.ts';
import { drawLogin, linkCharacter, stepLook } from './loginScene.ts';
import { clearPrivate, desk, newestMessage, type Seat, shootPart, shootWindow, takeSeat } from './studio.ts';

/** What is there to be photographed. */
export interface Stage {
  world: Sandbox;
  browser: Browser;
}

/**
 * One picture after the other, by file name. They are taken in this order: later ones need the logins of earlier ones, and each finds the
 * channel that it shows without messages of the others.
 */
export const scenes: Record<string, (stage: Stage) => Promise<Buffer>> = {
  async login({ world, browser }) {
    const seat = await takeSeat(browser, world.url, world.discord.people.player, 'dm', stepLook);
    return await developed(seat, drawLogin(browser, seat, 'Vael Ondar'));
  },

  async transfer({ world, browser }) {
    const seat = await takeSeat(browser, world.url, world.discord.people.player, 'dm', narrow);
    await linkCharacter(seat, 'Vael Ondar', 'everything');
    const options = { amount: 2_500, recipient: 'Marshal Iri Tosk', reason: 'Two crates of rhodium' };
    await seat.person.run('credits transfer', options, { channel: 'dm' }).response();
    const message = newestMessage(seat.page);
    const send = message.getByRole('button', { name: 'Send 2,500 credits' });
    await send.waitFor();
    const question = await shootPart(seat.page, message);
    await send.click();
    await message.getByRole('heading', { name: 'Sent' }).waitFor();
    const receipt = await shootPart(seat.page, message);
    clearPrivate(seat, 'dm');
    const columns = [
      [{ png: question, caption: 'Before: nothing has been sent yet' }],
      [{ png: receipt, caption: 'After: the receipt' }],
    ];
    return await developed(seat, makeCollage(browser, columns));
  },

  async galaxy({ world, browser }) {
    const seat = await takeSeat(browser, world.url, world.discord.people.player, 'dm', {
      ...narrow,
      height: 1_000,
      theme: 'light',
    });
    await seat.person.run('galaxy find', { name: 'Yssgubris' }, { channel: 'dm' }).response();
    const message = newestMessage(seat.page);
    await message.getByRole('heading', { name: 'Yssgubris' }).waitFor();
    const card = await shootPart(seat.page, message);
    await message.getByRole('button', { name: 'Map' }).click();
    await message.getByRole('img', { name: /^Around Yssgubris/ }).waitFor();
    const map = await shootPart(seat.page, message);
    const columns = [
      [{ png: card, caption: 'Found by its name, for no request' }],
      [{ png: map, caption: 'and on the map' }],
    ];
    return await developed(seat, makeCollage(browser, columns));
  },

  async phone({ world, browser }) {
    const look = { ...desk, width: 390 };
    const seat = await takeSeat(browser, world.url, world.discord.people.player, 'trade', look);
    await seat.person.run('profile', {}, { channel: 'trade' }).response();
    await seat.page.getByRole('heading', { name: 'Vael Ondar' }).waitFor();
    const picture = await shootWindow(seat.page);
    clearPrivate(seat, 'trade');
    return await developed(seat, picture);
  },

  async behindTheScenes({ world, browser }) {
    const seat = await takeSeat(browser, world.url, world.discord.people.player, 'trade', { ...desk, width: 1120 });
    await seat.page.getByRole('button', { name: 'Behind the scenes' }).click();
    await seat.person.run('lookup', { handle: 'Marshal Iri Tosk' }, { channel: 'trade' }).response();
    await seat.page.getByText('is a character in the game').waitFor();
    await seat.person.run('credits balance', {}, { channel: 'trade' }).response();
    await seat.page.getByText("'s balance").waitFor();
    return await developed(seat, shootWindow(seat.page, '.trace-scroller'));
  },

  async privileges({ world, browser }) {
    const seat = await takeSeat(browser, world.url, world.discord.people.officer, 'dm', { ...narrow, height: 1600 });
    await linkCharacter(seat, 'Marshal Iri Tosk', 'everything');
    await seat.person.run('privileges list', { character: 'Dorn Hesk' }, { channel: 'dm' }).response();
    // The menu opens on the side that has more room, which a long second message makes below.
    await seat.person.run('galaxy stations', {}, { channel: 'dm' }).response();
    const message = seat.page.getByRole('article').filter({ hasText: 'Dorn Hesk' }).last();
    await message.getByRole('combobox', { name: 'Choose a group' }).click();
    await seat.page.getByRole('option', { name: /^ship/ }).click();
    await message.getByRole('button', { name: 'Edit' }).click();
    await message.getByRole('combobox', { name: 'None granted' }).click();
    for (const name of ['view', 'pilot_ships']) await seat.page.getByRole('option', { name }).click();
    await newestMessage(seat.page).evaluate((element) => element.setAttribute('style', 'visibility: hidden'));
    const editor = await shootPart(seat.page, message, seat.page.locator('.choices:popover-open'));
    await seat.page.keyboard.press('Escape');
    await message.getByRole('heading', { name: 'Change these 2 privileges?' }).waitFor();
    const question = await shootPart(seat.page, message);
    const columns = [
      [{ png: editor, caption: 'An officer selects what a recruit may do' }],
      [{ png: question, caption: 'and confirms what would change' }],
    ];
    return await developed(seat, makeCollage(browser, columns));
  },
};

/** For messages that are to stand side by side. */
const narrow = { ...desk, width: 820 };

/** The picture, once it is taken; then the seat is free. */
async function developed(seat: Seat, picture: Buffer | Promise<Buffer>): Promise<Buffer> {
  const png = await picture;
  await seat.page.context().close();
  return png;
}
