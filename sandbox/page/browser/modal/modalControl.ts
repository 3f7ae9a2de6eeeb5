import {
  type APIComponentInLabel,
  type APIFileUploadComponent,
  type APISelectMenuComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/people/pageProtocol.ts';
import { createFilePicker } from '../composer/filePicker.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { defaultValues, selectChoices, selectPlaceholder } from '../message/selectChoices.ts';
import { createSelect } from '../popup/select.ts';

/** What a person fills in: the element, and what is in it. */
export interface ModalControl {
  element: HTMLElement;
  focus: () => void;
  problem: () => string | undefined;
  value: () => Promise<ModalValue | undefined>;
}

/** How a control is called, and which text says what is wrong with it. */
export interface ModalControlSetting {
  id: string;
  label: string;
  describedBy: string;
  required: boolean;
}

/** Makes the control that fits the component: a line or a paragraph of text, a select, boxes to check, or files. */
export function createModalControl(
  component: APIComponentInLabel,
  setting: ModalControlSetting,
  context: Context,
): ModalControl {
  switch (component.type) {
    case ComponentType.TextInput:
      return textControl(component, setting);
    case ComponentType.Checkbox: {
      const input = h('input', { type: 'checkbox', id: setting.id, 'data-custom-id': component.custom_id });
      input.checked = component.default ?? false;
      return {
        element: h('label', { class: 'check', for: setting.id }, input, h('span', {}, setting.label)),
        focus: () => input.focus(),
        problem: () => undefined,
        value: async () => input.checked,
      };
    }
    case ComponentType.RadioGroup:
      return groupControl('radio', component, setting, setting.required ? 1 : 0, 1);
    case ComponentType.CheckboxGroup: {
      const least = setting.required ? (component.min_values ?? 1) : 0;
      return groupControl('checkbox', component, setting, least, component.max_values ?? component.options.length);
    }
    case ComponentType.FileUpload:
      return fileControl(component, setting, context);
    default:
      return selectControl(component, setting, context);
  }
}

function fileControl(
  component: APIFileUploadComponent,
  { id, describedBy, required }: ModalControlSetting,
  { session, store, toast }: Context,
): ModalControl {
  const most = component.max_values ?? 1;
  const picker = createFilePicker({
    most,
    sizeLimitBytes: store.state.welcome?.attachmentSizeLimit ?? Number.POSITIVE_INFINITY,
    inputProps: { id, 'aria-describedby': describedBy, 'data-custom-id': component.custom_id },
    onTooLarge: (name) => toast('error', `${name} is too large.`),
  });
  return {
    element: picker.element,
    focus: () => picker.input.focus(),
    problem: () => countProblem(picker.files().length, required ? (component.min_values ?? 1) : 0, most),
    value: async () => {
      const uploads = await Promise.all(picker.files().map((file) => session.upload(file)));
      const ids = uploads.flatMap((upload) => upload?.id ?? []);
      return ids.length === uploads.length ? ids : undefined;
    },
  };
}

function selectControl(
  component: APISelectMenuComponent,
  { id, label, describedBy, required }: ModalControlSetting,
  { store }: Context,
): ModalControl {
  const choices = selectChoices(component, store.state);
  const before = defaultValues(component);
  const least = required ? (component.min_values ?? 1) : 0;
  const most = component.max_values ?? 1;
  const select = createSelect({
    label,
    placeholder: selectPlaceholder(component),
    choices,
    chosen: choices.filter(({ value }) => before.has(value)),
    least,
    most,
    inputProps: {
      id,
      'aria-required': String(required),
      'aria-describedby': describedBy,
      'data-custom-id': component.custom_id,
    },
  });
  return {
    element: select.element,
    focus: () => select.input.focus(),
    problem: () => countProblem(select.chosen().length, least, most),
    value: async () => select.chosen().map(({ value }) => value),
  };
}

function textControl(
  component: APITextInputComponent,
  { id, describedBy, required }: ModalControlSetting,
): ModalControl {
  const long = component.style === TextInputStyle.Paragraph;
  const input = h(long ? 'textarea' : 'input', {
    id,
    class: 'text-field',
    placeholder: component.placeholder,
    autocomplete: 'off',
    maxlength: component.max_length ?? 4000,
    'aria-required': String(required),
    'aria-describedby': describedBy,
    'data-custom-id': component.custom_id,
    ...(long ? { rows: 4 } : { type: 'text' }),
  });
  input.value = component.value ?? '';
  return {
    element: input,
    focus: () => input.focus(),
    problem: () => {
      const length = [...input.value].length;
      if (length === 0) return required ? 'This field is required.' : undefined;
      const least = component.min_length ?? 0;
      return length < least ? `At least ${least} characters, please.` : undefined;
    },
    value: async () => input.value,
  };
}

function groupControl(
  type: 'radio' | 'checkbox',
  component: {
    custom_id: string;
    options: { value: string; label: string; description?: string; default?: boolean }[];
  },
  { id, label, describedBy }: ModalControlSetting,
  least: number,
  most: number,
): ModalControl {
  const inputs = component.options.map((option, index) => {
    const input = h('input', { type, name: id, id: index === 0 ? id : `${id}-${index}`, value: option.value });
    input.checked = option.default ?? false;
    return { input, option };
  });
  const chosen = () => inputs.filter(({ input }) => input.checked).map(({ option }) => option.value);
  return {
    element: h(
      'div',
      {
        role: type === 'radio' ? 'radiogroup' : 'group',
        'aria-label': label,
        'aria-describedby': describedBy,
        'data-custom-id': component.custom_id,
      },
      inputs.map(({ input, option }) =>
        h(
          'label',
          { class: 'check' },
          input,
          h('span', {}, option.label, option.description && h('small', {}, option.description)),
        ),
      ),
    ),
    focus: () => inputs[0]?.input.focus(),
    problem: () => countProblem(chosen().length, least, most),
    value: async () => (type === 'radio' ? (chosen()[0] ?? null) : chosen()),
  };
}

function countProblem(count: number, least: number, most: number): string | undefined {
  if (count < least) return least === 1 ? 'This field is required.' : `Choose at least ${least}.`;
  return count > most ? `Choose at most ${most}.` : undefined;
}
