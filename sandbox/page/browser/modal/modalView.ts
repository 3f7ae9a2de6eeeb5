import type { ModalEvent, ModalValue } from '../../../discord/people/pageProtocol.ts';
import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { toModalFields } from './modalFields.ts';

/** Shows the bot's modal while there is one. The browser's dialog keeps the focus inside; Escape closes it. */
export function createModalHost(context: Context): void {
  const { store } = context;
  let open: { modalId: string; dialog: HTMLDialogElement; before: Element | null } | undefined;

  store.subscribe(['modal'], () => {
    const { modal } = store.state;
    if (modal?.modalId === open?.modalId) return;
    if (open !== undefined) {
      open.dialog.close();
      open.dialog.remove();
      if (modal === undefined) focusAgain(open.before, context);
    }
    open = undefined;
    if (modal === undefined) return;
    const before = document.activeElement;
    const dialog = modalView(modal, context);
    document.body.append(dialog);
    dialog.showModal();
    const first = dialog.querySelector<HTMLInputElement | HTMLTextAreaElement>('.modal-body :is(input, textarea)');
    first?.focus();
    // What stands in a line of text, a page's number say, is there to be typed over.
    if (first?.matches('input[type="text"].text-field')) first.select();
    open = { modalId: modal.modalId, dialog, before };
  });
}

/** Gives the focus back to where it was; a component that was drawn again meanwhile is found by its place. */
function focusAgain(before: Element | null, context: Context): void {
  const messageId = before?.closest<HTMLElement>('[data-message-id]')?.dataset['messageId'];
  const path = before instanceof HTMLElement ? before.dataset['path'] : undefined;
  const again = document.querySelector<HTMLElement>(
    `[data-message-id="${messageId}"] [data-path="${path}"]:not(:disabled)`,
  );
  if (again !== null) again.focus();
  else if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
  else context.focusComposer();
}

function modalView({ modalId, modal }: ModalEvent, context: Context): HTMLDialogElement {
  const titleId = uniqueId('title');
  const { elements, fields } = toModalFields(modal.components, context);
  const bot = context.store.state.welcome?.bot;
  const submit = h('button', { type: 'submit', class: 'button primary' }, 'Submit');
  const close = () => context.session.closeModal(modalId);

  async function send(): Promise<void> {
    const wrong = fields.filter((field) => {
      const problem = field.problem();
      field.showProblem(problem);
      return problem !== undefined;
    });
    if (wrong[0] !== undefined) {
      wrong[0].focus();
      return;
    }
    submit.setAttribute('aria-busy', 'true');
    submit.classList.add('loading');
    submit.disabled = true;
    const values: Record<string, ModalValue> = {};
    let complete = true;
    for (const field of fields) {
      const value = await field.value();
      if (value === undefined) complete = false;
      else values[field.customId] = value;
    }
    const sent = complete && (await context.session.submitModal(modalId, values));
    if (sent && context.store.state.modal?.modalId === modalId) {
      context.store.state.modal = undefined;
      context.store.changed('modal');
    }
    submit.disabled = false;
    submit.classList.remove('loading');
    submit.removeAttribute('aria-busy');
  }

  return h(
    'dialog',
    {
      class: 'modal',
      'aria-labelledby': titleId,
      oncancel: (event: Event) => {
        event.preventDefault();
        close();
      },
    },
    h(
      'form',
      {
        novalidate: true,
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          void send();
        },
      },
      h(
        'header',
        { class: 'modal-heading' },
        bot && avatar({ id: bot.id, name: bot.displayName, avatarUrl: bot.avatarUrl }),
        h('h2', { id: titleId }, modal.title),
        h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Close', onclick: close }, icon('close')),
      ),
      h('div', { class: 'modal-body' }, elements),
      h(
        'footer',
        { class: 'modal-footer' },
        h('button', { type: 'button', class: 'button secondary', onclick: close }, 'Cancel'),
        submit,
      ),
    ),
  );
}
