import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PAGER } from '../../../src/view/pager.ts';
import { enterAt } from './keyboard.ts';
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

  const inTokyo = screen.timeZone === 'Asia/Tokyo';

  /** What somebody perceives of each kind: in it, how much is there. Types see to it that none is left out. */
  const shows: Record<MessageKind, (message: Locator) => Promise<void>> = {
    async container(message) {
      await message.getByText('In a blue container').waitFor();
      expect(await edgeColor(message.getByText('In a blue container'))).toBe('rgb(79, 142, 247)');
    },
    async spoileredContainer(message) {
      await isRevealedByEnter(message, message.getByText('The ending of the story'));
    },
    async sectionWithThumbnail(message) {
      const [words, picture] = [message.getByText('Outer Rim Trading'), message.getByRole('img', { name: 'Portrait' })];
      await isLoaded(picture);
      expect(await boxOf(picture)).toMatchObject({ width: 80, height: 80 });
      expect((await boxOf(words)).right).toBeLessThanOrEqual((await boxOf(picture)).x);
    },
    async sectionWithButton(message) {
      const button = message.getByRole('button', { name: 'Refresh' });
      const words = await boxOf(message.getByText('Balance: 1,284,500'));
      expect(words.right).toBeLessThanOrEqual((await boxOf(button)).x);
    },
    async headings(message) {
      const sizes: number[] = [];
      for (const [level, name] of [
        [3, 'Galaxy'],
        [4, 'Sector'],
        [5, 'Planet'],
      ] as const) {
        sizes.push((await boxOf(message.getByRole('heading', { level, name }))).height);
      }
      for (const [at, size] of sizes.slice(1).entries()) expect(size).toBeLessThan(sizes[at] ?? 0);
      expect(await message.getByRole('heading', { name: 'below them' }).count()).toBe(0);
    },
    async styledText(message) {
      expect(await message.getByRole('strong').textContent()).toBe('strong');
      expect(await message.getByRole('emphasis').textContent()).toBe('slanted');
      expect(await styleOf(message.getByText('gone', { exact: true }), 'textDecorationLine')).toBe('line-through');
      expect(await message.getByRole('code').textContent()).toBe('code');
      expect(await styleOf(message.getByText('under', { exact: true }), 'textDecorationLine')).toBe('underline');
      await message.getByText('*not slanted*').waitFor();
    },
    async lists(message) {
      const bullets = message.getByRole('list').first();
      expect(await bullets.getByRole('listitem').allInnerTexts()).toEqual(['Pilot', 'Trader']);
      const numbers = message.getByRole('list').last();
      expect(await numbers.getAttribute('start')).toBe('3');
      expect(await numbers.getByRole('listitem').allTextContents()).toEqual(['Third', 'Fourth']);
    },
    async quotes(message) {
      expect(await message.getByRole('blockquote').allInnerTexts()).toEqual(['one line\n', 'all\nthe rest']);
    },
    async codeBlock(message) {
      expect(await message.getByRole('code').textContent()).toBe('{ "credits": 1284500 }');
      expect(await styleOf(message.getByRole('code'), 'fontFamily')).toContain('monospace');
    },
    async spoiler(message) {
      await isRevealedByEnter(message, message.getByText('the butler'));
    },
    async maskedLink(message) {
      const masked = message.getByRole('link', { name: 'The rules' });
      expect(await masked.getAttribute('href')).toBe('https://game.example/rules');
      expect(await masked.getAttribute('title')).toBe('What is allowed');
      const bare = message.getByRole('link', { name: 'https://game.example/', exact: true });
      expect(await bare.getAttribute('href')).toBe('https://game.example/');
    },
    async subtext(message) {
      const [loud, quiet] = [message.getByText('Said aloud'), message.getByText('said quietly')];
      expect(await fontSize(quiet)).toBeLessThan(await fontSize(loud));
    },
    async timestamps(message) {
      const times = message.getByRole('time');
      expect((await times.allTextContents()).slice(-4, -1)).toEqual([
        inTokyo ? '9:12 PM' : '12:12 PM',
        'February 21, 2026',
        `Saturday, February 21, 2026 at ${inTokyo ? '9:12 PM' : '12:12 PM'}`,
      ]);
      expect(await times.last().textContent()).toMatch(/ago|in \d+|month/);
    },
    async mentions(message) {
      for (const name of ['@Orson Pike', '#hangar', '/credits transfer']) {
        await message.getByRole('button', { name, exact: true }).waitFor();
      }
      await message.getByText('@Officers').waitFor();
      await message.getByText('@everyone').waitFor();
    },
    async customEmoji(message) {
      await message.getByText(':ship:').waitFor();
      await message.getByText(':warp:').waitFor();
    },
    async separators(message) {
      expect(await message.getByRole('separator').count()).toBe(1);
      const [above, between, below] = await Promise.all(
        ['above', 'between', 'below'].map((words) => boxOf(message.getByText(words))),
      );
      const gaps = [(between?.y ?? 0) - (above?.y ?? 0), (below?.y ?? 0) - (between?.y ?? 0)];
      expect(gaps[1]).toBeGreaterThan(gaps[0] ?? 0);
    },
    async onePicture(message) {
      await isLoaded(message.getByRole('link', { name: 'Open picture: A map' }).getByRole('img', { name: 'A map' }));
    },
    async gallery(message) {
      for (const number of [1, 2, 3, 4]) await isLoaded(message.getByRole('img', { name: `Map ${number}` }));
      const [first, second, third] = await Promise.all(
        [1, 2, 3].map((number) => boxOf(message.getByRole('img', { name: `Map ${number}` }))),
      );
      expect(first?.y).toBe(second?.y);
      expect(third?.y).toBeGreaterThan(first?.y ?? 0);
    },
    async spoileredPicture(message) {
      await isLoaded(message.getByRole('img', { name: 'The open map' }));
      await isRevealedByEnter(message, message.getByAltText('The secret map'));
    },
    async foreignPicture(message) {
      await message.getByText('A far picture').waitFor();
      expect(await message.getByRole('img').count()).toBe(0);
    },
    async file(message) {
      expect(await message.getByRole('link', { name: 'creditlog.csv', exact: true }).getAttribute('href')).toContain(
        '/files/creditlog.csv',
      );
      await message.getByText('47.1 KB').waitFor();
      expect(await message.getByRole('link', { name: 'Download creditlog.csv' }).getAttribute('download')).toBe(
        'creditlog.csv',
      );
    },
    async spoileredFile(message) {
      await isRevealedByEnter(message, message.getByText('secrets.csv'));
    },
    async buttons(message) {
      const looks = ['Go', 'Wait', 'Accept', 'Refuse'].map((name) => message.getByRole('button', { name }));
      const colors = await Promise.all(looks.map((button) => styleOf(button, 'backgroundColor')));
      expect(new Set(colors).size).toBe(4);
      await message.getByRole('link', { name: 'Read' }).waitFor();
      for (const name of ['Cannot', 'Closed book']) {
        expect(await message.getByRole('button', { name }).isDisabled()).toBe(true);
      }
      expect(await message.getByRole('button', { name: 'Warn' }).innerText()).toMatch(/⚠\s*Warn/);
      await message.getByRole('button', { name: '★', exact: true }).waitFor();
      expect(await message.getByRole('button', { name: 'ship', exact: true }).innerText()).toBe(':ship:');
    },
    async pager(message) {
      const names = [PAGER.first, PAGER.previous, '512 / 1,024', PAGER.next, PAGER.last];
      const boxes = names.map((name) => boxOf(message.getByRole('button', { name })));
      expect(new Set((await Promise.all(boxes)).map(({ y }) => y)).size).toBe(1);
    },
    async selects(message) {
      for (const name of ['Choose a sector', 'user', 'role', 'user or role', 'channel']) {
        const select = message.getByRole('combobox', { name: new RegExp(`${name}$`) }).first();
        expect(await select.inputValue()).toBe('');
      }
    },
    async selectsWithLimits(message) {
      const chosenIn = (name: string) => message.getByRole('combobox', { name }).inputValue();
      expect(await chosenIn('Choose cargo')).toBe('');
      expect(await chosenIn('Choose a crew')).toBe('Orson Pike');
      expect(await chosenIn('Choose an order')).toBe('By name');
      expect(await message.getByRole('combobox', { name: 'Closed today' }).isDisabled()).toBe(true);
    },
    async embed(message) {
      for (const words of ['The archive', 'Sector', 'Core', 'Planet', 'Coruscant', 'Remark']) {
        await message.getByText(words, { exact: true }).waitFor();
      }
      await message.getByText('From the archive').waitFor();
      expect(await message.getByRole('strong').textContent()).toBe('strong');
      expect(await edgeColor(message.getByText('The archive', { exact: true }))).toBe('rgb(47, 174, 103)');
      const title = message.getByRole('link', { name: 'A classic embed', exact: true });
      expect(await title.getAttribute('href')).toBe('https://game.example/archive');
      expect(await message.getByRole('time').last().textContent()).toContain(inTokyo ? '9:12 PM' : '12:12 PM');
      await isLoaded(message.getByRole('img').first());
      const fields = await Promise.all(['Sector', 'Planet', 'Remark'].map((name) => boxOf(message.getByText(name))));
      expect(fields[0]?.y).toBe(fields[1]?.y);
      expect(fields[2]?.y).toBeGreaterThan(fields[1]?.y ?? 0);
    },
    async attachedPicture(message) {
      await message.getByText('Look at this').waitFor();
      await isLoaded(message.getByRole('img', { name: 'My map' }));
    },
    async attachedFile(message) {
      await message.getByRole('link', { name: 'Download creditlog.csv' }).waitFor();
    },
    async attachedSpoiler(message) {
      await isRevealedByEnter(message, message.getByAltText('SPOILER_map.svg'));
    },
    async reply(message) {
      await message.getByText('@Orson Pike').waitFor();
      await message.getByText('Who has the fuel report?').waitFor();
      await message.getByText('Here it is.').waitFor();
    },
    async replyToNothing(message) {
      await message.getByText('Original message was deleted').waitFor();
    },
    async edited(message) {
      await message.getByText('(edited)').waitFor();
    },
    async mentionsMe(message) {
      await message.getByRole('button', { name: '@Ada Venn' }).waitFor();
      expect(await styleOf(message, 'backgroundColor')).not.toBe('rgba(0, 0, 0, 0)');
    },
    async unicodeEmoji(message) {
      await message.getByText('Done 👍').waitFor();
    },
    async answer(message) {
      await message.getByText('/credits balance').waitFor();
      expect(await message.getByText('Ada Venn').count()).toBe(1);
    },
    async ephemeral(message) {
      await message.getByText('Only you can see this').waitFor();
      await message.getByRole('button', { name: 'Dismiss message' }).waitFor();
    },
    async userCommand(message) {
      await message.getByText('Show profile').waitFor();
    },
    async thinking(message) {
      await message.getByText(`${BOT_NAME} is thinking…`).waitFor();
    },
  };

  test.each(Object.keys(shows) as MessageKind[])('%s is shown', async (kind) => {
    const message = stage.page.locator(`[data-message-id="${kinds[kind].id}"]`);
    await message.scrollIntoViewIfNeeded();
    await shows[kind](message);
  });

  test('nothing is wider than the window', async () => {
    expect(await stage.page.getByRole('log').evaluate((log) => log.scrollWidth <= log.clientWidth)).toBe(true);
    const widest = await stage.page
      .getByRole('article')
      .evaluateAll((articles) => Math.max(...articles.map((article) => article.getBoundingClientRect().right)));
    expect(widest).toBeLessThanOrEqual(screen.width);
  });

  async function isRevealedByEnter(message: Locator, secret: Locator): Promise<void> {
    expect(await secret.isVisible()).toBe(false);
    const cover = message.getByRole('button', { name: 'Reveal spoiler' });
    await message.getByRole('button').first().focus();
    await enterAt(stage.page, cover);
    await secret.waitFor();
    expect(await cover.count()).toBe(0);
  }
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

async function fontSize(element: Locator): Promise<number> {
  return Number.parseFloat(await styleOf(element, 'fontSize'));
}

function styleOf(element: Locator, property: 'backgroundColor' | 'fontFamily' | 'fontSize' | 'textDecorationLine') {
  return element.evaluate((node, name) => node.ownerDocument.defaultView?.getComputedStyle(node)[name] ?? '', property);
}

/** The color of the thick edge that stands before the element, if it is inside something that has one. */
function edgeColor(element: Locator): Promise<string | undefined> {
  return element.evaluate((node) => {
    const view = node.ownerDocument.defaultView;
    for (let inside: typeof node | null = node; inside !== null; inside = inside.parentElement as typeof node | null) {
      const style = view?.getComputedStyle(inside);
      if (style?.borderLeftWidth === '4px') return style.borderLeftColor;
    }
    return undefined;
  });
}
