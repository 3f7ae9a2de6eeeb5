import { ComponentType } from 'discord-api-types/v10';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ModalEvent, ModalValue } from '../../../discord/people/pageProtocol.ts';
import { closeModal, submitModal } from '../session.ts';
import { Notices } from '../shell/Notices.tsx';
import { modal, welcome } from '../state.ts';
import { Markdown } from '../text/Markdown.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MenuHost } from '../ui/Menu.tsx';
import { FieldControl } from './FieldControl.tsx';
import {
  type FieldValue,
  initialValue,
  isRequired,
  type ModalField,
  problemOf,
  toFields,
  toModalValue,
} from './modalFields.ts';

/** Shows the bot's modal while there is one. */
export function ModalHost() {
  return modal.value === undefined ? null : <Modal key={modal.value.modalId} event={modal.value} />;
}

function Modal({ event: { modalId, modal } }: { event: ModalEvent }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [changes, setChanges] = useState<Record<string, FieldValue>>({});
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const [isSending, setIsSending] = useState(false);
  const fields = toFields(modal.components);
  const currentValue = ({ component }: ModalField) => changes[component.custom_id] ?? initialValue(component);

  useLayoutEffect(() => {
    dialog.current?.showModal();
    const first = dialog.current?.querySelector<HTMLElement>('.modal-body :is(input, textarea)');
    first?.focus();
    // What is in a line of text, a page's number for example, is there to be typed over.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
    return () => dialog.current?.close();
  }, []);

  async function send(): Promise<void> {
    const found = fields.map(
      (field) => [field.component.custom_id, problemOf(field.component, currentValue(field))] as const,
    );
    setProblems(Object.fromEntries(found));
    const wrong = found.find(([, problem]) => problem !== undefined);
    if (wrong !== undefined) {
      document.getElementById(idOf(wrong[0]))?.focus();
      return;
    }
    setIsSending(true);
    const values: Record<string, ModalValue> = {};
    for (const field of fields) {
      const value = await toModalValue(field.component, currentValue(field));
      if (value !== undefined) values[field.component.custom_id] = value;
    }
    if (Object.keys(values).length === fields.length) await submitModal(modalId, values);
    setIsSending(false);
  }

  function toField(field: ModalField) {
    const { custom_id, type } = field.component;
    const id = idOf(custom_id);
    const problem = problems[custom_id];
    const isGroup = type === ComponentType.RadioGroup || type === ComponentType.CheckboxGroup;
    const Label = isGroup ? 'span' : 'label';
    return (
      <div key={custom_id} class={problem === undefined ? 'field' : 'field invalid'}>
        {type !== ComponentType.Checkbox && (
          <Label class="field-label" {...(isGroup ? {} : { for: id })}>
            {field.label}
            {isRequired(field.component) && (
              <span class="required-mark" aria-hidden="true">
                {' *'}
              </span>
            )}
          </Label>
        )}
        {field.description && (
          <p class="field-description" id={`${id}-description`}>
            {field.description}
          </p>
        )}
        <FieldControl
          field={field}
          id={id}
          describedBy={`${id}-description ${id}-problem`}
          isWrong={problem !== undefined}
          value={currentValue(field)}
          onChange={(value) => setChanges((before) => ({ ...before, [custom_id]: value }))}
        />
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      </div>
    );
  }

  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby="modal-title"
      onCancel={(event) => {
        if (event.target === dialog.current) closeModal(modalId);
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <header class="modal-heading">
          <Avatar url={welcome.value?.bot.avatarUrl ?? null} />
          <h2 id="modal-title">{modal.title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={() => closeModal(modalId)}>
            <Icon name="close" />
          </button>
        </header>
        <div class="modal-body">
          {modal.components.map((component) =>
            component.type === ComponentType.TextDisplay ? (
              <Markdown key={component.content} source={component.content} />
            ) : (
              toFields([component]).map(toField)
            ),
          )}
        </div>
        <Notices />
        <footer class="modal-footer">
          <button type="button" class="button secondary" onClick={() => closeModal(modalId)}>
            Cancel
          </button>
          <button
            type="submit"
            class={isSending ? 'button primary loading' : 'button primary'}
            aria-busy={isSending || undefined}
            disabled={isSending}
          >
            <span>Submit</span>
          </button>
        </footer>
      </form>
      <MenuHost />
    </dialog>
  );
}

function idOf(customId: string): string {
  return `field-${customId}`;
}
