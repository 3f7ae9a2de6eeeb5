import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageCommand } from '../../../sandbox/discord/people/pageProtocol.ts';
import { enterAt, focusedName, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { ada, bot, commands, general, hangar, orson, welcomeOf } from './samples.ts';
import { screens } from './screens.ts';
import { useStage } from './stage.ts';

/** An option, keys that put something in it that is refused, with which words, and keys that put in what is sent. */
interface Case {
  what: string;
  option: APIApplicationCommandBasicOption;
  refused?: { keys: string[]; words: string };
  accepted: { keys: string[]; value: string | number | boolean | undefined };
}

const required = { name: 'option', description: 'What it is for', required: true } as const;
/** Takes back what stands in the field. */
const clear = ['ControlOrMeta+a', 'Backspace'];

const cases: Case[] = [
  {
    what: 'a text',
    option: { ...required, type: Type.String, min_length: 3, max_length: 5 },
    refused: { keys: ['ab'], words: 'At least 3 characters, please.' },
    accepted: { keys: ['c d'], value: 'abc d' },
  },
  {
    what: 'a text that must be there',
    option: { ...required, type: Type.String },
    refused: { keys: [], words: 'This option is required.' },
    accepted: { keys: ['word'], value: 'word' },
  },
  {
    what: 'a text that may be missing',
    option: { ...required, type: Type.String, required: false },
    accepted: { keys: [], value: undefined },
  },
  {
    what: 'a text out of a list',
    option: {
      ...required,
      type: Type.String,
      choices: [
        { name: 'By name', value: 'name' },
        { name: 'By population', value: 'population' },
      ],
    },
    accepted: { keys: ['ArrowDown', 'ArrowDown', 'Enter'], value: 'population' },
  },
  {
    what: 'a whole number',
    option: { ...required, type: Type.Integer, min_value: 1, max_value: 100 },
    refused: { keys: ['101'], words: 'At most 100, please.' },
    accepted: { keys: [...clear, '42'], value: 42 },
  },
  {
    what: 'a whole number out of a list',
    option: {
      ...required,
      type: Type.Integer,
      choices: [
        { name: 'Ten', value: 10 },
        { name: 'Twenty', value: 20 },
      ],
    },
    accepted: { keys: ['twe', 'Enter'], value: 20 },
  },
  {
    what: 'a number',
    option: { ...required, type: Type.Number, min_value: 0.5 },
    refused: { keys: ['0.25'], words: 'At least 0.5, please.' },
    accepted: { keys: [...clear, '1.5'], value: 1.5 },
  },
  {
    what: 'yes or no',
    option: { ...required, type: Type.Boolean },
    refused: { keys: ['maybe', 'Escape'], words: 'This option is required.' },
    accepted: { keys: ['ArrowDown', 'ArrowDown', 'Enter'], value: false },
  },
  {
    what: 'a user',
    option: { ...required, type: Type.User },
    refused: { keys: [], words: 'This option is required.' },
    accepted: { keys: ['ors', 'Enter'], value: orson.id },
  },
  {
    what: 'a channel',
    option: { ...required, type: Type.Channel },
    accepted: { keys: ['han', 'Enter'], value: hangar.id },
  },
  {
    what: 'a role',
    option: { ...required, type: Type.Role },
    accepted: { keys: ['off', 'Enter'], value: '600000000000000001' },
  },
  {
    what: 'a user or a role',
    option: { ...required, type: Type.Mentionable },
    accepted: { keys: ['comm', 'Enter'], value: bot.id },
  },
];

const commandOf = (name: string, ...options: APIApplicationCommandBasicOption[]): PageCommand => ({
  id: `8000000000000${name.length}`,
  applicationId: bot.id,
  type: ApplicationCommandType.ChatInput,
  name,
  description: 'Tries an option.',
  displayName: name,
  displayDescription: 'Tries an option.',
  options,
});

/** A command for each case: `try-b`, `try-bb` and so on. */
const commandOfCase = new Map(cases.map((row, index) => [row, commandOf(`try-${'b'.repeat(index + 1)}`, row.option)]));

describe.each(screens)('a command, by keyboard alone, at $width pixels', (screen) => {
  const stage = useStage({ lasting: 'describe', screen });

  beforeAll(async () => {
    stage.peer.answers.commands = () => [...commandOfCase.values()];
    await stage.enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
  });

  test.each(cases)('takes $what', async (row) => {
    const { option, refused, accepted } = row;
    const command = commandOfCase.get(row);
    await composerOf(stage.page).focus();
    await press(stage.page, `/${command?.name} `);
    await stage.page.getByRole('form', { name: `Command /${command?.name}` }).waitFor();
    if (!option.required && accepted.keys.length > 0) await press(stage.page, 'Tab');
    const isAtOption = option.required || accepted.keys.length > 0;
    expect(await focusedName(stage.page)).toBe(isAtOption ? option.name : `/${command?.name}`);
    await stage.page
      .locator('.command-hint')
      .getByText(isAtOption ? 'What it is for' : 'Tries an option.')
      .waitFor();
    if (refused !== undefined) {
      await press(stage.page, ...refused.keys, 'Enter');
      await stage.page.getByRole('alert').getByText(refused.words).waitFor();
      const field = stage.page.getByRole('form').getByLabel(option.name, { exact: true }).first();
      expect(await hasFocus(field)).toBe(true);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    const before = stage.peer.calls.filter(({ call }) => call === 'run').length;
    await press(stage.page, ...accepted.keys, 'Enter');
    expect(await stage.peer.called('run')).toEqual({
      channelId: general.id,
      commandId: command?.id,
      subcommand: [],
      options: accepted.value === undefined ? {} : { option: accepted.value },
    });
    await expect.poll(() => focusedName(stage.page)).toBe('Message #general');
    expect(stage.peer.calls.filter(({ call }) => call === 'run')).toHaveLength(before + 1);
  });
});

describe.each(screens)('an option of a command, by keyboard alone, at $width pixels', (screen) => {
  const stage = useStage({ screen });

  async function enter(): Promise<void> {
    await stage.enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
    await composerOf(stage.page).focus();
  }

  /** Opens the page and begins a command that has these options: the focus is in the first that is required, else on the command's name. */
  async function begin(...options: APIApplicationCommandBasicOption[]): Promise<void> {
    stage.peer.answers.commands = () => [...commands, commandOf('try', ...options)];
    await enter();
    await press(stage.page, '/try');
    await stage.page.getByRole('option', { name: /\/try/ }).waitFor();
    await press(stage.page, 'Enter');
    await stage.page.getByRole('form', { name: 'Command /try' }).waitFor();
    expect(await focusedName(stage.page)).toBe(options.find((option) => option.required)?.name ?? '/try');
  }

  test('forgets a text that is not in its list', async () => {
    const choices = [{ name: 'By name', value: 'name' }];
    await begin({ ...required, type: Type.String, choices }, { ...required, name: 'other', type: Type.String });
    await press(stage.page, 'whatever', 'Tab', 'word', 'Enter');
    await stage.page.getByRole('alert').getByText('This option is required.').waitFor();
    expect(await focusedName(stage.page)).toBe('option');
  });

  test('takes a file', async () => {
    await begin({ ...required, type: Type.Attachment });
    await press(stage.page, 'Enter');
    await stage.page.getByText('This option is required.').waitFor();
    await choose('log.txt');
    await stage.page.getByText('This option is required.').waitFor({ state: 'detached' });
    await enterAt(stage.page, stage.page.getByRole('button', { name: 'Send /try' }));
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: '900' } });
  });

  /** Chooses a file in the browser's own window, opened from the focused field. */
  async function choose(name: string, content = 'log'): Promise<void> {
    const choosing = stage.page.waitForEvent('filechooser');
    await press(stage.page, 'Space');
    await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  }

  test('shows the file that was chosen, by name and size, until it is replaced or taken away', async () => {
    stage.peer.answers.become = ({ personId }) => ({ ...welcomeOf(personId), attachmentSizeLimit: 10 });
    await begin({ ...required, type: Type.Attachment });
    const chosen = stage.page.getByRole('list', { name: 'Chosen files' });
    await choose('one.txt', 'four');
    await chosen.getByText('one.txt').waitFor();
    expect(await chosen.getByRole('listitem').innerText()).toMatch(/one\.txt\s+4 bytes/);
    await choose('huge.txt', 'more than ten bytes');
    await stage.page.getByRole('alert').getByText('huge.txt is too large.').waitFor();
    await choose('two.txt');
    await chosen.getByText('two.txt').waitFor();
    expect(await chosen.getByRole('listitem').count()).toBe(1);
    await enterAt(stage.page, chosen.getByRole('button', { name: 'Remove two.txt' }));
    await chosen.waitFor({ state: 'hidden' });
    await expect.poll(() => focusedName(stage.page)).toBe('option');
    await press(stage.page, 'Enter');
    await stage.page.getByText('This option is required.').waitFor();
    await choose('three.txt');
    await chosen.getByText('three.txt').waitFor();
    await press(stage.page, 'Backspace');
    await chosen.waitFor({ state: 'hidden' });
    expect(await focusedName(stage.page)).toBe('option');
  });

  /** Opens the page with a clock that stands still, and begins a command whose only option is suggested by the bot. */
  async function beginOutOfTime(): Promise<void> {
    await stage.enter('nobody');
    await stage.page.clock.install();
    stage.peer.answers.commands = () => [commandOf('try', { ...required, type: Type.String, autocomplete: true })];
    await stage.page.goto(`${stage.peer.url}/?as=${ada.username}`);
    await stage.page.getByText('Welcome to #general!').waitFor();
    await press(stage.page, '/try');
    await stage.page.getByRole('option', { name: /\/try/ }).waitFor();
    await stage.page.clock.pauseAt(Date.now() + 3_600_000);
    await press(stage.page, 'Enter');
    await stage.page.getByRole('form', { name: 'Command /try' }).waitFor();
  }

  const suggestionsOf = (name: string) => stage.page.getByRole('listbox', { name, exact: true });

  test('has suggestions as soon as it has the focus, before anything is typed', async () => {
    let answer = () => {};
    stage.peer.answers.autocomplete = () =>
      new Promise((resolve) => {
        answer = () => resolve({ choices: [{ name: 'Abregado', value: '1' }] });
      });
    await beginOutOfTime();
    expect(await stage.peer.called('autocomplete')).toMatchObject({ focused: 'option', options: { option: '' } });
    await stage.page.getByRole('option', { name: 'Loading options…' }).waitFor();
    answer();
    await stage.page.getByRole('option', { name: 'Abregado' }).waitFor();
    await press(stage.page, 'ArrowDown', 'Enter', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: '1' } });
  });

  test('suggests what the bot does, once for a word that is typed without a pause', async () => {
    stage.peer.answers.autocomplete = ({ options }) => ({
      choices: [{ name: `for ${options['option']}`, value: 'chosen' }],
    });
    await beginOutOfTime();
    expect(await stage.peer.called('autocomplete')).toMatchObject({ options: { option: '' } });
    await stage.page.getByRole('option', { name: 'for', exact: true }).waitFor();
    await press(stage.page, 'Or');
    await stage.page.clock.runFor(249);
    await press(stage.page, 'son');
    await stage.page.clock.runFor(249);
    await expect.poll(() => suggestionsOf('option').getAttribute('aria-busy')).toBe('true');
    await stage.page.clock.runFor(1);
    expect(await stage.peer.called('autocomplete')).toMatchObject({ focused: 'option', options: { option: 'Orson' } });
    await stage.page.getByRole('option', { name: 'for Orson' }).waitFor();
    expect(stage.peer.calls.filter(({ call }) => call === 'autocomplete')).toHaveLength(2);
    await press(stage.page, 'Enter', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'chosen' } });
  });

  test('drops suggestions for an older text that come after those for the newer', async () => {
    const release = new Map<unknown, () => void>();
    stage.peer.answers.autocomplete = ({ options: { option } }) =>
      new Promise((resolve) => {
        release.set(option, () => resolve({ choices: [{ name: `for ${option}`, value: String(option) }] }));
      });
    await begin({ ...required, type: Type.String, autocomplete: true });
    await press(stage.page, 'a');
    await expect.poll(() => release.has('a')).toBe(true);
    await press(stage.page, 'b');
    await expect.poll(() => release.has('ab')).toBe(true);
    release.get('ab')?.();
    await stage.page.getByRole('option', { name: 'for ab' }).waitFor();
    release.get('a')?.();
    stage.peer.emit({ type: 'toast', level: 'info', text: 'the older answer has passed' });
    await stage.page.getByText('the older answer has passed').waitFor();
    expect(await stage.page.getByRole('option').allTextContents()).toEqual(['for ab']);
  });

  test('is sent as it was typed while what is suggested was meant for an older text', async () => {
    stage.peer.answers.autocomplete = ({ options: { option } }) =>
      option === 'ab' ? new Promise(() => {}) : { choices: [{ name: `for ${option}`, value: 'stale' }] };
    await begin({ ...required, type: Type.String, autocomplete: true });
    await press(stage.page, 'a');
    await stage.page.getByRole('option', { name: 'for a', exact: true }).waitFor();
    await press(stage.page, 'b', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'ab' } });
  });

  test('has suggestions as wide as the composer, each readable to its end, the active one told apart', async () => {
    const names = ['x', 'mmmm '].map((part) => part.repeat(100).slice(0, 100).trim());
    stage.peer.answers.autocomplete = () => ({ choices: names.map((name) => ({ name, value: name })) });
    await begin({ ...required, name: 'a', type: Type.String, autocomplete: true });
    await stage.page.getByRole('option').nth(1).waitFor();
    await press(stage.page, 'ArrowDown');
    const list = suggestionsOf('a');
    const [box, composer] = [await list.boundingBox(), await stage.page.locator('.composer-box').boundingBox()];
    expect(Math.abs((box?.width ?? 0) - (composer?.width ?? 0))).toBeLessThan(20);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
    expect(await list.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const [active, other] = await list
      .getByRole('option')
      .evaluateAll((rows) =>
        rows.map((row) => row.ownerDocument.defaultView?.getComputedStyle(row).backgroundColor ?? ''),
      );
    expect(active).not.toBe(other);
  });

  test('has its list open as soon as it has the focus; Enter sends while nothing is chosen, Escape closes the list first', async () => {
    const choices = [{ name: 'By name', value: 'name' }];
    await begin({ ...required, required: false, type: Type.String, choices });
    await press(stage.page, 'Tab');
    const offered = stage.page.getByRole('option', { name: 'By name' });
    await offered.waitFor();
    await press(stage.page, 'Escape');
    await offered.waitFor({ state: 'hidden' });
    expect(await focusedName(stage.page)).toBe('option');
    await press(stage.page, 'ArrowDown');
    await offered.waitFor();
    await press(stage.page, 'Escape', 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: {} });
  });

  test('that may be missing is as small as its name until the focus comes to it, and again when it leaves it empty', async () => {
    const more = ['from', 'to', 'order'].map(
      (name) => ({ ...required, required: false, name, type: Type.String }) as const,
    );
    await begin({ ...required, type: Type.String }, ...more);
    const widthOf = async (name: string) =>
      (await stage.page.locator('.option-field').filter({ hasText: name }).boundingBox())?.width ?? 0;
    const small = await widthOf('from');
    expect(small).toBeLessThan(100);
    expect(await widthOf('option')).toBeGreaterThan(150);
    await press(stage.page, 'here', 'Tab');
    expect(await focusedName(stage.page)).toBe('from');
    await expect.poll(() => widthOf('from')).toBeGreaterThan(150);
    await press(stage.page, 'Tab', 'there', 'Tab');
    expect(await focusedName(stage.page)).toBe('order');
    await expect.poll(() => widthOf('from')).toBe(small);
    expect(await widthOf('to')).toBeGreaterThan(150);
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'here', to: 'there' } });
  });

  test('that may be missing is not suggested for until it is gone to; Enter sends the command without it', async () => {
    await begin({ ...required, required: false, type: Type.String, autocomplete: true });
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: {} });
    expect(stage.peer.calls.filter(({ call }) => call === 'autocomplete')).toEqual([]);
  });

  test('that may be missing takes what is typed right after the command', async () => {
    await begin({ ...required, required: false, type: Type.String });
    await press(stage.page, 'word');
    expect(await focusedName(stage.page)).toBe('option');
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'word' } });
  });

  test.each(['Backspace', 'Escape'])('that may be missing keeps nobody: %s on the command gives it up', async (key) => {
    await begin({ ...required, required: false, type: Type.String });
    await press(stage.page, key);
    expect(await focusedName(stage.page)).toBe('Message #general');
  });

  test('says what may stand in it, and what is wrong only until it is changed', async () => {
    await begin({ ...required, required: false, type: Type.Integer, min_value: 1, max_value: 100 });
    await press(stage.page, 'Tab');
    await stage.page.getByText('(optional, 1 to 100)').waitFor();
    await press(stage.page, '101', 'Enter');
    const problem = stage.page.getByText('At most 100, please.');
    await problem.waitFor();
    await press(stage.page, 'Backspace');
    await problem.waitFor({ state: 'detached' });
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 10 } });
  });

  test('can be sent as it was typed when nothing is suggested', async () => {
    stage.peer.answers.autocomplete = () => ({ choices: [] });
    await begin({ ...required, type: Type.String, autocomplete: true });
    await press(stage.page, 'by hand');
    await stage.page.getByRole('option', { name: 'No suggestions' }).waitFor();
    await press(stage.page, 'Enter');
    expect(await stage.peer.called('run')).toMatchObject({ options: { option: 'by hand' } });
  });

  test('is gone back to by Backspace, and the command given up from the first', async () => {
    await begin({ ...required, type: Type.String }, { ...required, name: 'other', type: Type.Integer });
    await press(stage.page, 'Tab');
    expect(await focusedName(stage.page)).toBe('other');
    await press(stage.page, 'Backspace');
    expect(await focusedName(stage.page)).toBe('option');
    await press(stage.page, 'Backspace');
    await composerOf(stage.page).waitFor();
    expect(await hasFocus(composerOf(stage.page))).toBe(true);
  });

  test.each(['Escape', 'Close command'])('is given up by %s', async (way) => {
    await begin({ ...required, type: Type.String });
    if (way === 'Escape') await press(stage.page, 'Escape');
    else await enterAt(stage.page, stage.page.getByRole('button', { name: way }));
    await composerOf(stage.page).waitFor();
    expect(await hasFocus(composerOf(stage.page))).toBe(true);
  });

  test('the list of commands is narrowed by typing, and says when there is none', async () => {
    stage.peer.answers.commands = () => commands;
    await enter();
    await enterAt(stage.page, stage.page.getByRole('button', { name: 'Show commands' }));
    const options = stage.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    await expect.poll(() => options.count()).toBe(5);
    await press(stage.page, 'gal');
    await expect.poll(() => options.count()).toBe(1);
    await press(stage.page, 'axies');
    await stage.page.getByRole('option', { name: 'There is no such command.' }).waitFor();
  });
});
