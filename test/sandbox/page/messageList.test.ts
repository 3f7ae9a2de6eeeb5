import { type APIMessage, ComponentType, MessageFlags, MessageReferenceType, MessageType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { hasFocus } from './keyboard.ts';
import { ada, bot, componentsOf, general, messageOf, orson, welcomeOf } from './samples.ts';
import { screens } from './screens.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const talk = () =>
  Array.from({ length: 60 }, (_, index) => messageOf({ by: index % 2 ? ada : orson, content: `number ${index}.` }));
/** The list is reversed: its end is where it begins. */
const fromEnd = () => stage.page.getByRole('log').evaluate((log) => Math.abs(Math.round(log.scrollTop)));

test.each(screens)(
  'the time beside a message without a heading keeps clear of its words, at $width pixels',
  async (screen) => {
    const messages = ['First', 'Second'].map((content) =>
      messageOf({ by: orson, content, timestamp: '2026-02-21T10:23:00.000Z' }),
    );
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await stage.enter(ada, screen);
    const second = stage.page.getByRole('article').filter({ hasText: 'Second' });
    await second.hover();
    const time = second.getByRole('time');
    await time.waitFor();
    const [timeBox, wordsBox] = [await time.boundingBox(), await second.getByText('Second').boundingBox()];
    expect(timeBox?.x).toBeGreaterThanOrEqual(0);
    expect((timeBox?.x ?? 0) + (timeBox?.width ?? 0)).toBeLessThanOrEqual((wordsBox?.x ?? 0) - 8);
  },
);

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

test('a private answer names the message that it refers to, leads there, and says when that was deleted', async () => {
  const secret = (content: string, fields: Partial<APIMessage> = {}) =>
    messageOf({ content, flags: MessageFlags.Ephemeral, ...fields });
  const refersTo = (id: string): Partial<APIMessage> => ({
    type: MessageType.Reply,
    message_reference: { type: MessageReferenceType.Default, channel_id: general.id, message_id: id },
  });
  const origin = componentsOf([{ type: ComponentType.TextDisplay, content: `# For <@${ada.id}>\nmore` }]);
  const answers = [
    secret('about a listed one', refersTo(origin.id)),
    secret('about one that is gone', { ...refersTo('1'), referenced_message: null }),
    secret('about an unknown one', refersTo('2')),
  ];
  stage.peer.answers.history = () => ({ messages: [origin, ...talk(), ...answers], hasMore: false });
  await stage.enter();
  const article = (text: string) => stage.page.getByRole('article').filter({ hasText: text });
  await article('about one that is gone').getByText('Original message was deleted').waitFor();
  await article('about an unknown one').getByText('Message could not be loaded').waitFor();
  const answer = article('about a listed one');
  expect(await answer.getByText('Original message was deleted').count()).toBe(0);
  await answer.getByRole('button', { name: `@${bot.displayName} Click to see the message` }).focus();
  await stage.page.keyboard.press('Enter');
  const target = stage.page.locator(`[data-message-id="${origin.id}"]`);
  await expect.poll(() => hasFocus(target)).toBe(true);
  await stage.page.getByRole('button', { name: 'Jump to newest' }).click();
  stage.peer.emit({ type: 'messageDelete', channelId: general.id, messageId: origin.id });
  await answer.getByText('Original message was deleted').waitFor();
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
