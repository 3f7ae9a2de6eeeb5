import type { APIMessage } from 'discord-api-types/v10';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { shownCommandName } from '../composer/commandEntries.ts';
import { compareIds } from '../conversation.ts';
import { dismissRun, loadOlder, markRead } from '../session.ts';
import { Avatar } from '../shell/PersonLine.tsx';
import { type CommandRun, commandRuns, commands, conversation, currentChannel, me, welcome } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { UsageLine } from './ContextLine.tsx';
import { type Chunk, toChunks } from './chunks.ts';
import { MessageRow } from './MessageRow.tsx';
import { EphemeralNote, FailureNote, Note } from './Note.tsx';

const NEAR_PX = 80;

/**
 * The open channel's messages, as a log. The scroller is reversed, so the browser keeps its
 * position at the end, or where someone reads. Older messages are fetched near the top.
 */
export function MessageList() {
  const scroller = useRef<HTMLDivElement>(null);
  const isLoading = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);
  const channel = currentChannel.value;
  const { messages } = conversation.value;
  useEffect(() => setAtEnd(true), [channel?.id]);
  useEffect(() => {
    if (isAtEnd) markRead();
  }, [isAtEnd, messages, channel?.unread]);

  async function onScroll({ currentTarget }: { currentTarget: HTMLElement }): Promise<void> {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    setAtEnd(scrollTop > -NEAR_PX);
    if (isLoading.current || scrollHeight - clientHeight + scrollTop > NEAR_PX) return;
    isLoading.current = true;
    await loadOlder();
    isLoading.current = false;
  }

  return (
    <>
      <div
        key={channel?.id}
        ref={scroller}
        class="messages"
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it's scrolled by keys
        tabIndex={0}
        onScroll={onScroll}
      >
        <div>
          <ChannelStart />
          <Chunks messages={messages} />
          <CommandRuns />
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" class="button primary small jump" onClick={() => scroller.current?.scrollTo(0, 0)}>
          Jump to newest <Icon name="down" />
        </button>
      )}
    </>
  );
}

function ChannelStart() {
  const channel = currentChannel.value;
  const { loaded, hasMore } = conversation.value;
  if (channel === undefined || !loaded || hasMore) return null;
  const isText = channel.kind === 'text';
  return (
    <div class="px-4 pt-6 pb-2.5">
      <h2>{isText ? `Welcome to #${channel.name}!` : channel.name}</h2>
      <p>
        {isText
          ? 'This is the start of the channel. Type / to see what the bot can do.'
          : `This is the beginning of your direct messages with ${channel.name}.`}
      </p>
    </div>
  );
}

function Chunks({ messages }: { messages: readonly APIMessage[] }) {
  const chunks = useRef<readonly Chunk[]>([]);
  chunks.current = toChunks(messages, chunks.current);
  return chunks.current.map((chunk, index) => (
    <ChunkRows key={chunk[0]?.id} chunk={chunk} previous={chunks.current[index - 1]?.at(-1)} />
  ));
}

function ChunkRows({ chunk, previous }: { chunk: Chunk; previous: APIMessage | undefined }) {
  return useMemo(
    // Chunks out of sight cost no layout and no painting. The margin is for the focus ring.
    () => (
      <div class="[content-visibility:auto] [contain-intrinsic-block-size:auto_1200px] [overflow-clip-margin:4px]">
        {chunk.map((message, index) => (
          <MessageRow key={message.id} message={message} previous={chunk[index - 1] ?? previous} />
        ))}
      </div>
    ),
    [chunk, previous],
  );
}

function CommandRuns() {
  const runs = [...commandRuns.value.values()].filter(({ channelId }) => channelId === currentChannel.value?.id);
  runs.sort((one, other) => compareIds(one.interactionId, other.interactionId));
  return runs.map((run) => <CommandRunRow key={run.interactionId} run={run} />);
}

/** A command without a response yet: still waiting, or given up after three seconds. */
function CommandRunRow({ run }: { run: CommandRun }) {
  const bot = welcome.value?.bot;
  const isSent = run.state === 'sent';
  return (
    <article class={isSent ? 'message' : 'message ephemeral'} aria-label={run.name}>
      {me.value && <UsageLine {...me.value} command={shownCommandName(run.name, commands.value)} />}
      <Avatar url={bot?.avatarUrl} />
      <div class="message-main">
        <header>
          <b>{bot?.displayName}</b>
          <span class="app-badge">APP</span>
        </header>
        {isSent ? <Note role="status">Sending command…</Note> : <FailureNote text="The application did not respond" />}
        {!isSent && <EphemeralNote onDismiss={() => dismissRun(run.interactionId)} />}
      </div>
    </article>
  );
}
