import { expect, test } from 'vitest';
import { ada, general, messageOf, orson, welcomeOf } from './samples.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const talk = () =>
  Array.from({ length: 60 }, (_, index) => messageOf({ by: index % 2 ? ada : orson, content: `number ${index}.` }));

test('text from the wire is never markup', async () => {
  const content = '<img src=x onerror="document.title=1"><b>bold?</b>';
  stage.peer.answers.history = () => ({ messages: [messageOf({ content })], hasMore: false });
  await stage.enter();
  await stage.page.getByText(content).waitFor();
});

test('someone who reads further up stays there when a message comes', async () => {
  stage.peer.answers.history = () => ({ messages: talk(), hasMore: false });
  await stage.enter();
  await stage.page.getByText('number 59.').waitFor();
  await stage.page.getByText('number 20.').scrollIntoViewIfNeeded();
  await stage.page.getByRole('button', { name: 'Jump to newest' }).waitFor();
  const before = await stage.page.getByText('number 20.').boundingBox();
  stage.peer.emit({ type: 'messageCreate', channelId: general.id, message: messageOf({ content: 'the newest' }) });
  await stage.page.getByText('the newest').waitFor({ state: 'attached' });
  expect(await stage.page.getByText('number 20.').boundingBox()).toEqual(before);
  await stage.page.getByRole('button', { name: 'Jump to newest' }).click();
  await expect.poll(() => stage.page.getByText('the newest').isVisible()).toBe(true);
});

test('older messages are fetched when the top comes near, and what someone reads stays where it is', async () => {
  const messages = talk();
  stage.peer.answers.history = ({ before }) =>
    before === undefined
      ? { messages: messages.slice(20), hasMore: true }
      : { messages: messages.slice(0, 20), hasMore: false };
  await stage.enter();
  const read = stage.page.getByText('number 20.');
  await read.scrollIntoViewIfNeeded();
  const before = await read.boundingBox();
  await stage.page.getByText('number 0.').waitFor({ state: 'attached' });
  expect(await read.boundingBox()).toEqual(before);
  expect(await stage.page.getByRole('article').count()).toBe(60);
  expect(stage.peer.calls.filter(({ call }) => call === 'history')).toHaveLength(2);
});

test("times in messages are shown in the person's language, and change with it", async () => {
  stage.peer.answers.become = ({ personId }) => ({ ...welcomeOf(personId), locale: 'de' });
  stage.peer.answers.history = () => ({ messages: [messageOf({ content: 'On <t:1771675934:D>' })], hasMore: false });
  await stage.enter();
  await stage.page.getByText('21. Februar 2026', { exact: true }).waitFor();
  stage.peer.emit({ type: 'locale', locale: 'fr' });
  await stage.page.getByText('21 février 2026', { exact: true }).waitFor();
});
