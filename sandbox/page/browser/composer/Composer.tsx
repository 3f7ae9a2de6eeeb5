import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { notify } from '../events.ts';
import { currentChannelId, me, wantedCommand } from '../state.ts';
import { CommandForm } from './CommandForm.tsx';
import type { CommandEntry } from './commandEntries.ts';
import { commandEntries, MessageForm } from './MessageForm.tsx';

/** The input for plain messages and, after a slash, commands. */
export function Composer() {
  const place = `${me.value?.id} ${currentChannelId.value}`;
  return <PlaceComposer key={place} place={place} />;
}

function PlaceComposer({ place }: { place: string }) {
  const element = useRef<HTMLDivElement>(null);
  const command = useSignal<CommandEntry | undefined>(undefined);
  // A phone's keyboard would cover the conversation.
  const takesFocus = useRef(matchMedia('(hover: hover)').matches);

  function begin(next: CommandEntry): void {
    takesFocus.current = true;
    command.value = next;
  }

  useSignalEffect(() => {
    const name = wantedCommand.value;
    if (name === undefined) return;
    wantedCommand.value = undefined;
    const entry = commandEntries.peek().find(({ defaultName }) => defaultName === name);
    if (entry === undefined) notify('info', `/${name} can't be used here.`);
    else begin(entry);
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, dialog, [role="menu"]')) return;
      element.current?.querySelector<HTMLElement>('textarea, [data-option], .command-name')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div class="composer" ref={element}>
      <div class="composer-box">
        {command.value === undefined ? (
          <MessageForm place={place} takesFocus={takesFocus.current} onCommand={begin} />
        ) : (
          <CommandForm
            key={command.value.defaultName}
            entry={command.value}
            onDone={() => {
              command.value = undefined;
            }}
          />
        )}
      </div>
    </div>
  );
}
