import {
  type APIComponentInLabel,
  type APIModalInteractionResponseCallbackComponent,
  ComponentType,
} from 'discord-api-types/v10';
import type { ModalValue } from '../../../discord/people/pageProtocol.ts';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { markdownView } from '../text/markdownView.ts';
import { createModalControl } from './modalControl.ts';

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

function labeledField(
  label: string,
  description: string | undefined,
  component: APIComponentInLabel,
  context: Context,
): { element: HTMLElement; field: ModalField } {
  const inputId = uniqueId('field');
  const problemId = uniqueId('problem');
  const descriptionId = uniqueId('description');
  const required = isRequired(component);
  // A group's inputs have labels of their own; the group is named by `aria-label`.
  const isGroup = component.type === ComponentType.RadioGroup || component.type === ComponentType.CheckboxGroup;
  const describedBy = description === undefined ? problemId : `${descriptionId} ${problemId}`;
  const control = createModalControl(component, { id: inputId, label, describedBy, required }, context);
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
    description && h('p', { class: 'field-description', id: descriptionId }, description),
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
        const input = element.querySelector('[data-custom-id]');
        if (text === undefined) input?.removeAttribute('aria-invalid');
        else input?.setAttribute('aria-invalid', 'true');
      },
    },
  };
}

function isRequired(component: APIComponentInLabel): boolean {
  if (component.type === ComponentType.Checkbox) return false;
  return component.required ?? true;
}
