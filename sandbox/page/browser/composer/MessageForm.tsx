import { computed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { send, upload } from '../session.ts';
import { botOnline, commands, currentChannel } from '../state.ts';
import { filterChoices } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useListbox } from '../ui/Listbox.tsx';
import { type CommandEntry, findTyped, toCommandEntries } from './commandEntries.ts';

/** Unsent texts by place. */
const drafts = new Map<string, string>();

export const commandEntries = computed(() => toCommandEntries(commands.value));

const commandChoices = computed(() =>
  commandEntries.value.map(({ name, defaultName, description }) => ({
    value: defaultName,
    label: `/${name}`,
    description,
    // The registered name can be typed too.
    hint: name === defaultName ? '' : `/${defaultName}`,
    picture: <Icon name="slash" />,
  })),
);

/** A plain message or, after a slash, a list of commands. `place`: a person and channel. */
export function MessageForm(props: { place: string; takesFocus: boolean; onCommand: (command: CommandEntry) => void }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(drafts.get(props.place) ?? '');
  const files = useSignal<readonly File[]>([]);
  const channel = currentChannel.value;
  const label = `Message ${channel?.kind === 'dm' ? '@' : '#'}${channel?.name ?? ''}`;
  const list = useListbox({
    label: 'Commands',
    emptyText: botOnline.value ? 'No such command.' : 'The bot is offline.',
    choices: text.value.startsWith('/') ? filterChoices(commandChoices.value, text.value.slice(1)) : [],
    onChoose: ({ value }) => begin(commandEntries.value.find(({ defaultName }) => defaultName === value)),
  });
  useLayoutEffect(() => {
    if (props.takesFocus) input.current?.focus();
  }, []);

  function setText(next: string): void {
    text.value = next;
    drafts.set(props.place, next);
  }

  function begin(command: CommandEntry | undefined): void {
    if (command === undefined) return;
    setText('');
    props.onCommand(command);
  }

  function type(next: string): void {
    setText(next);
    if (next.startsWith('/')) list.open(0);
    else list.close();
    begin(findTyped(next, commandEntries.value));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, isComposing } = event;
    list.handleKey(event, ['Enter', 'Tab']);
    if (event.defaultPrevented || key !== 'Enter' || shiftKey || isComposing) return;
    event.preventDefault();
    void sendMessage();
  }

  /** If it fails, the text comes back. */
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

  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        void sendMessage();
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
              files.value = [...files.value, ...(currentTarget.files ?? [])];
              currentTarget.value = '';
            }}
          />
        </label>
        <textarea
          {...(list.inputProps as object)}
          ref={input}
          rows={1}
          aria-label={label}
          placeholder={`${label}, or type / for commands`}
          value={text.value}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={list.close}
          onFocus={() => text.value.startsWith('/') && list.open(0)}
        />
        <button type="submit" class="icon-button send" aria-label="Send message">
          <Icon name="send" />
        </button>
      </div>
      {list.popup}
    </form>
  );
}
