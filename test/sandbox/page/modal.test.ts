import { type APIComponentInLabel, ChannelType, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModalValue } from '../../../sandbox/discord/people/pageProtocol.ts';
import { enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { bot, general, hangar, orson } from './samples.ts';
import { screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

type Role = Parameters<Locator['getByRole']>[0];

/** A field, what a person does in it that the browser refuses, and what is sent in the end. */
interface Case {
  what: string;
  component: APIComponentInLabel;
  role: Role;
  /** Keys after which it cannot be sent; none: it is left as it is. Absent: nothing is wrong with leaving it. */
  refused?: string[];
  /** Files are chosen in the browser's own window. */
  accepted: { keys: string[]; files?: string[]; value: ModalValue };
}

const options = [
  { value: 'red', label: 'Red', description: 'Like a giant' },
  { value: 'blue', label: 'Blue' },
  { value: 'white', label: 'White' },
];
const custom_id = 'field';

const cases: Case[] = [
  {
    what: 'a line of text that must be there',
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle.Short, placeholder: 'A name' },
    role: 'textbox',
    refused: [],
    accepted: { keys: ['Ada'], value: 'Ada' },
  },
  {
    what: 'a line of text with a least and a greatest length',
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle.Short, min_length: 6, max_length: 6 },
    role: 'textbox',
    refused: ['12'],
    accepted: { keys: ['34567890'], value: '123456' },
  },
  {
    what: 'a line of text that may be left empty',
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle.Short, required: false },
    role: 'textbox',
    accepted: { keys: [], value: '' },
  },
  {
    what: 'a paragraph',
    component: { type: ComponentType.TextInput, custom_id, style: TextInputStyle.Paragraph, value: 'Dear all,' },
    role: 'textbox',
    accepted: { keys: ['End', 'Enter', 'hello'], value: 'Dear all,\nhello' },
  },
  {
    what: 'a select of one',
    component: { type: ComponentType.StringSelect, custom_id, options },
    role: 'combobox',
    refused: [],
    accepted: { keys: ['ArrowDown', 'bl', 'Enter'], value: ['blue'] },
  },
  {
    what: 'a select of several',
    component: { type: ComponentType.StringSelect, custom_id, options, min_values: 2, max_values: 3 },
    role: 'combobox',
    refused: [],
    accepted: { keys: ['Enter', 'Enter', 'ArrowDown', 'Space', 'Escape'], value: ['red', 'blue'] },
  },
  {
    what: 'a select with a choice made before',
    component: {
      type: ComponentType.StringSelect,
      custom_id,
      options: options.map((option) => ({ ...option, default: option.value === 'white' })),
    },
    role: 'combobox',
    accepted: { keys: [], value: ['white'] },
  },
  {
    what: 'a choice of a user',
    component: { type: ComponentType.UserSelect, custom_id },
    role: 'combobox',
    refused: ['nobody of that name', 'Escape'],
    accepted: { keys: ['ArrowDown', 'Ors', 'Enter'], value: [orson.id] },
  },
  {
    what: 'a choice of a role',
    component: { type: ComponentType.RoleSelect, custom_id },
    role: 'combobox',
    accepted: { keys: ['ArrowDown', 'ArrowDown', 'Enter'], value: ['600000000000000001'] },
  },
  {
    what: 'a choice of a user or a role',
    component: { type: ComponentType.MentionableSelect, custom_id },
    role: 'combobox',
    accepted: { keys: ['ArrowDown', 'Comm', 'Enter'], value: [bot.id] },
  },
  {
    what: 'a choice of a channel',
    component: { type: ComponentType.ChannelSelect, custom_id, channel_types: [ChannelType.GuildText] },
    role: 'combobox',
    accepted: { keys: ['ArrowDown', 'hang', 'Enter'], value: [hangar.id] },
  },
  {
    what: 'one thing to check',
    component: { type: ComponentType.Checkbox, custom_id },
    role: 'checkbox',
    accepted: { keys: ['Space'], value: true },
  },
  {
    what: 'a group of things to check',
    component: { type: ComponentType.CheckboxGroup, custom_id, options, min_values: 2 },
    role: 'group',
    accepted: { keys: ['Space', 'Tab', 'Space'], value: ['red', 'blue'] },
  },
  {
    what: 'one thing out of several',
    component: { type: ComponentType.RadioGroup, custom_id, options },
    role: 'group',
    refused: [],
    accepted: { keys: ['Space', 'ArrowDown'], value: 'blue' },
  },
  {
    what: 'one thing out of several, or none',
    component: { type: ComponentType.RadioGroup, custom_id, options, required: false },
    role: 'group',
    accepted: { keys: [], value: null },
  },
  {
    what: 'files',
    component: { type: ComponentType.FileUpload, custom_id, min_values: 1, max_values: 2 },
    role: 'button',
    refused: [],
    accepted: { keys: ['Space'], files: ['a.txt', 'b.txt'], value: ['900', '900'] },
  },
];

describe.each(screens)('a modal, by keyboard alone, at $width pixels', (screen) => {
  const stage = useStage({ lasting: 'describe', screen });
  let modals = 0;

  beforeAll(async () => {
    await stage.enter();
    await stage.page.getByText('Welcome to #general!').waitFor();
  });

  async function show(title: string, component: APIComponentInLabel): Promise<{ dialog: Locator; modalId: string }> {
    modals += 1;
    const modalId = String(modals);
    await composerOf(stage.page).focus();
    stage.peer.emit({
      type: 'modal',
      modalId,
      interactionId: '1',
      channelId: general.id,
      modal: {
        custom_id: 'modal',
        title,
        components: [
          { type: ComponentType.TextDisplay, content: 'Some **words** before it.' },
          { type: ComponentType.Label, label: 'The field', description: 'What it is for.', component },
        ],
      },
    });
    const dialog = stage.page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    return { dialog, modalId };
  }

  async function expectSent(dialog: Locator, modalId: string, value: ModalValue): Promise<void> {
    expect(await stage.peer.called('submitModal')).toEqual({ modalId, fields: { field: value } });
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(composerOf(stage.page))).toBe(true);
  }

  async function expectClosed(dialog: Locator, modalId: string): Promise<void> {
    expect(await stage.peer.called('closeModal')).toEqual({ modalId });
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(composerOf(stage.page))).toBe(true);
  }

  async function chooseFiles(names: string[]): Promise<void> {
    const choosing = stage.page.waitForEvent('filechooser');
    await press(stage.page, 'Space');
    const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }));
    await (await choosing).setFiles(files);
  }

  test.each(cases)('takes $what', async ({ what, component, role, refused, accepted }) => {
    const { dialog, modalId } = await show(what, component);
    expect(await dialog.getByRole('strong').textContent()).toBe('words');
    const field = dialog.getByRole(role, { name: 'The field' });
    await field.waitFor();
    const inside = role === 'group' ? field.locator('input').first() : field;
    const submit = dialog.getByRole('button', { name: 'Submit' });
    for (const part of [field, submit]) {
      const [box, room] = [await part.boundingBox(), await dialog.boundingBox()];
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((room?.x ?? 0) + (room?.width ?? 0) - 10);
    }
    // No one has to look for the field: the focus is there.
    expect(await hasFocus(inside)).toBe(true);
    expect(await describedAs(field)).toContain('What it is for.');
    if (refused !== undefined) {
      await press(stage.page, ...refused);
      await enterAt(stage.page, submit);
      // The browser says what is wrong with the field, which has the focus again.
      await expect.poll(() => hasFocus(inside)).toBe(true);
      expect(await inside.evaluate((element) => element.matches(':invalid'))).toBe(true);
      expect(stage.peer.calls.filter(({ params }) => 'modalId' in params && params.modalId === modalId)).toEqual([]);
    }
    if (accepted.files === undefined) await press(stage.page, ...accepted.keys);
    else await chooseFiles(accepted.files);
    await enterAt(stage.page, submit);
    await expectSent(dialog, modalId, accepted.value);
  });

  const line = { type: ComponentType.TextInput, custom_id, style: TextInputStyle.Short } as const;

  test('has the text in its line selected, so that typing replaces it, and Enter sends it', async () => {
    const { dialog, modalId } = await show('Go to a page', { ...line, value: '12' });
    await press(stage.page, '7', 'Enter');
    await expectSent(dialog, modalId, '7');
  });

  test('says in a select how many may be chosen, keeps the place there, and shows what was chosen', async () => {
    const several = { type: ComponentType.StringSelect, custom_id, options, min_values: 2, max_values: 3 } as const;
    const { dialog, modalId } = await show('Several', several);
    const select = dialog.getByRole('combobox', { name: 'The field' });
    await press(stage.page, 'Enter');
    await dialog.getByText('Choose 2 to 3').waitFor();
    await dialog.getByText('0 chosen').waitFor();
    await press(stage.page, 'Enter', 'e', 'ArrowDown', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter');
    await dialog.getByText('3 chosen').waitFor();
    await press(stage.page, 'Escape');
    await dialog.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await hasFocus(select)).toBe(true);
    expect(await select.inputValue()).toBe('Red, White, Blue');
    await press(stage.page, 'Escape');
    await expectClosed(dialog, modalId);
  });

  test.each([
    ['Escape', async () => press(stage.page, 'Escape')],
    ['its cross', async (dialog: Locator) => enterAt(stage.page, dialog.getByRole('button', { name: 'Close' }))],
    ['"Cancel"', async (dialog: Locator) => enterAt(stage.page, dialog.getByRole('button', { name: 'Cancel' }))],
  ])('keeps the focus inside, and is closed by %s', async (_how, close) => {
    const { dialog, modalId } = await show('To be closed', line);
    for (let step = 0; step < 8; step += 1) {
      await press(stage.page, 'Tab');
      // The browser's own controls may take a turn; nothing else of the page may.
      const isInside = 'document.activeElement === document.body || !!document.activeElement.closest("dialog")';
      expect(await stage.page.evaluate(isInside)).toBe(true);
    }
    await close(dialog);
    await expectClosed(dialog, modalId);
  });

  test('stays open with all that was typed when it was refused, and says why', async () => {
    const { dialog, modalId } = await show('Refused', line);
    stage.peer.answers.submitModal = () => {
      throw new Refusal({ code: 'invalid_option', message: 'Not this.' });
    };
    await press(stage.page, 'typed', 'Enter');
    await dialog.getByRole('alert').getByText('Not this.').waitFor();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('typed');
    await stage.peer.called('submitModal');
    delete stage.peer.answers.submitModal;
    await enterAt(stage.page, dialog.getByRole('button', { name: 'Submit' }));
    await expectSent(dialog, modalId, 'typed');
  });
});

/** What a screen reader says of an element besides its name. */
function describedAs(element: Locator): Promise<string> {
  return element.evaluate((node) =>
    `${node.getAttribute('aria-describedby')}`
      .split(' ')
      .map((id: string) => node.ownerDocument.getElementById(id)?.textContent ?? '')
      .join(' '),
  );
}
