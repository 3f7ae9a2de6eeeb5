import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { linkWithEverything, startWorld } from '../../support/world.ts';
import { hasFocus, press } from './keyboard.ts';
import { messageKinds } from './messageKinds.ts';
import { composerOf } from './openPage.ts';
import { botDm, general, messageOf } from './samples.ts';
import { anyScreen, screens } from './screens.ts';
import { usePages, useStage } from './stage.ts';

const phone = screens.find(({ width }) => width < 720) ?? anyScreen;

describe.each(screens)('a newcomer at $width pixels', (screen) => {
  const stage = useStage({ screen });

  test('a notice covers neither the newest message nor the composer', async () => {
    stage.peer.answers.history = () => ({ messages: [messageKinds(stage.peer.url).buttons], hasMore: false });
    await stage.enter();
    const go = stage.page.getByRole('button', { name: 'Go', exact: true });
    await go.waitFor();
    const direct = messageOf({ channel_id: botDm.id, content: 'Psst' });
    stage.peer.emit({ type: 'messageCreate', channelId: botDm.id, message: direct });
    for (const text of ['One', 'Two', 'Three']) {
      stage.peer.complain(text);
      await stage.page.getByRole('alert').getByText(text).waitFor();
    }
    const answer = messageOf({ content: "I've sent you a DM." });
    stage.peer.emit({ type: 'messageCreate', channelId: general.id, message: answer });
    await stage.page.getByText("I've sent you a DM.").waitFor();
    const notices = stage.page.getByRole('region', { name: 'Notices' });
    await expect.poll(() => notices.getByRole('button', { name: 'Close notice' }).count()).toBe(4);
    const others = [stage.page.getByRole('article').last(), composerOf(stage.page), stage.page.getByRole('log')];
    for (const other of others) expect(await areApart(notices, other)).toBe(true);
    await go.click();
    await notices.getByRole('button', { name: 'Open' }).click();
    await stage.page.getByRole('heading', { name: 'Commlink', exact: true }).first().waitFor();
  });

  test('a notice in a modal covers nothing and can be closed', async () => {
    await stage.enter();
    const line = { type: 4, custom_id: 'name', label: 'Name', style: 1 } as const;
    const modal = { custom_id: 'modal', title: 'Who?', components: [{ type: 1 as const, components: [line] }] };
    stage.peer.emit({ type: 'modal', modalId: '1', interactionId: '1', channelId: general.id, modal });
    const dialog = stage.page.getByRole('dialog');
    await dialog.waitFor();
    stage.peer.complain('Not that one.');
    const notice = dialog.getByRole('alert').filter({ hasText: 'Not that one.' });
    await notice.waitFor();
    for (const role of ['textbox', 'button'] as const) {
      const others = dialog.getByRole(role).and(dialog.locator(':not(.notice *)'));
      for (const other of await others.all()) expect(await areApart(notice, other)).toBe(true);
    }
    await notice.getByRole('button', { name: 'Close notice' }).click();
    await notice.waitFor({ state: 'detached' });
  });
});

describe('on a phone', () => {
  const stage = useStage({ screen: phone });

  test('the choice of people has equal margins', async () => {
    await stage.enter('nobody');
    await stage.page.getByRole('button', { name: /Orson Pike/ }).waitFor();
    const card = await stage.page.locator('.chooser-card').boundingBox();
    expect([card?.x, card?.width]).toEqual([20, phone.width - 40]);
  });

  test.each([
    ['Open channel list', 'sidebar', phone.width - 10],
    ['Behind the scenes', 'trace', 10],
    ['Members', 'members', 10],
  ])('"%s" opens a drawer that has the focus, and a tap outside or Escape closes it', async (name, id, outsideX) => {
    await stage.enter();
    const button = stage.page.getByRole('button', { name });
    const drawer = stage.page.locator(`#${id}`);
    for (const close of [() => stage.page.mouse.click(outsideX, 400), () => press(stage.page, 'Escape')]) {
      await button.click();
      expect(await hasFocus(drawer)).toBe(true);
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
      const box = await drawer.boundingBox();
      expect(box?.width).toBeLessThanOrEqual(phone.width - 48);
      await close();
      await drawer.waitFor({ state: 'hidden' });
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    }
    expect(await hasFocus(button)).toBe(true);
  });

  test('the menu of a member leaves the drawer open, and a second press on the member closes the menu', async () => {
    await stage.enter();
    await stage.page.getByRole('button', { name: 'Members' }).click();
    const member = stage.page.locator('#members').getByRole('button', { name: /Orson Pike/ });
    await member.click();
    await stage.page.getByRole('menu').waitFor();
    await member.click();
    await stage.page.getByRole('menu').waitFor({ state: 'detached' });
    await member.click();
    await press(stage.page, 'Escape');
    await stage.page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await hasFocus(member)).toBe(true);
  });
});

describe('the README’s last step', () => {
  let world: Sandbox;
  beforeAll(async () => {
    world = await startWorld();
    await linkWithEverything(world.discord.people.player, 'Vael Ondar');
  });
  afterAll(() => world?.stop());
  const open = usePages();

  test('credits that are sent while answers are lost arrive once, and the receipt says so', async () => {
    const page = await open(world.url, 'kestrel');
    await page.getByRole('button', { name: 'Behind the scenes' }).click();
    await page.getByRole('radio', { name: 'loses answers' }).check();
    await page.getByText('Send credits and read the receipt').waitFor();
    await composerOf(page).focus();
    await press(page, '/credits transfer', 'Enter');
    const form = page.getByRole('form', { name: 'Command /credits transfer' });
    await form.getByLabel('amount').fill('500');
    await form.getByLabel('recipient').fill('Marshal Iri Tosk');
    await press(page, 'Escape', 'Enter');
    const { balanceOf, uidOf } = world.game.world;
    const before = balanceOf(uidOf('Vael Ondar'));
    await page.getByRole('button', { name: 'Send 500 credits' }).click();
    const receipt = page.getByRole('article').last();
    await receipt.getByRole('heading', { name: 'Sent' }).waitFor();
    await receipt.getByText(/shows the transfer as entry \d+/).waitFor();
    const moments = page.locator('#trace').getByRole('listitem');
    expect(await moments.filter({ hasText: /POST .*credits.*, no answer in/ }).count()).toBe(1);
    expect(before - balanceOf(uidOf('Vael Ondar'))).toBe(500);
  });
});

/** Whether two things don't overlap. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('One of them is not to be seen');
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
