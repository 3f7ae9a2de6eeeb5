import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { send, upload } from '../session.ts';
import { botOnline, commands, currentChannel, replyTo, welcome } from '../state.ts';
import { withoutTooLarge } from '../ui/FilePicker.tsx';
import { Icon } from '../ui/Icon.tsx';
import { keepFocus, useListbox } from '../ui/Listbox.tsx';
import { findEntries, parseCommandText, type TypedCommand, toCommandEntries } from './commandEntries.ts';

const MAX_CONTENT_LENGTH = 2000;
const MAX_FILES = 10;

/** What is typed and not sent yet, by place. */
const drafts = new Map<string, string>();

/** The commands that can be chosen in this channel. */
export const commandEntries = computed(() => toCommandEntries(commands.value));

/** A plain message, or after a slash a list of commands. `place` is one for each person and channel. */
export function MessageForm(props: { place: string; takesFocus: boolean; onCommand: (command: TypedCommand) => void }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(drafts.get(props.place) ?? '');
  const files = useSignal<readonly File[]>([]);
  /** The list was closed by Escape, and stays closed until the slash is gone. */
  const isDismissed = useSignal(false);
  const channel = currentChannel.value;
  const label = `Message ${channel?.kind === 'dm' ? '@' : '#'}${channel?.name ?? ''}`;
  const matches = text.value.startsWith('/') ? findEntries(commandEntries.value, text.value.slice(1)) : [];
  const list = useListbox({
    label: 'Commands',
    heading: 'Commands',
    emptyText: botOnline.value ? 'No such command.' : 'The bot is offline.',
    choices: matches.map(({ name, defaultName, description }) => ({
      value: defaultName,
      label: `/${name}`,
      description,
      hint: welcome.value?.bot.displayName ?? '',
      picture: <Icon name="slash" />,
    })),
    onChoose: ({ value }) => choose(value),
  });
  useLayoutEffect(() => {
    if (props.takesFocus) input.current?.focus();
  }, []);
  useSignalEffect(() => {
    if (replyTo.value !== undefined) input.current?.focus();
  });

  function setText(next: string): void {
    text.value = next;
    drafts.set(props.place, next);
  }

  function begin(command: TypedCommand): void {
    setText('');
    props.onCommand(command);
  }

  function choose(defaultName: string): void {
    const entry = matches.find((match) => match.defaultName === defaultName);
    if (entry !== undefined) begin({ entry, optionTexts: new Map() });
  }

  function type(next: string): void {
    setText(next);
    if (!next.startsWith('/')) {
      isDismissed.value = false;
      list.close();
    } else if (!isDismissed.value) {
      const command = parseCommandText(next, commandEntries.value);
      if (command === undefined) list.open(0);
      else begin(command);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (key === 'Escape' && list.isOpen) isDismissed.value = true;
    else if (key === 'Escape') replyTo.value = undefined;
    list.handleKey(event);
    if (key === 'Tab' && list.active !== undefined) {
      event.preventDefault();
      choose(list.active.value);
    } else if (key === 'Enter' && !event.defaultPrevented && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      void sendMessage();
    }
  }

  /** What couldn't be sent comes back. */
  async function sendMessage(): Promise<void> {
    const message = { text: text.value, files: files.value };
    if (message.text.trim() === '' && message.files.length === 0) return;
    list.close();
    setText('');
    files.value = [];
    const uploads = await Promise.all(message.files.map(upload));
    const ids = uploads.flatMap((uploaded) => uploaded?.id ?? []);
    if (ids.length === uploads.length && (await send(message.text.trim(), ids))) return;
    setText(message.text);
    files.value = message.files;
  }

  function addFiles(added: Iterable<File> | null | undefined): void {
    files.value = [...files.value, ...withoutTooLarge(added)].slice(0, MAX_FILES);
  }

  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        void sendMessage();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        addFiles(event.dataTransfer?.files);
      }}
    >
      {files.value.length > 0 && (
        <ul class="attachments" aria-label="Files to send">
          {files.value.map((file, index) => (
            <li key={index}>
              <Icon name="file" /> {file.name}
              <button
                type="button"
                class="icon-button"
                aria-label={`Remove ${file.name}`}
                onClick={() => {
                  files.value = files.value.filter((other) => other !== file);
                  input.current?.focus();
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="text-row">
        <label class="icon-button">
          <Icon name="plus" />
          <input
            type="file"
            multiple
            class="visually-hidden"
            aria-label="Attach files"
            onChange={({ currentTarget }) => {
              addFiles(currentTarget.files);
              currentTarget.value = '';
            }}
          />
        </label>
        <textarea
          {...(list.inputProps as object)}
          ref={input}
          rows={1}
          maxLength={MAX_CONTENT_LENGTH}
          aria-label={label}
          placeholder={label}
          value={text.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={list.close}
          onFocus={() => {
            if (text.value.startsWith('/') && !isDismissed.value) list.open(0);
          }}
          onPaste={(event) => addFiles(event.clipboardData?.files)}
        />
        <button
          type="button"
          class="icon-button"
          aria-label="Show commands"
          onMouseDown={keepFocus}
          onClick={() => {
            isDismissed.value = false;
            input.current?.focus();
            type('/');
          }}
        >
          <Icon name="slash" />
        </button>
        <button type="submit" class="icon-button send" aria-label="Send message">
          <Icon name="send" />
        </button>
      </div>
      {list.popup}
    </form>
  );
}
