import { expect, test } from 'vitest';
import { press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { general, messageOf } from './samples.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const composer = () => composerOf(stage.page);
const commandList = () => stage.page.getByRole('listbox', { name: 'Commands' });

test("a mentioned command says so if it can't be used here", async () => {
  const messages = [messageOf({ content: '</other:800000000000000099>' })];
  stage.peer.answers.history = () => ({ messages, hasMore: false });
  await stage.enter();
  await stage.page.getByRole('button', { name: '/other' }).click();
  await stage.page.getByText("/other can't be used here.").waitFor();
});

test('the list of commands is narrowed by typing, says when there is none, and is closed by Escape', async () => {
  await stage.enter();
  await press(stage.page, '/');
  await expect.poll(() => commandList().getByRole('option').count()).toBe(5);
  await press(stage.page, 'gal');
  await expect.poll(() => commandList().getByRole('option').count()).toBe(1);
  await press(stage.page, 'axies');
  await stage.page.getByRole('option', { name: 'No such command.' }).waitFor();
  await press(stage.page, 'Escape');
  await commandList().waitFor({ state: 'hidden' });
  expect(await composer().inputValue()).toBe('/galaxies');
});

test('a message is sent by Enter, and comes back when it was refused', async () => {
  await stage.enter();
  await press(stage.page, 'Hello', 'Shift+Enter', 'everyone', 'Enter');
  expect(await stage.peer.called('send')).toEqual({ channelId: general.id, content: 'Hello\neveryone', uploadIds: [] });
  expect(await composer().inputValue()).toBe('');
  stage.peer.answers.send = () => {
    throw new Refusal({ code: 'not_allowed', message: 'Not here.' });
  };
  await press(stage.page, 'Again', 'Enter');
  await stage.page.getByText('Not here.').waitFor();
  expect(await composer().inputValue()).toBe('Again');
});
