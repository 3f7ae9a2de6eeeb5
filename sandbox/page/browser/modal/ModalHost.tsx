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
import { type FieldValue, initialValue, type ModalField, problemOf, toFields, toModalValue } from './modalFields.ts';

/** Shows the bot's modal while there is one. */
export function ModalHost() {
  return modal.value === undefined ? null : <Modal key={modal.value.modalId} event={modal.value} />;
}

function Modal({ event: { modalId, modal } }: { event: ModalEvent }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, FieldValue>>({});
  const [problems, setProblems] = useState<Record<string, string | undefined>>({});
  const [isSending, setIsSending] = useState(false);
  const valueIn = (field: ModalField) => values[field.component.custom_id] ?? initialValue(field);
  const close = () => closeModal(modalId);
  // A choice of files that is canceled says so, too.
  const cancel = ({ target }: Event) => target === dialog.current && close();

  useLayoutEffect(() => {
    dialog.current?.showModal();
    const first = dialog.current?.querySelector<HTMLElement>('.modal-body :is(input, textarea)');
    first?.focus();
    // What is in a line of text, a page's number for example, is there to be typed over.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
    return () => dialog.current?.close();
  }, []);

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    const fields = modal.components.flatMap(toFields);
    const found = fields.map((field) => [field.component.custom_id, problemOf(field, valueIn(field))] as const);
    setProblems(Object.fromEntries(found));
    const wrong = found.find(([, problem]) => problem !== undefined);
    document.getElementById(`field-${wrong?.[0]}`)?.focus();
    if (wrong !== undefined) return;
    setIsSending(true);
    const sent: Record<string, ModalValue> = {};
    for (const field of fields) {
      const value = await toModalValue(field, valueIn(field));
      if (value !== undefined) sent[field.component.custom_id] = value;
    }
    if (Object.keys(sent).length === fields.length) await submitModal(modalId, sent);
    setIsSending(false);
  }

  return (
    <dialog ref={dialog} class="modal" aria-labelledby="modal-title" onCancel={cancel}>
      <form noValidate onSubmit={send}>
        <header class="modal-heading">
          <Avatar url={welcome.value?.bot.avatarUrl ?? null} />
          <h2 id="modal-title">{modal.title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="modal-body">
          {modal.components.map((component) =>
            component.type === ComponentType.TextDisplay ? (
              <Markdown key={component.content} source={component.content} />
            ) : (
              toFields(component).map((field) => (
                <Field
                  key={field.component.custom_id}
                  field={field}
                  problem={problems[field.component.custom_id]}
                  value={valueIn(field)}
                  onChange={(value) => setValues((before) => ({ ...before, [field.component.custom_id]: value }))}
                />
              ))
            ),
          )}
        </div>
        <Notices />
        <footer class="modal-footer">
          <button type="button" class="button secondary" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isSending}>
            Submit
          </button>
        </footer>
      </form>
      <MenuHost />
    </dialog>
  );
}

function Field(props: {
  field: ModalField;
  problem: string | undefined;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}) {
  const { field, problem, value, onChange } = props;
  const id = `field-${field.component.custom_id}`;
  const hasOwnLabels = [ComponentType.Checkbox, ComponentType.RadioGroup, ComponentType.CheckboxGroup].includes(
    field.component.type,
  );
  const Label = hasOwnLabels ? 'span' : 'label';
  return (
    <div class={problem === undefined ? 'field' : 'field invalid'}>
      {field.component.type !== ComponentType.Checkbox && (
        <Label class={field.isRequired ? 'field-label required' : 'field-label'} for={hasOwnLabels ? undefined : id}>
          {field.label}
        </Label>
      )}
      <p id={`${id}-description`}>{field.description}</p>
      <FieldControl field={field} id={id} isWrong={problem !== undefined} value={value} onChange={onChange} />
      <p class="field-problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  );
}
