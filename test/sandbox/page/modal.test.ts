import { type APIComponentInLabel, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModalValue } from '../../../sandbox/discord/people/pageProtocol.ts';
import { chooseFiles, enterAt, hasFocus, press } from './keyboard.ts';
import { composerOf } from './openPage.ts';
import { modalOf } from './samples.ts';
import { screens } from './screens.ts';
import { Refusal } from './scriptedPeer.ts';
import { useStage } from './stage.ts';

const custom_id = 'field';
const text = (style: TextInputStyle, fields = {}): APIComponentInLabel => ({
  type: ComponentType.TextInput,
  custom_id,
  style,
  ...fields,
});
const { Short, Paragraph } = TextInputStyle;

/**
 * A field, the keys that fill it, and the sent value; then keys with which the browser doesn't let
 * it be sent, or none if it was valid as it was.
 */
const cases: [what: string, component: APIComponentInLabel, keys: string[], value: ModalValue, refused?: string[]][] = [
  ['a line of text', text(Short, { placeholder: 'A name' }), ['Ada'], 'Ada', []],
  ['a line of a certain length', text(Short, { min_length: 6, max_length: 6 }), ['34567890'], '123456', ['12']],
  ['a line that may be left empty', text(Short, { required: false }), [], ''],
  ['a paragraph', text(Paragraph, { value: 'Dear all,' }), ['End', 'Enter', 'hello'], 'Dear all,\nhello'],
  ['files', { type: ComponentType.FileUpload, custom_id, max_values: 2 }, [], ['900', '900'], []],
];

describe.each(screens)('a modal, at $width pixels', (screen) => {
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
    stage.peer.emit(modalOf(title, [component], modalId));
    const dialog = stage.page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    return { dialog, modalId };
  }

  async function expectGone(dialog: Locator): Promise<void> {
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(composerOf(stage.page))).toBe(true);
  }

  async function expectSent(dialog: Locator, modalId: string, value: ModalValue): Promise<void> {
    expect(await stage.peer.called('submitModal')).toEqual({ modalId, fields: { field: value } });
    await expectGone(dialog);
  }

  test.each(cases)('takes %s by the keyboard alone', async (what, component, keys, value, refused) => {
    const isUpload = component.type === ComponentType.FileUpload;
    const { dialog, modalId } = await show(what, component);
    expect(await dialog.getByRole('strong').textContent()).toBe('words');
    const field = dialog.getByRole(isUpload ? 'button' : 'textbox', { name: 'The field' });
    await field.waitFor();
    const submit = dialog.getByRole('button', { name: 'Submit' });
    for (const part of [field, submit]) {
      const [box, room] = [await part.boundingBox(), await dialog.boundingBox()];
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((room?.x ?? 0) + (room?.width ?? 0) - 10);
    }
    // The field already has the focus.
    expect(await hasFocus(field)).toBe(true);
    const describedBy = await field.getAttribute('aria-describedby');
    expect(await dialog.locator(`[id="${describedBy}"]`).textContent()).toBe('What it is for.');
    if (refused !== undefined) {
      await press(stage.page, ...refused);
      await enterAt(stage.page, submit);
      // The browser explains the field's error, and the field has the focus again.
      await expect.poll(() => hasFocus(field)).toBe(true);
      expect(await field.evaluate((element) => element.matches(':invalid'))).toBe(true);
      expect(stage.peer.calls.filter(({ params }) => 'modalId' in params && params.modalId === modalId)).toEqual([]);
    }
    if (isUpload) await chooseFiles(stage.page, () => press(stage.page, 'Space'), 'a.txt', 'b.txt');
    else await press(stage.page, ...keys);
    await enterAt(stage.page, submit);
    await expectSent(dialog, modalId, value);
  });

  test('has the text in its line selected, so that typing replaces it, and Enter sends it', async () => {
    const { dialog, modalId } = await show('Go to a page', text(Short, { value: '12' }));
    await press(stage.page, '7', 'Enter');
    await expectSent(dialog, modalId, '7');
  });

  test('keeps the focus inside, and is closed by Escape, its cross and "Cancel"', async () => {
    for (const name of ['Escape', 'Close', 'Cancel']) {
      const { dialog, modalId } = await show('To be closed', text(Short));
      for (let step = 0; step < 8; step += 1) {
        await press(stage.page, 'Tab');
        // The browser's own controls may get the focus, but nothing else of the page.
        const isInside = 'document.activeElement === document.body || !!document.activeElement.closest("dialog")';
        expect(await stage.page.evaluate(isInside)).toBe(true);
      }
      if (name === 'Escape') await press(stage.page, name);
      else await enterAt(stage.page, dialog.getByRole('button', { name }));
      expect(await stage.peer.called('closeModal')).toEqual({ modalId });
      await expectGone(dialog);
    }
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
