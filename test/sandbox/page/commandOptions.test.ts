import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { PageCommand } from '../../../sandbox/discord/people/pageProtocol.ts';
import { enterAt, focusedName, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { ada, general, hangar, ORDERS, orson } from './samples.ts';
import { DESK, screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { usePages, useStage } from './stage.ts';

const required = { name: 'option', description: 'What it is for', required: true } as const;
const optional = { ...required, required: false } as const;
const numbers = [
  { name: 'Ten', value: 10 },
  { name: 'Twenty', value: 20 },
];

/** The input's description, the option, the keys that fill it, and the sent value. */
const cases: [what: string, option: APIApplicationCommandBasicOption, keys: string[], value: unknown][] = [
  ['a text', { ...required, type: Type.String }, ['a word'], 'a word'],
  ['a text that may be missing', { ...optional, type: Type.String }, [], undefined],
  ['a text out of a list', { ...required, type: Type.String, choices: ORDERS }, ['pop', 'Enter'], 'population'],
  ['a whole number', { ...required, type: Type.Integer }, ['42'], 42],
  ['a whole number out of a list', { ...required, type: Type.Integer, choices: numbers }, ['twe', 'Enter'], 20],
  ['a number', { ...required, type: Type.Number }, ['1.5'], 1.5],
  ['yes or no', { ...required, type: Type.Boolean }, ['ArrowDown', 'ArrowDown', 'Enter'], false],
  ['a user', { ...required, type: Type.User }, ['ors', 'Enter'], orson.id],
  ['a channel', { ...required, type: Type.Channel }, ['han', 'Enter'], hangar.id],
];

const commandOf = (name: string, ...options: APIApplicationCommandBasicOption[]): PageCommand => ({
  id: `8000000000000${name.length}`,
  type: ApplicationCommandType.ChatInput,
  name,
  description: 'Tries an option.',
  displayName: name,
  displayDescription: 'Tries an option.',
  options,
});

const stage = useStage();
const open = usePages();

/** One for each case: `try-b`, `try-bb` and so on. */
const commandNames = cases.map((_, index) => `try-${'b'.repeat(index + 1)}`);

test.each(screens)('a command takes every kind of option by the keyboard alone, at $width pixels', async (screen) => {
  stage.peer.answers.commands = () => cases.map(([, option], index) => commandOf(commandNames[index] ?? '', option));
  await stage.enter(ada, screen);
  await composerOf(stage.page).focus();
  for (const [index, [what, option, keys, value]] of cases.entries()) {
    const name = commandNames[index] ?? '';
    await press(stage.page, `/${name} `);
    await stage.page.getByRole('form', { name: `Command /${name}` }).waitFor();
    expect(await focusedName(stage.page), what).toBe(option.required ? option.name : `/${name}`);
    const hint = option.required ? 'What it is for' : 'Tries an option.';
    await stage.page.locator('.command-hint').getByText(hint).waitFor();
    await press(stage.page, ...keys, 'Enter');
    expect(await stage.peer.called('run'), what).toEqual({
      channelId: general.id,
      commandId: commandOf(name).id,
      subcommand: [],
      options: value === undefined ? {} : { option: value },
    });
    await expect.poll(() => focusedName(stage.page)).toBe('Message #general');
  }
});

describe('an option of a command', () => {
  const suggested = { ...required, type: Type.String, autocomplete: true } as const;

  /** Begins a command; its first required option has the focus, or its name. */
  async function begin(options: APIApplicationCommandBasicOption[], screen = DESK): Promise<void> {
    stage.peer.answers.commands = () => [commandOf('try', ...options)];
    await stage.enter(ada, screen);
    await beginAgain(options);
  }

  async function beginAgain(options: APIApplicationCommandBasicOption[], page = stage.page): Promise<void> {
    await composerOf(page).waitFor();
    await press(page, '/', 'try');
    await page.getByRole('option', { name: /\/try/ }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('form', { name: 'Command /try' }).waitFor();
    expect(await focusedName(page)).toBe(options.find((option) => option.required)?.name ?? '/try');
  }

  /** Begins a command with a suggested option in a new window whose clock is stopped. */
  async function beginOutOfTime(): Promise<Page> {
    stage.peer.answers.commands = () => [commandOf('try', suggested)];
    const page = await open(stage.peer.url);
    await page.clock.install();
    await page.goto(`${stage.peer.url}/?as=${ada.username}`);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await beginAgain([suggested], page);
    return page;
  }

  const questions = () => stage.peer.calls.filter(({ call }) => call === 'autocomplete');
  const offered = (name: string) => stage.page.getByRole('option', { name, exact: true });

  test('says why it was refused, until it is changed, and has the focus', async () => {
    stage.peer.answers.run = () => {
      throw new Refusal({ code: 'invalid_option', message: '"option" must be a number', field: 'option' });
    };
    await begin([
      { ...required, type: Type.Integer },
      { ...required, name: 'other', type: Type.String },
    ]);
    await press(stage.page, 'five', 'Tab', 'word', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'five', other: 'word' } });
    const problem = stage.page.getByRole('alert').getByText('"option" must be a number');
    await problem.waitFor();
    await expect.poll(() => focusedName(stage.page)).toBe('option');
    const field = stage.page.getByLabel('option', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await press(stage.page, '5');
    await problem.waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-invalid')).toBe(null);
  });

  test('has suggestions at once, asks for others after a pause in typing, and never once it is sent', async () => {
    const first = Promise.withResolvers<void>();
    stage.peer.answers.autocomplete = async ({ options }) => {
      await first.promise;
      return { choices: [{ name: `for ${options['option']}`, value: 'chosen' }] };
    };
    const page = await beginOutOfTime();
    const offered = (name: string) => page.getByRole('option', { name, exact: true });
    expect(await stage.peer.called('autocomplete')).toMatchObject({ focused: 'option', options: { option: '' } });
    await offered('Loading options…').waitFor();
    first.resolve();
    await offered('for').waitFor();
    await press(page, 'Or');
    await page.clock.runFor(249);
    await press(page, 'son');
    await page.clock.runFor(249);
    const list = page.getByRole('listbox', { name: 'option' });
    await expect.poll(() => list.getAttribute('aria-busy')).toBe('true');
    expect(questions()).toHaveLength(1);
    await page.clock.runFor(1);
    await offered('for Orson').waitFor();
    await press(page, ' P', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'Orson P' } });
    await page.clock.runFor(1000);
    expect(questions().map(({ params }) => 'options' in params && params.options)).toEqual([
      { option: '' },
      { option: 'Orson' },
    ]);
  });

  test('is sent as typed when its suggestions are for an older text, when there are none, and when they fail', async () => {
    stage.peer.answers.autocomplete = ({ options: { option } }) => {
      if (option === 'ab') return new Promise(() => {});
      if (option === 'by hand') return { choices: [] };
      if (option === 'a') return { choices: [{ name: 'for a', value: 'stale' }] };
      throw new Refusal({ code: 'did_not_respond', message: 'The bot did not respond.' });
    };
    await begin([suggested]);
    await offered("Options couldn't be loaded.").waitFor();
    await press(stage.page, 'a');
    await offered('for a').waitFor();
    await press(stage.page, 'b', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'ab' } });
    await beginAgain([suggested]);
    await press(stage.page, 'by hand');
    await offered('No suggestions').waitFor();
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'by hand' } });
  });

  test('moves to the previous one by Backspace, and the command closes by Backspace, Escape or its button', async () => {
    const first = { ...required, type: Type.String } as const;
    await begin([first, { ...required, name: 'other', type: Type.Integer }]);
    await press(stage.page, 'Tab', 'Backspace');
    expect(await focusedName(stage.page)).toBe('option');
    const ways = [
      () => press(stage.page, 'Backspace'),
      () => press(stage.page, 'Escape'),
      () => enterAt(stage.page, stage.page.getByRole('button', { name: 'Close command' })),
    ];
    for (const giveUp of ways) {
      await giveUp();
      await composerOf(stage.page).waitFor();
      expect(await hasFocus(composerOf(stage.page))).toBe(true);
      await beginAgain([first]);
    }
  });
});
