import { useSignal } from '@preact/signals';
import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ModalEvent, ModalValue } from '../../../discord/people/pageProtocol.ts';
import { closeModal, submitModal, upload } from '../session.ts';
import { modal, welcome } from '../state.ts';
import { Markdown } from '../text/Markdown.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MenuHost } from '../ui/Menu.tsx';
import { Notices } from './Notices.tsx';
import { Avatar } from './PersonLine.tsx';

export function ModalHost() {
  return modal.value === undefined ? null : <Modal key={modal.value.modalId} event={modal.value} />;
}

function Modal({ event: { modalId, modal } }: { event: ModalEvent }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isSending = useSignal(false);
  const close = () => closeModal(modalId);

  useLayoutEffect(() => {
    dialog.current?.showModal();
    const first = dialog.current?.querySelector<HTMLElement>('.modal-body :is(input, textarea)');
    first?.focus();
    // A line of text, such as a page's number, is selected, so that typing replaces it.
    if (first instanceof HTMLInputElement && first.type === 'text') first.select();
    return () => dialog.current?.close();
  }, []);

  async function send(form: FormData): Promise<void> {
    isSending.value = true;
    const values: Record<string, ModalValue> = {};
    for (const labeled of modal.components) {
      if (labeled.type !== ComponentType.Label) continue;
      const { custom_id: name, type } = labeled.component;
      const value = type === ComponentType.FileUpload ? await uploadAll(form.getAll(name)) : String(form.get(name));
      if (value === undefined) isSending.value = false;
      else values[name] = value;
    }
    if (isSending.value) await submitModal(modalId, values);
    isSending.value = false;
  }

  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby="modal-title"
      // A canceled choice of files fires this event, too.
      onCancel={({ target }) => target === dialog.current && close()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <header class="bar">
          <Avatar url={welcome.value?.bot.avatarUrl} />
          <h2 id="modal-title" class="stretch">
            {modal.title}
          </h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="modal-body">
          {modal.components.map((component) => {
            if (component.type === ComponentType.TextDisplay) return <Markdown source={component.content} />;
            return component.type === ComponentType.Label && <Field {...component} />;
          })}
        </div>
        <Notices />
        <footer class="bar end">
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

function Field({ label, description, component }: APILabelComponent) {
  const id = `field-${component.custom_id}`;
  const required = component.type === ComponentType.Checkbox || (component.required ?? true);
  const inputProps = { id, name: component.custom_id, required, 'aria-describedby': `${id}-description` };
  const Input =
    component.type === ComponentType.TextInput && component.style === TextInputStyle.Paragraph ? 'textarea' : 'input';
  return (
    <div class="field">
      <label for={id} class={required ? 'required' : ''}>
        {label}
      </label>
      <small id={`${id}-description`}>{description}</small>
      {component.type === ComponentType.TextInput && (
        <Input
          {...inputProps}
          class="text-field"
          placeholder={component.placeholder}
          autocomplete="off"
          minLength={component.min_length}
          maxLength={component.max_length ?? 4000}
          defaultValue={component.value ?? ''}
        />
      )}
      {component.type === ComponentType.FileUpload && (
        <input {...inputProps} type="file" multiple={(component.max_values ?? 1) > 1} />
      )}
    </div>
  );
}

/** The ids of the uploaded files. Undefined if one failed, which a notice says. */
async function uploadAll(values: FormDataEntryValue[]): Promise<string[] | undefined> {
  // Without a chosen file, a form has one without a name.
  const files = values.filter((value) => value instanceof File && value.name !== '') as File[];
  const ids = (await Promise.all(files.map(upload))).flatMap((uploaded) => uploaded?.id ?? []);
  return ids.length === files.length ? ids : undefined;
}
