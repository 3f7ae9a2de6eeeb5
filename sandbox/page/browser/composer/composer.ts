import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { currentChannel } from '../pageState.ts';
import { createAttachmentBar } from './attachmentBar.ts';
import { type CommandEntry, toCommandEntries } from './commandEntries.ts';
import { createCommandForm } from './commandForm.ts';
import { createCommandPicker } from './commandPicker.ts';
import { type ComposerEvent, idleComposer, nextComposerMode } from './composerMode.ts';
import { createReplyBar } from './replyBar.ts';

const longestContent = 2000;

/** Where one types: plain messages, and commands after a slash. */
export function createComposer(context: Context): {
  element: HTMLElement;
  focus: () => void;
  chooseCommand: (name: string) => void;
} {
  const { store, session } = context;
  const drafts = new Map<string, string>();
  let mode = idleComposer;
  let channelId: string | undefined;
  let form: { element: HTMLElement; focus: () => void } | undefined;

  const input = h('textarea', {
    class: 'composer-input',
    rows: 1,
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-haspopup': 'listbox',
    maxlength: longestContent,
    oninput: onInput,
    onkeydown: onKey,
    onblur: () => picker.close(),
    onfocus: () => {
      if (mode.name === 'picking') draw();
    },
    onpaste: (event: ClipboardEvent) => addFiles(event.clipboardData?.files ?? []),
  });
  const picker = createCommandPicker({ input, anchor: () => box, onChoose: choose });
  const attachments = createAttachmentBar((name) => context.toast('error', `${name} is too large.`));
  const fileInput = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': 'Files to attach',
    onchange: () => {
      addFiles(fileInput.files ?? []);
      fileInput.value = '';
    },
  });
  const textRow = h(
    'form',
    {
      class: 'text-row',
      'aria-label': 'Message',
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void sendText();
      },
    },
    h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': 'Attach files', onclick: () => fileInput.click() },
      icon('plus'),
    ),
    fileInput,
    input,
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': 'Show commands',
        onmousedown: (event: MouseEvent) => event.preventDefault(),
        onclick: startCommand,
      },
      icon('slash'),
    ),
    h('button', { type: 'submit', class: 'icon-button send', 'aria-label': 'Send message' }, icon('send')),
  );
  const slot = h('div', { class: 'composer-slot' }, textRow);
  const box = h('div', { class: 'composer-box' }, createReplyBar(context), attachments.element, slot, picker.element);
  const element = h(
    'div',
    {
      class: 'composer',
      ondragover: (event: DragEvent) => event.preventDefault(),
      ondrop: (event: DragEvent) => {
        event.preventDefault();
        addFiles(event.dataTransfer?.files ?? []);
      },
    },
    box,
  );

  function entries(): CommandEntry[] {
    return toCommandEntries(store.state.commands.get(store.state.currentChannelId ?? '') ?? []);
  }

  function choose(name: string): boolean {
    const entry = entries().find(({ defaultName }) => defaultName === name);
    if (entry === undefined) return false;
    if (mode.name === 'command') apply({ type: 'closed' });
    apply({ type: 'chose', entry });
    return true;
  }

  function apply(event: ComposerEvent): void {
    const previous = mode;
    mode = nextComposerMode(mode, event);
    if (event.type === 'sent' || event.type === 'chose') setText('');
    if (mode !== previous) draw(previous.name);
  }

  function draw(previous: string = mode.name): void {
    if (mode.name === 'picking') {
      const { welcome, botOnline } = store.state;
      const emptyText = botOnline ? 'There is no such command.' : 'The bot is offline.';
      picker.open(mode.matches, { botName: welcome?.bot.displayName ?? '', emptyText });
    } else picker.close();
    if (mode.name === 'command' && form === undefined) {
      form = createCommandForm(mode.entry, mode.optionTexts, context, (reason) => apply({ type: reason }));
      slot.replaceChildren(form.element);
      form.focus();
    } else if (mode.name !== 'command' && form !== undefined) {
      form = undefined;
      slot.replaceChildren(textRow);
      fitHeight();
      if (previous === 'command') input.focus();
    }
  }

  function fitHeight(): void {
    input.style.setProperty('height', 'auto');
    // While a command's form stands in its place the input has no height to measure.
    if (input.isConnected) input.style.setProperty('height', `${Math.min(input.scrollHeight, 220)}px`);
  }

  function setText(text: string): void {
    input.value = text;
    fitHeight();
    if (channelId !== undefined) drafts.set(channelId, text);
  }

  function onInput(): void {
    setText(input.value);
    if (!input.value.startsWith('/') && input.value !== '') session.tellTyping();
    apply({ type: 'typed', text: input.value, entries: entries() });
    if (mode.name === 'command') setText('');
  }

  function startCommand(): void {
    mode = idleComposer;
    setText('/');
    input.focus();
    apply({ type: 'typed', text: '/', entries: entries() });
  }

  function onKey(event: KeyboardEvent): void {
    const active = picker.active();
    if (picker.isOpen() && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      picker.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (active !== undefined && (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey))) {
      event.preventDefault();
      choose(active);
    } else if (event.key === 'Escape') {
      if (mode.name === 'picking') apply({ type: 'closed' });
      else session.setReplyTo(undefined);
    } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      void sendText();
    }
  }

  async function sendText(): Promise<void> {
    const content = input.value.trim();
    const files = attachments.files();
    if (content === '' && files.length === 0) return;
    const uploads = await Promise.all(files.map((file) => session.upload(file)));
    if (uploads.some((upload) => upload === undefined)) return;
    const sentText = input.value;
    setText('');
    attachments.clear();
    const sent = await session.send(
      content,
      uploads.flatMap((upload) => upload?.id ?? []),
    );
    if (sent) apply({ type: 'sent' });
    else setText(sentText);
  }

  function addFiles(files: Iterable<File>): void {
    attachments.add(files, store.state.welcome?.attachmentSizeLimit ?? Number.POSITIVE_INFINITY);
  }

  store.subscribe(['current', 'person'], () => {
    const channel = currentChannel(store.state);
    const name = channel === undefined ? '' : `${channel.kind === 'dm' ? '@' : '#'}${channel.name}`;
    input.setAttribute('aria-label', `Message ${name}`);
    input.placeholder = `Message ${name}`;
    if (channel?.id === channelId) return;
    channelId = channel?.id;
    if (mode.name === 'command') apply({ type: 'closed' });
    mode = idleComposer;
    picker.close();
    setText(drafts.get(channelId ?? '') ?? '');
    if (matchMedia('(hover: hover)').matches) input.focus();
  });
  store.subscribe(['commands'], () => {
    if (mode.name === 'picking') apply({ type: 'typed', text: input.value, entries: entries() });
  });
  return {
    element,
    focus: () => (form === undefined ? input.focus() : form.focus()),
    chooseCommand(name) {
      if (!choose(name)) context.toast('info', `/${name} cannot be used here.`);
    },
  };
}
