import type { APIMessage } from 'discord-api-types/v10';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseFiles, enterAt, focusedName, hasFocus, press, tabTo } from './keyboard.ts';
import { type MessageKind, messageKinds } from './messageKinds.ts';
import { composerOf } from './openPage.ts';
import { general, interactionOf, orson } from './samples.ts';
import { useStage } from './stage.ts';

describe('by the keyboard alone', () => {
  const stage = useStage();

  /** Opens the page with these messages or kinds. Returns the last. The composer has the focus. */
  async function enterWith(...kinds: (MessageKind | APIMessage)[]): Promise<{ message: Locator; id: string }> {
    const all = messageKinds(stage.peer.url);
    const messages = kinds.map((kind) => (typeof kind === 'string' ? all[kind] : kind));
    stage.peer.answers.history = () => ({ messages, hasMore: false });
    await stage.enter();
    const id = messages.at(-1)?.id ?? '';
    const message = stage.page.locator(`[data-message-id="${id}"]`);
    await message.waitFor();
    await composerOf(stage.page).focus();
    return { message, id };
  }

  test.each([
    ['buttons', ['Go', 'Wait', 'Accept', 'Refuse', 'Warn', '★']],
    ['sectionWithButton', ['Refresh']],
  ] as const)('each button of "%s" is reached in order and pressed, and no disabled one', async (kind, names) => {
    const { message, id: messageId } = await enterWith(kind);
    await tabTo(stage.page, message.getByRole('button', { name: names[0] }), 'Shift+Tab');
    for (const name of names) {
      const button = message.getByRole('button', { name, exact: true });
      await tabTo(stage.page, button);
      await press(stage.page, name === 'Wait' ? 'Space' : 'Enter');
      const customId = name === '★' ? 'star' : name;
      expect(await stage.peer.called('press')).toEqual({ channelId: general.id, messageId, customId });
      await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
      stage.peer.emit(interactionOf({ kind: 'component', messageId, state: 'answered' }));
      await expect.poll(() => button.getAttribute('aria-busy')).toBe(null);
      expect(await hasFocus(button)).toBe(true);
    }
  });

  test.each([
    ['buttons', 'Read', '/'],
    ['onePicture', 'Open picture: A map', '/picture.svg'],
  ] as const)('the link in the message "%s" opens its address in a window of its own', async (kind, name, path) => {
    const { message } = await enterWith(kind);
    const opened = stage.page.context().waitForEvent('page');
    await enterAt(stage.page, message.getByRole('link', { name }), 'Shift+Tab');
    const window = await opened;
    await window.waitForURL(`**${path}`);
    expect(await window.evaluate('window.opener')).toBe(null);
  });

  test('a choice is found by typing and chosen by Enter', async () => {
    const { message, id: messageId } = await enterWith('selects');
    await tabTo(stage.page, message.getByRole('combobox', { name: 'Choose a sector' }), 'Shift+Tab');
    await press(stage.page, 'ArrowDown', 'out');
    await stage.page.getByRole('option', { name: /Outer rim/ }).waitFor();
    await press(stage.page, 'Enter');
    const chosen = { channelId: general.id, messageId, customId: 'Choose a sector', values: ['rim'] };
    expect(await stage.peer.called('select')).toEqual(chosen);
  });

  test('a select of several accepts no fewer and no more than it may, and choosing something again deselects it', async () => {
    const { message } = await enterWith('selectsWithLimits');
    await tabTo(stage.page, message.getByRole('combobox', { name: 'Choose cargo' }), 'Shift+Tab');
    await press(stage.page, 'ArrowDown', 'Enter', 'Escape');
    await stage.page.getByRole('alert').getByText('Choose at least 2.').waitFor();
    await press(stage.page, 'ArrowDown');
    for (const name of ['Ore', 'Food', 'Spice', 'Ore', 'Spice']) {
      while ((await activeOption()) !== name) await press(stage.page, 'ArrowDown');
      await press(stage.page, 'Enter');
    }
    const chosen = stage.page.getByRole('option', { selected: true });
    expect(await chosen.allTextContents()).toEqual(['Fuel', 'Food', 'Spice']);
    await press(stage.page, 'Escape');
    const values = ['fuel', 'food', 'spice'];
    expect(await stage.peer.called('select')).toMatchObject({ customId: 'Choose cargo', values });
  });

  /** The choice that the focused field points a screen reader at. */
  function activeOption(): Promise<string | undefined> {
    return stage.page.evaluate<string | undefined>(
      `document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.querySelector('.choice-label')?.textContent`,
    );
  }

  test('mentions lead where they point', async () => {
    const { message } = await enterWith('mentions');
    await enterAt(stage.page, message.getByRole('button', { name: '@Orson Pike' }), 'Shift+Tab');
    await stage.page.getByRole('menu', { name: 'Orson Pike' }).waitFor();
    await press(stage.page, 'Escape');
    expect(await focusedName(stage.page)).toBe('@Orson Pike');
    await enterAt(stage.page, message.getByRole('button', { name: '/credits transfer' }));
    await stage.page.getByRole('form', { name: 'Command /credits transfer' }).waitFor();
    await press(stage.page, 'Escape');
    await enterAt(stage.page, message.getByRole('button', { name: '#hangar' }), 'Shift+Tab');
    await stage.page.getByRole('combobox', { name: 'Message #hangar' }).waitFor();
  });

  test.each([
    ["the name above a message opens its author's menu", 'Orson Pike', 'user', 'Show profile'],
    ['"Apps" beside a message opens its menu', 'Apps', 'message', 'Report'],
  ])('%s, with the bot’s commands for it', async (_, name, target, item) => {
    const { message, id } = await enterWith('edited');
    await enterAt(stage.page, message.getByRole('button', { name, exact: true }), 'Shift+Tab');
    await stage.page.getByRole('menuitem', { name: item }).waitFor();
    await press(stage.page, 'End', 'Enter');
    expect(await stage.peer.called('runOn')).toMatchObject({ targetId: target === 'user' ? orson.id : id });
  });

  test('files are attached, one is taken away again, and the rest go with the message', async () => {
    await enterWith('edited');
    const attach = stage.page.getByRole('button', { name: 'Attach files' });
    await chooseFiles(stage.page, () => enterAt(stage.page, attach, 'Shift+Tab'), 'one.txt', 'two.txt');
    const list = stage.page.getByRole('list', { name: 'Files to send' });
    await list.getByText('two.txt').waitFor();
    await enterAt(stage.page, list.getByRole('button', { name: 'Remove one.txt' }), 'Shift+Tab');
    await list.getByText('one.txt').waitFor({ state: 'detached' });
    await tabTo(stage.page, composerOf(stage.page));
    await press(stage.page, 'See this', 'Enter');
    expect(await stage.peer.called('send')).toEqual({ channelId: general.id, content: 'See this', uploadIds: ['900'] });
    await list.waitFor({ state: 'hidden' });
  });
});
