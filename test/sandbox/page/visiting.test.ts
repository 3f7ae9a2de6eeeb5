import { expect, test } from 'vitest';
import { press } from './keyboard.ts';
import { messageOf, orson } from './samples.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a user switches to another person by the keyboard alone', async () => {
  await stage.enter();
  await stage.page.getByRole('button', { name: /You are Ada Venn/ }).focus();
  await press(stage.page, 'Enter', 'ArrowDown', 'Enter');
  await stage.page.getByRole('button', { name: /You are Orson Pike/ }).waitFor();
});

test('the page says that the connection was lost, and returns to the same person and channel', async () => {
  await stage.enter(orson);
  await stage.page.getByText('Welcome to #general!').waitFor();
  stage.peer.answers.history = () => ({ messages: [messageOf({ content: 'after the break' })], hasMore: false });
  stage.peer.cut();
  await stage.page.getByText('after the break').waitFor();
  expect(await stage.page.getByText('Connection lost').count()).toBe(0);
  const becomings = stage.peer.calls.filter(({ call }) => call === 'become').map(({ params }) => params);
  expect(becomings).toEqual([{ personId: orson.id }, { personId: orson.id }]);
});
