import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/pageProtocol.ts';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { defaultValues, selectChoices, selectPlaceholder } from '../message/selectChoices.ts';
import { createCombobox, filterChoices } from '../popup/combobox.ts';
import { markdownView } from '../text/markdownView.ts';

/** One field of a modal: what to show, how to check it, and its value. */
export interface ModalField {
  customId: string;
  focus: () => void;
  /** A sentence when the field cannot be sent as it is. */
  problem: () => string | undefined;
  showProblem: (problem: string | undefined) => void;
  /** The value as it is sent; files are uploaded here, and `undefined` means that one could not be. */
  value: () => Promise<ModalValue | undefined>;
}

/** The components of a modal → elements to show, and the fields among them in order. */
export function toModalFields(
  components: APIModalInteractionResponseCallbackComponent[],
  context: Context,
): { elements: HTMLElement[]; fields: ModalField[] } {
  const fields: ModalField[] = [];
  const elements = components.map((component) => {
    if (component.type === ComponentType.TextDisplay) return markdownView(component.content, context);
    if (component.type === ComponentType.Label) {
      const { element, field } = labeledField(component.label, component.description, component.component, context);
      fields.push(field);
      return element;
    }
    return h(
      'div',
      {},
      component.components.map((input) => {
        const { element, field } = labeledField(input.label ?? '', undefined, input, context);
        fields.push(field);
        return element;
      }),
    );
  });
  return { elements, fields };
}

interface Control {
  element: HTMLElement;
  focus: () => void;
  problem: () => string | undefined;
  value: () => Promise<ModalValue | undefined>;
}

function labeledField(
  label: string,
  description: string | undefined,
  component: APIComponentInLabel,
  context: Context,
): { element: HTMLElement; field: ModalField } {
  const inputId = uniqueId('field');
  const problemId = uniqueId('problem');
  const required = isRequired(component);
  // A group's inputs have labels of their own; the group is named by `aria-label`.
  const isGroup = component.type === ComponentType.RadioGroup || component.type === ComponentType.CheckboxGroup;
  const control = createControl(component, { id: inputId, label, describedBy: problemId, required }, context);
  const problemText = h('p', { class: 'field-problem', id: problemId, role: 'alert' });
  const element = h(
    'div',
    { class: 'field' },
    component.type !== ComponentType.Checkbox &&
      h(
        isGroup ? 'span' : 'label',
        { class: 'field-label', for: isGroup ? null : inputId },
        label,
        required && h('span', { class: 'required-mark', 'aria-hidden': 'true' }, ' *'),
      ),
    description && h('p', { class: 'field-description' }, description),
    control.element,
    problemText,
  );
  return {
    element,
    field: {
      customId: component.custom_id,
      focus: control.focus,
      problem: control.problem,
      value: control.value,
      showProblem(text) {
        problemText.textContent = text ?? '';
        element.classList.toggle('invalid', text !== undefined);
      },
    },
  };
}

function isRequired(component: APIComponentInLabel): boolean {
  if (component.type === ComponentType.Checkbox) return false;
  return component.required ?? true;
}

interface ControlSetting {
  id: string;
  label: string;
  describedBy: string;
  required: boolean;
}

function createControl(component: APIComponentInLabel, setting: ControlSetting, context: Context): Control {
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
    case ComponentType.FileUpload: {
      const most = component.max_values ?? 1;
      const input = h('input', {
        type: 'file',
        id: setting.id,
        multiple: most > 1,
        'aria-describedby': setting.describedBy,
        'data-custom-id': component.custom_id,
      });
      return {
        element: input,
        focus: () => input.focus(),
        problem: () => countProblem(input.files?.length ?? 0, setting.required ? (component.min_values ?? 1) : 0, most),
        value: async () => {
          const uploads = await Promise.all([...(input.files ?? [])].map((file) => context.session.upload(file)));
          const ids = uploads.flatMap((upload) => upload?.id ?? []);
          return ids.length === uploads.length ? ids : undefined;
        },
      };
    }
    default: {
      const choices = selectChoices(component, context.store.state);
      const before = defaultValues(component);
      const most = component.max_values ?? 1;
      const combobox = createCombobox({
        label: setting.label,
        placeholder: selectPlaceholder(component),
        load: (query) => filterChoices(choices, query),
        multiple: most > 1,
        maxChosen: most,
        chosen: choices.filter(({ value }) => before.has(value)),
        inputProps: {
          id: setting.id,
          'aria-required': String(setting.required),
          'aria-describedby': setting.describedBy,
          'data-custom-id': component.custom_id,
        },
      });
      return {
        element: h('div', { class: 'select' }, combobox.element),
        focus: () => combobox.input.focus(),
        problem: () => countProblem(combobox.chosen().length, setting.required ? (component.min_values ?? 1) : 0, most),
        value: async () => combobox.chosen().map(({ value }) => value),
      };
    }
  }
}

function textControl(component: APITextInputComponent, { id, describedBy, required }: ControlSetting): Control {
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
  { id, label, describedBy }: ControlSetting,
  least: number,
  most: number,
): Control {
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
