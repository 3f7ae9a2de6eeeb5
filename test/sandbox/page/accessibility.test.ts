import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { findSeriousProblems } from '../../support/accessibility.ts';
import { startWorld } from '../../support/world.ts';
import { chooseFiles, enterAt, hasFocus, press, tabTo } from './keyboard.ts';
import { BOT_NAME, messageKinds } from './messageKinds.ts';
import { composerOf } from './openPage.ts';
import { ada, botDm, general, messageOf } from './samples.ts';
import { allScreens, screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { usePages, useStage } from './stage.ts';

/** So high that every message is in sight: what is scrolled away is not looked at. */
const towerPx = 14_000;

const stage = useStage();

test('the search for problems finds one', async () => {
  await stage.enter();
  await stage.page.evaluate('document.querySelector(".send").removeAttribute("aria-label")');
  expect((await findSeriousProblems(stage.page)).join()).toContain('button-name');
});

describe.each(allScreens)('at $width pixels, $theme, there is no serious problem', (screen) => {
  const isNarrow = screen.width < 720;

  test('where one chooses who to be', async () => {
    await stage.enter('nobody', screen);
    await stage.page.getByRole('button', { name: /Orson Pike/ }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('in a channel with every kind of message, and in an empty one', async () => {
    stage.peer.answers.history = ({ channelId }) => ({
      messages: channelId === general.id ? Object.values(messageKinds(stage.peer.url)) : [],
      hasMore: false,
    });
    await stage.enter(ada, screen);
    await stage.page.setViewportSize({ width: screen.width, height: towerPx });
    await stage.page.getByText(`${BOT_NAME} is thinking…`).last().waitFor();
    expect(await stage.page.getByRole('log').evaluate((log) => log.scrollHeight - log.clientHeight)).toBe(0);
    expect(await findSeriousProblems(stage.page)).toEqual([]);
    await stage.page.setViewportSize(screen);
    await press(stage.page, 'Shift+F6', 'Shift+F6');
    if (isNarrow) await enterAt(stage.page, stage.page.getByRole('button', { name: 'Open channel list' }));
    else await press(stage.page, 'Shift+F6');
    await enterAt(stage.page, stage.page.getByRole('button', { name: 'hangar', exact: true }));
    await stage.page.getByText('Welcome to #hangar!').waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('while commands are offered, while options are filled in, and when one is wrong', async () => {
    await stage.enter(ada, screen);
    await stage.page.getByText('Welcome to #general!').waitFor();
    await composerOf(stage.page).focus();
    await press(stage.page, '/');
    await stage.page.getByRole('option', { name: /\/profile/ }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
    await press(stage.page, 'credits tr', 'Enter');
    await stage.page.getByRole('form', { name: 'Command /credits transfer' }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
    stage.peer.answers.run = () => {
      throw new Refusal({ code: 'invalid_option', message: '"recipient" is required', field: 'recipient' });
    };
    await press(stage.page, 'Enter');
    await stage.page.getByText('"recipient" is required').waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
    await press(stage.page, 'Escape', '/galaxy systems ');
    await stage.page.getByRole('form', { name: 'Command /galaxy systems' }).waitFor();
    await press(stage.page, 'Tab', 'ArrowDown');
    await stage.page.getByRole('option', { name: 'By name' }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('while a message is written with a file', async () => {
    await stage.enter(ada, screen);
    const attach = stage.page.getByRole('button', { name: 'Attach files' });
    await chooseFiles(stage.page, () => enterAt(stage.page, attach), 'log.txt');
    await stage.page.getByRole('button', { name: 'Remove log.txt' }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('in a modal with every kind of field', async () => {
    await stage.enter(ada, screen);
    await stage.page.getByText('Welcome to #general!').waitFor();
    const options = ['Red', 'Blue'].map((label) => ({ label, value: label, description: `It is ${label}` }));
    const fields = [
      { type: ComponentType.TextInput, custom_id: 'a', style: TextInputStyle.Short, placeholder: 'In words' },
      { type: ComponentType.TextInput, custom_id: 'b', style: TextInputStyle.Paragraph },
      { type: ComponentType.StringSelect, custom_id: 'c', options },
      { type: ComponentType.CheckboxGroup, custom_id: 'd', options },
      { type: ComponentType.RadioGroup, custom_id: 'e', options },
      { type: ComponentType.Checkbox, custom_id: 'f' },
      { type: ComponentType.FileUpload, custom_id: 'g' },
    ] as const;
    stage.peer.emit({
      type: 'modal',
      modalId: '1',
      interactionId: '1',
      channelId: general.id,
      modal: {
        custom_id: 'modal',
        title: 'Everything',
        components: [
          { type: ComponentType.TextDisplay, content: 'Read **this** first.' },
          ...fields.map((component) => ({
            type: ComponentType.Label as const,
            label: `Field ${component.custom_id}`,
            description: 'What it is for.',
            component: { ...component, options } as typeof component,
          })),
        ],
      },
    });
    await stage.page.getByRole('dialog', { name: 'Everything' }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('in the menus of a member and of oneself', async () => {
    stage.peer.answers.history = () => ({ messages: [messageOf({ by: ada, content: 'Hello' })], hasMore: false });
    await stage.enter(ada, screen);
    await stage.page.getByText('Hello').waitFor();
    await composerOf(stage.page).focus();
    const author = stage.page.getByRole('button', { name: 'Ada Venn', exact: true }).first();
    await enterAt(stage.page, author, 'Shift+Tab');
    await stage.page.getByRole('menu').waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
    await press(stage.page, 'Escape');
    if (isNarrow) await enterAt(stage.page, stage.page.getByRole('button', { name: 'Open channel list' }), 'Shift+Tab');
    await enterAt(stage.page, stage.page.getByRole('button', { name: /^You are/ }), isNarrow ? 'Tab' : 'Shift+Tab');
    await stage.page.getByRole('menu', { name: 'Switch user' }).waitFor();
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });

  test('with a panel open at the side, and the focus knows its way in and out', async () => {
    await stage.enter(ada, screen);
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'channel', channel: { ...botDm, unread: 3 } });
    const openers: [string, 'navigation' | 'complementary', string][] = [
      ...(isNarrow ? ([['Open channel list', 'navigation', 'Channels and direct messages']] as const) : []),
      ['Behind the scenes', 'complementary', 'Behind the scenes'],
      ['Members', 'complementary', 'Members'],
    ].map(([opener = '', role = '', name = '']) => [opener, role as 'navigation', name]);
    for (const [opener, role, name] of openers) {
      const button = stage.page.getByRole('button', { name: opener, exact: true });
      const panel = stage.page.getByRole(role, { name });
      await button.focus();
      if ((await button.getAttribute('aria-expanded')) === 'false') await press(stage.page, 'Enter');
      await panel.waitFor();
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
      expect(await findSeriousProblems(stage.page)).toEqual([]);
      if (!isNarrow) continue;
      expect(await panel.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true);
      await press(stage.page, 'Escape');
      await panel.waitFor({ state: 'hidden' });
      expect(await hasFocus(button)).toBe(true);
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    }
  });

  test('with notices, a bot that is offline, and a command without an answer', async () => {
    await stage.enter(ada, screen);
    await stage.page.getByText('Welcome to #general!').waitFor();
    stage.peer.emit({ type: 'botPresence', online: false });
    stage.peer.complain('It went wrong');
    stage.peer.emit({
      type: 'messageCreate',
      channelId: botDm.id,
      message: messageOf({ channel_id: botDm.id, content: 'Psst' }),
    });
    const at = new Date().toISOString();
    const run = {
      interactionId: '9',
      userId: ada.id,
      channelId: general.id,
      kind: 'command',
      name: '/profile',
      label: '/profile',
      messageId: null,
      at,
    } as const;
    stage.peer.emit({ type: 'interaction', ...run, state: 'sent' });
    stage.peer.emit({ type: 'interaction', ...run, state: 'didNotRespond' });
    await stage.page.getByText('The application did not respond').waitFor();
    await tabTo(stage.page, stage.page.getByRole('button', { name: 'Open', exact: true }));
    expect(await findSeriousProblems(stage.page)).toEqual([]);
  });
});

describe.each(screens)('at $width pixels', (screen) => {
  let world: Sandbox;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world?.stop());
  const open = usePages();

  test('a whole trial needs no mouse, and the focus stays where it was', async () => {
    const page = await open(world.url, undefined, screen);
    await enterAt(page, page.getByRole('button', { name: /Kestrel/ }));
    await composerOf(page).waitFor();
    await tabTo(page, composerOf(page));
    await press(page, '/login');
    await page.getByRole('option', { name: '/login' }).waitFor();
    await press(page, 'Enter', 'Enter');
    await enterAt(page, page.getByRole('link', { name: 'Continue there' }), 'Shift+Tab');
    await page.getByRole('combobox', { name: 'Message @Commlink' }).waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Open the login page' }));

    await tabTo(page, composerOf(page));
    await press(page, '/galaxy stations');
    await page.getByRole('option', { name: '/galaxy stations' }).waitFor();
    await press(page, 'Enter', 'Enter');
    const list = page.getByRole('article').filter({ hasText: '1–20 of' });
    const counter = page.getByRole('button', { name: /\d+ \/ \d+/ });
    await list.waitFor();
    await enterAt(page, counter, 'Shift+Tab');
    await page.getByRole('dialog').waitFor();
    await press(page, '3', 'Enter');
    await page.getByText('41–60 of').waitFor();
    expect(await hasFocus(counter)).toBe(true);

    const opener = page.getByRole('button', { name: 'Behind the scenes' });
    await enterAt(page, opener, 'Shift+Tab');
    await tabTo(page, page.getByRole('radio', { name: 'works' }));
    await press(page, 'ArrowDown');
    await expect.poll(() => page.getByRole('radio', { name: 'is down' }).isChecked()).toBe(true);
    if (screen.width > 720) return;
    await press(page, 'Escape');
    expect(await hasFocus(opener)).toBe(true);
  });
});
