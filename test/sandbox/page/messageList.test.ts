import { expect, test } from 'vitest';
import { ada, general, messageOf, orson, welcomeOf } from './samples.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const talk = () =>
  Array.from({ length: 60 }, (_, index) => messageOf({ by: index % 2 ? ada : orson, content: `number ${index}.` }));
/** The list is reversed: its end is where it begins. */
const fromEnd = () => stage.page.getByRole('log').evaluate((log) => Math.abs(Math.round(log.scrollTop)));

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

test('the newest message is in sight when the channel opens, also after late pictures have made room for themselves', async () => {
  const picture = {
    id: '1',
    filename: 'late.svg',
    size: 1,
    url: `${stage.peer.url}/picture.svg`,
    proxy_url: '',
    content_type: 'image/svg+xml',
  };
  const messages = [...talk(), messageOf({ content: 'with a picture', attachments: [picture] })];
  stage.peer.answers.history = () => ({ messages, hasMore: false });
  await stage.enter('nobody');
  const late = Promise.withResolvers<void>();
  await stage.page.route('**/picture.svg', async (route) => {
    await late.promise;
    await route.continue();
  });
  await stage.page.getByRole('button', { name: /Ada Venn/ }).click();
  await stage.page.getByText('with a picture').waitFor();
  await expect.poll(fromEnd).toBe(0);
  const height = () => stage.page.getByRole('img', { name: 'late.svg' }).evaluate((image) => image.clientHeight);
  const before = await height();
  late.resolve();
  await expect.poll(height).toBeGreaterThan(before + 100);
  await expect.poll(fromEnd).toBe(0);
  await stage.page.reload();
  await stage.page.getByText('with a picture').waitFor();
  await expect.poll(height).toBeGreaterThan(before + 100);
  await expect.poll(fromEnd).toBe(0);
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

test('emoji are drawn by a font of the page, in color', async () => {
  stage.peer.answers.history = () => ({ messages: [messageOf({ content: '✅ Done' })], hasMore: false });
  await stage.enter();
  const drawn = await stage.page.getByText('✅ Done').evaluate(async ({ ownerDocument: document }) => {
    const font = document.defaultView?.getComputedStyle(document.body).font ?? '';
    const faces = await document.fonts.load(font, '✅');
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return undefined;
    context.font = font;
    context.fillText('✅', 0, 20);
    const { data } = context.getImageData(0, 0, 40, 40);
    return {
      faces: faces.length,
      isGreen: data.some((red: number, at: number) => at % 4 === 0 && (data[at + 1] ?? 0) > red + 50),
    };
  });
  expect(drawn).toEqual({ faces: 1, isGreen: true });
});
