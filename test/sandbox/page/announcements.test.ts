import { expect, test } from 'vitest';
import { bot, botDm, messageOf } from './samples.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a direct message makes an unread mark and a notice that opens it', async () => {
  await stage.enter();
  await stage.page.getByText('Welcome to #general!').waitFor();
  stage.peer.emit({ type: 'channel', channel: { ...botDm, unread: 3 } });
  stage.peer.emit({
    type: 'messageCreate',
    channelId: botDm.id,
    message: messageOf({ channel_id: botDm.id, content: 'Your link' }),
  });
  await stage.page.getByRole('button', { name: /Commlink 3 unread/ }).waitFor();
  await stage.page.getByRole('button', { name: 'Open', exact: true }).click();
  await stage.page.getByText('Your link').waitFor();
  expect(await stage.peer.called('read')).toEqual({ channelId: botDm.id });
  expect(await stage.page.getByRole('button', { name: /Commlink 3 unread/ }).count()).toBe(0);
});

test('an offline bot is told', async () => {
  await stage.enter();
  stage.peer.emit({ type: 'botPresence', online: false });
  await stage.page.getByText('The bot is offline.').first().waitFor();
  expect(
    await stage.page
      .getByRole('complementary', { name: 'Members' })
      .getByRole('button', { name: new RegExp(bot.displayName) })
      .textContent(),
  ).toContain('offline');
});
