import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGER } from '../../../src/view/pager.ts';
import { BOT_NAME, type MessageKind, messageKinds } from './messageKinds.ts';
import { screens } from './screens.ts';
import { useStage } from './stage.ts';

describe.each(screens)('at $width pixels, $theme, in $timeZone', (screen) => {
  const stage = useStage({ lasting: 'describe', screen });
  let kinds: ReturnType<typeof messageKinds>;

  beforeAll(async () => {
    kinds = messageKinds(stage.peer.url);
    stage.peer.answers.history = () => ({ messages: Object.values(kinds), hasMore: false });
    await stage.enter();
    await stage.page.getByText(`${BOT_NAME} is thinking…`).waitFor();
  });

  async function find(kind: MessageKind): Promise<Locator> {
    const message = stage.page.locator(`[data-message-id="${kinds[kind].id}"]`);
    await message.scrollIntoViewIfNeeded();
    return message;
  }

  const time = screen.timeZone === 'Asia/Tokyo' ? '9:12 PM' : '12:12 PM';

  /** The text for a screen reader of each kind, as parts of lines; the type requires every kind. */
  const spoken: Record<MessageKind, string[]> = {
    container: ['text: In a blue container'],
    sectionWithThumbnail: ['strong: Ada Venn', 'Outer Rim Trading', 'img "Portrait of Ada"'],
    sectionWithButton: ['Balance: 1,284,500', 'button "Refresh"'],
    formatting: [
      'heading "Galaxy" [level=3]',
      'heading "Sector" [level=4]',
      'heading "Planet" [level=5]',
      'strong: strong',
      'emphasis: slanted',
      'text: under gone',
      'code: code',
      'said quietly',
      'listitem: Pilot',
      'listitem: Trader',
      'blockquote: one line',
      'text: not quoted',
      String.raw`code: "{ \"credits\": 1284500 }"`,
    ],
    maskedLink: ['link "The rules"', '/url: https://game.example/rules', 'link "https://game.example/"'],
    timestamps: [`time: ${time}`, 'time: February 21, 2026', `Saturday, February 21, 2026 at ${time}`, ' ago'],
    mentions: ['button "@Orson Pike"', 'button "#hangar"', 'button "/credits transfer"'],
    separators: ['above', 'separator', 'between below'],
    onePicture: ['link "Open picture: A map"', 'img "A map"'],
    gallery: ['img "Map 1"', 'img "Map 4"'],
    foreignPicture: ['/url: https://pictures.example/a.png', 'text: A far picture'],
    file: ['link "creditlog.csv"', '47.1 KB', 'link "Download creditlog.csv"', '/url: /files/creditlog.csv'],
    buttons: ['button "Go"', 'link "Read"', 'button "Cannot" [disabled]', 'button "Warn"', 'button "★"'],
    pager: Object.values(PAGER),
    selects: ['combobox "Choose a sector"'],
    selectsWithLimits: [
      'combobox "Choose cargo"',
      'combobox "Choose an order": By name',
      'combobox "Closed today" [disabled]',
    ],
    attachedPicture: ['Look at this', 'img "My map"'],
    attachedFile: ['link "Download creditlog.csv"'],
    reply: ['@Orson Pike', 'Who has the fuel report?', 'Here it is.'],
    replyToNothing: ['Original message was deleted'],
    edited: ['Said twice (edited)'],
    mentionsMe: ['button "@Ada Venn"'],
    answer: ['Ada Venn', 'used /credits balance', 'Your balance'],
    ephemeral: ['Only you can see this', 'button "Dismiss message"'],
    userCommand: ['used Show profile'],
    thinking: [`status: ${BOT_NAME} is thinking…`],
  };

  test('a screen reader reads everything in every kind of message', async () => {
    for (const [kind, parts] of Object.entries(spoken)) {
      const lines = (await (await find(kind as MessageKind)).ariaSnapshot()).replaceAll(stage.peer.url, '').split('\n');
      expect(lines, kind).toEqual(expect.arrayContaining(parts.map((part) => expect.stringContaining(part))));
    }
  });

  test('a container has its color at its edge, and what belongs beside its words is there', async () => {
    const edge = (await find('container')).getByText('In a blue container').evaluate((node) => {
      const box = node.closest('[style]');
      return box && node.ownerDocument.defaultView?.getComputedStyle(box).borderLeftColor;
    });
    expect(await edge).toBe('rgb(79, 142, 247)');
    const section = await find('sectionWithThumbnail');
    const picture = await boxOf(section.getByRole('img'));
    expect(picture).toMatchObject({ width: 80, height: 80 });
    expect((await boxOf(section.getByText('Outer Rim Trading'))).right).toBeLessThanOrEqual(picture.x);
    const other = await find('sectionWithButton');
    const words = await boxOf(other.getByText('Balance: 1,284,500'));
    expect(words.right).toBeLessThanOrEqual((await boxOf(other.getByRole('button', { name: 'Refresh' }))).x);
  });

  test('a gallery has its pictures in rows, and they are loaded', async () => {
    const message = await find('gallery');
    const pictures = [1, 2, 3, 4].map((number) => message.getByRole('img', { name: `Map ${number}` }));
    for (const picture of pictures) await isLoaded(picture);
    const tops = (await Promise.all(pictures.map(boxOf))).map(({ y }) => y);
    expect(tops[0]).toBe(tops[1]);
    expect(tops[2]).toBeGreaterThan(tops[0] ?? 0);
    await isLoaded((await find('attachedPicture')).getByRole('img'));
  });

  test('buttons show their style and emoji, and a message that mentions the reader is highlighted', async () => {
    expect(await styleOf(await find('mentionsMe'), 'backgroundColor')).not.toBe('rgba(0, 0, 0, 0)');
    const message = await find('buttons');
    const looks = ['Go', 'Wait', 'Accept', 'Refuse'].map((name) => message.getByRole('button', { name }));
    const colors = looks.map((button) => styleOf(button, 'backgroundColor'));
    expect(new Set(await Promise.all(colors)).size).toBe(4);
    expect(await message.getByRole('button', { name: 'Warn' }).innerText()).toMatch(/⚠\s*Warn/);
  });

  test('the buttons of a pager are in one row, and nothing is wider than the window', async () => {
    const names = [PAGER.first, PAGER.previous, '512 / 1,024', PAGER.next, PAGER.last];
    const pager = await find('pager');
    const boxes = await Promise.all(names.map((name) => boxOf(pager.getByRole('button', { name }))));
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
    const articles = stage.page.getByRole('article');
    const rights = await articles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(screen.width);
  });
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not shown`);
  return { ...box, right: box.x + box.width };
}

async function isLoaded(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
}

function styleOf(element: Locator, property: 'backgroundColor' | 'fontSize') {
  return element.evaluate((node, name) => node.ownerDocument.defaultView?.getComputedStyle(node)[name] ?? '', property);
}
