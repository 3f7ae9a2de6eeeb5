import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { messageKinds } from './messageKinds.ts';
import { composerOf } from './openPage.ts';
import { botDm, general, messageOf, modalOf } from './samples.ts';
import { screens } from './screens.ts';
import { useStage } from './stage.ts';

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
    stage.peer.emit(modalOf('Who?', [{ type: 4, custom_id: 'name', style: 1 }]));
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

/** True if two elements don't overlap. */
async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error("One of them isn't visible");
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}
