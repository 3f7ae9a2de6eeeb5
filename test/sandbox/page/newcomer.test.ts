import { describe, expect, test } from 'vitest';
import { hasFocus, press } from './keyboard.ts';
import { messageKinds } from './messageKinds.ts';
import { ada, botDm, messageOf } from './samples.ts';
import { anyScreen, screens } from './screens.ts';
import { useStage } from './stage.ts';

const phone = screens.find(({ width }) => width < 720) ?? anyScreen;

const stage = useStage();

describe.each(screens)('choosing several, at $width pixels', (screen) => {
  test.each([
    ['from the whole list', []],
    ['from what was searched for', ['o']],
  ])('the highlight stays on the option just chosen %s', async (_where, typed) => {
    const messages = [messageKinds(stage.peer.url).selectsWithLimits];
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await stage.enter(ada, screen);
    const input = stage.page.getByRole('combobox', { name: 'Choose cargo' });
    const active = () =>
      input.evaluate(
        (element) =>
          element.ownerDocument.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent,
      );
    await input.focus();
    await press(stage.page, 'ArrowDown', ...typed);
    await stage.page.getByRole('option', { name: 'Ore' }).waitFor();
    for (let step = 0; step < 4 && (await active()) !== 'Ore'; step += 1) await stage.page.keyboard.press('ArrowDown');
    await stage.page.keyboard.press('Enter');
    expect(await active()).toBe('Ore');
    await press(stage.page, 'ArrowDown', 'Enter');
    expect(await active()).toBe('Food');
    expect(await stage.page.getByRole('option', { selected: true }).allTextContents()).toEqual(['Ore', 'Food']);
  });
});

describe('on a phone', () => {
  test('the choice of people has equal margins', async () => {
    await stage.enter('nobody', phone);
    await stage.page.getByRole('button', { name: /Orson Pike/ }).waitFor();
    const card = await stage.page.locator('.chooser-card').boundingBox();
    expect([card?.x, card?.width]).toEqual([20, phone.width - 40]);
  });

  test('a notice of a direct message leaves the newest message free to be pressed', async () => {
    stage.peer.answers.history = () => ({ messages: [messageKinds(stage.peer.url).buttons], hasMore: false });
    await stage.enter(ada, phone);
    const go = stage.page.getByRole('button', { name: 'Go', exact: true });
    await go.waitFor();
    stage.peer.emit({
      type: 'messageCreate',
      channelId: botDm.id,
      message: messageOf({ channel_id: botDm.id, content: 'Psst' }),
    });
    const notice = stage.page.getByRole('status').filter({ hasText: 'sent you a direct message' });
    await notice.waitFor();
    const log = await stage.page.getByRole('log').boundingBox();
    const box = await notice.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((log?.y ?? 0) + 100);
    expect(
      await notice.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).pointerEvents),
    ).toBe('none');
    await notice.getByRole('button', { name: 'Open' }).click();
    await stage.page.getByRole('heading', { name: 'Commlink', exact: true }).first().waitFor();
  });

  test('the channel list takes the focus when it slides in, keeps it, and gives it back on Escape', async () => {
    await stage.enter(ada, phone);
    await stage.page.emulateMedia({ reducedMotion: 'no-preference' });
    const toggle = stage.page.getByRole('button', { name: 'Open channel list' });
    const drawer = stage.page.locator('#sidebar');
    await toggle.click();
    await expect.poll(() => hasFocus(drawer.getByRole('button', { name: 'general' }))).toBe(true);
    expect(await stage.page.locator('.main').evaluate((element) => element.matches('[inert]'))).toBe(true);
    await stage.page.getByRole('heading', { name: 'Direct messages' }).click();
    await stage.page.keyboard.press('Escape');
    expect(await hasFocus(stage.page.locator('.sidebar-toggle'))).toBe(true);
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await stage.page.locator('[inert]').count()).toBe(0);
  });
});
