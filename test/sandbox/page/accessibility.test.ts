import { type APIComponentInLabel, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { findSeriousProblems } from '../../support/accessibility.ts';
import { chooseFiles, enterAt, hasFocus, press, tabTo } from './keyboard.ts';
import { BOT_NAME, messageKinds } from './messageKinds.ts';
import { composerOf } from './openPage.ts';
import { ada, botDm, interactionOf, messageOf, modalOf } from './samples.ts';
import { PHONE, screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

/** High enough to show every message: axe doesn't check those out of sight. */
const TOWER_PX = 12_000;

const stage = useStage();
const button = (name: string | RegExp) => stage.page.getByRole('button', { name, exact: true });

test('the search for problems finds one', async () => {
  await stage.enter();
  await stage.page.evaluate('document.querySelector(".send").removeAttribute("aria-label")');
  expect((await findSeriousProblems(stage.page)).join()).toContain('button-name');
});

/** The other theme only differs in colors, which are the same on a phone. */
async function expectAccessible(state: string): Promise<void> {
  await stage.page.emulateMedia({ colorScheme: 'dark' });
  expect(await findSeriousProblems(stage.page), `${state}, dark`).toEqual([]);
  if (stage.page.viewportSize()?.width === PHONE.width) return;
  await stage.page.emulateMedia({ colorScheme: 'light' });
  expect(await findSeriousProblems(stage.page, ['color-contrast']), `${state}, light`).toEqual([]);
}

const fields: APIComponentInLabel[] = [
  { type: ComponentType.TextInput, custom_id: 'a', style: TextInputStyle.Short, placeholder: 'In words' },
  { type: ComponentType.TextInput, custom_id: 'b', style: TextInputStyle.Paragraph },
  { type: ComponentType.FileUpload, custom_id: 'c' },
];

/** Three notices, a bot that is offline, and a command without a response. */
function showTrouble(): void {
  stage.peer.emit({ type: 'botPresence', online: false });
  stage.peer.complain('It went wrong');
  const message = messageOf({ channel_id: botDm.id, content: 'Psst' });
  stage.peer.emit({ type: 'messageCreate', channelId: botDm.id, message });
  for (const state of ['sent', 'didNotRespond'] as const) stage.peer.emit(interactionOf({ state }));
}

describe.each(screens)('at $width pixels', (screen) => {
  const isNarrow = screen.width < 720;

  test('no state of the page has a serious problem, in either theme', async () => {
    const { page } = await enterEmpty();

    await composerOf(page).focus();
    await press(page, '/');
    await page.getByRole('option', { name: /\/profile/ }).waitFor();
    await expectAccessible('a list of commands');
    await press(page, 'credits tr', 'Enter');
    stage.peer.answers.run = () => {
      throw new Refusal({ code: 'invalid_option', message: '"recipient" is required', field: 'recipient' });
    };
    await press(page, 'Enter');
    await page.getByText('"recipient" is required').waitFor();
    await expectAccessible('a command with a wrong option');
    await press(page, 'Escape', '/galaxy systems ', 'Tab', 'ArrowDown');
    await page.getByRole('option', { name: 'By name' }).waitFor();
    await expectAccessible('a list of choices');
    await press(page, 'Escape', 'Escape');

    await chooseFiles(page, () => enterAt(page, button('Attach files'), 'Shift+Tab'), 'log.txt');
    await button('Remove log.txt').waitFor();
    await expectAccessible('a message with a file');

    stage.peer.emit(modalOf('Everything', fields));
    await page.getByRole('dialog', { name: 'Everything' }).waitFor();
    await expectAccessible('a modal');
    await press(page, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    if (isNarrow) await enterAt(page, button('Open channel list'), 'Shift+Tab');
    await enterAt(page, button(/^You are/), isNarrow ? 'Tab' : 'Shift+Tab');
    await page.getByRole('menu', { name: 'Switch user' }).waitFor();
    await expectAccessible('the menu of oneself');
    await press(page, 'Escape', 'Escape');

    showTrouble();
    await page.getByText('The application did not respond').waitFor();
    await tabTo(page, button('Open'));
    await expectAccessible('notices and a command without an answer');
  });

  test('neither the choice of people nor a channel with every kind of message has a serious problem', async () => {
    await stage.enter('nobody', screen);
    await button(/Orson Pike/).waitFor();
    await expectAccessible('the choice of people');
    const messages = Object.values(messageKinds(stage.peer.url));
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await stage.enter(ada, screen);
    await stage.page.setViewportSize({ width: screen.width, height: TOWER_PX });
    await stage.page.getByText(`${BOT_NAME} is thinking…`).last().waitFor();
    expect(await stage.page.getByRole('log').evaluate((log) => log.scrollHeight - log.clientHeight)).toBe(0);
    await expectAccessible('every kind of message');
  });

  test('the panels at the side have no serious problem, and the focus goes into a drawer and back', async () => {
    const { page } = await enterEmpty();
    stage.peer.emit({ type: 'channel', channel: { ...botDm, unread: 3 } });
    const panels = [
      ['Open channel list', '#sidebar'],
      ['Behind the scenes', '#trace'],
      ['Members', '#members'],
    ] as const;
    for (const [name, id] of isNarrow ? panels : panels.slice(1)) {
      const [opener, panel] = [button(name), page.locator(id)];
      await opener.focus();
      if ((await opener.getAttribute('aria-expanded')) === 'false') await press(page, 'Enter');
      await panel.waitFor();
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
      await expectAccessible(name);
      if (!isNarrow) continue;
      expect(await hasFocus(panel)).toBe(true);
      await press(page, 'Escape');
      await panel.waitFor({ state: 'hidden' });
      expect(await hasFocus(opener)).toBe(true);
      await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    }
  });

  async function enterEmpty(): Promise<typeof stage> {
    await stage.enter(ada, screen);
    await stage.page.getByText('Welcome to #general!').waitFor();
    return stage;
  }
});
