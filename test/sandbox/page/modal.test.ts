import { type APIComponentInLabel, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModalValue } from '../../../sandbox/discord/people/pageProtocol.ts';
import { chooseFiles, enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { bot, general, hangar, orson } from './samples.ts';
import { screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const options = [
  { value: 'red', label: 'Red', description: 'Like a giant' },
  { value: 'blue', label: 'Blue' },
  { value: 'white', label: 'White' },
];
const whiteFirst = options.map((option) => ({ ...option, default: option.value === 'white' }));
const custom_id = 'field';
const { Short, Paragraph } = TextInputStyle;
const text = (style: TextInputStyle, fields = {}) => ({
  type: ComponentType.TextInput as const,
  custom_id,
  style,
  ...fields,
});
const fieldOf = <Type extends ComponentType>(type: Type, fields = {}) => ({ type, custom_id, options, ...fields });

/**
 * A field, the keys that fill it, and what is sent then; last the keys after which the browser doesn't let it be sent. Where
 * there are none of those, it's right as it was.
 */
const cases: [what: string, component: object, keys: string[], value: ModalValue, refused?: string[]][] = [
  ['a line of text', text(Short, { placeholder: 'A name' }), ['Ada'], 'Ada', []],
  ['a line of a certain length', text(Short, { min_length: 6, max_length: 6 }), ['34567890'], '123456', ['12']],
  ['a line that may be left empty', text(Short, { required: false }), [], ''],
  ['a paragraph', text(Paragraph, { value: 'Dear all,' }), ['End', 'Enter', 'hello'], 'Dear all,\nhello'],
  ['a select of one', fieldOf(ComponentType.StringSelect), ['ArrowDown', 'bl', 'Enter'], ['blue'], []],
  [
    'a select of several',
    fieldOf(ComponentType.StringSelect, { min_values: 2, max_values: 3 }),
    ['Enter', 'Enter', 'ArrowDown', 'Space', 'Escape'],
    ['red', 'blue'],
    [],
  ],
  ['a select with a choice made before', fieldOf(ComponentType.StringSelect, { options: whiteFirst }), [], ['white']],
  [
    'a choice of a user',
    fieldOf(ComponentType.UserSelect),
    ['ArrowDown', 'Ors', 'Enter'],
    [orson.id],
    ['nobody of that name', 'Escape'],
  ],
  [
    'a choice of a role',
    fieldOf(ComponentType.RoleSelect),
    ['ArrowDown', 'ArrowDown', 'Enter'],
    ['600000000000000001'],
  ],
  ['a choice of a user or a role', fieldOf(ComponentType.MentionableSelect), ['ArrowDown', 'Comm', 'Enter'], [bot.id]],
  ['a choice of a channel', fieldOf(ComponentType.ChannelSelect), ['ArrowDown', 'hang', 'Enter'], [hangar.id]],
  ['one thing to check', fieldOf(ComponentType.Checkbox), ['Space'], true],
  [
    'several to check',
    fieldOf(ComponentType.CheckboxGroup, { min_values: 2 }),
    ['Space', 'Tab', 'Space'],
    ['red', 'blue'],
  ],
  ['one out of several', fieldOf(ComponentType.RadioGroup), ['Space', 'ArrowDown'], 'blue', []],
  ['one out of several, or none', fieldOf(ComponentType.RadioGroup, { required: false }), [], null],
  ['files', fieldOf(ComponentType.FileUpload, { max_values: 2 }), [], ['900', '900'], []],
];

/** A field's role; those that aren't here are comboboxes. */
const ROLES: Partial<Record<ComponentType, Parameters<Locator['getByRole']>[0]>> = {
  [ComponentType.TextInput]: 'textbox',
  [ComponentType.Checkbox]: 'checkbox',
  [ComponentType.CheckboxGroup]: 'group',
  [ComponentType.RadioGroup]: 'group',
  [ComponentType.FileUpload]: 'button',
};

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

  test.each(cases)('takes %s', async (what, fields, keys, value, refused) => {
    const component = fields as APIComponentInLabel;
    const role = ROLES[component.type] ?? 'combobox';
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
    if (component.type === ComponentType.FileUpload)
      await chooseFiles(stage.page, () => press(stage.page, 'Space'), 'a.txt', 'b.txt');
    else await press(stage.page, ...keys);
    await enterAt(stage.page, submit);
    await expectSent(dialog, modalId, value);
  });

  test('has the text in its line selected, so that typing replaces it, and Enter sends it', async () => {
    const { dialog, modalId } = await show('Go to a page', text(Short, { value: '12' }));
    await press(stage.page, '7', 'Enter');
    await expectSent(dialog, modalId, '7');
  });

  test('says in a select how many may be chosen, keeps the place there, and shows what was chosen', async () => {
    const several = fieldOf(ComponentType.StringSelect, { min_values: 2, max_values: 3 });
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
    const { dialog, modalId } = await show('To be closed', text(Short));
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
    const { dialog, modalId } = await show('Refused', text(Short));
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
