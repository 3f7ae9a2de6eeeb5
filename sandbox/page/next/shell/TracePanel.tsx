import type { ComponentChildren } from 'preact';
import type { GameRequestEvent, InteractionEvent } from '../../../discord/people/pageProtocol.ts';
import { findMember, gameCondition, type TraceEntry, trace, welcome } from '../state.ts';
import { formatTimestamp } from '../text/timestamp.ts';
import { GameSwitch } from './GameSwitch.tsx';
import { SidePanel, TRACE } from './SidePanel.tsx';

/** What everyone did, when the bot acknowledged and answered it, and every request that reached the game; the newest at the end. */
export function TracePanel() {
  return (
    <SidePanel panel={TRACE} as="aside" label="Behind the scenes">
      <h2 class="list-heading">Behind the scenes</h2>
      {gameCondition.value !== null && <GameSwitch condition={gameCondition.value} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by the keyboard. */}
      <section class="trace-scroller" aria-label="What happened" tabIndex={0}>
        <ol>
          {trace.value.map((entry) => (
            <TraceRow key={entry.number} entry={entry} />
          ))}
        </ol>
        {trace.value.length === 0 && (
          <p class="list-empty">
            Use a command or a button: what the bot is told, what it asks the game and when it answers appears here.
          </p>
        )}
      </section>
    </SidePanel>
  );
}

function TraceRow({ entry }: { entry: TraceEntry }) {
  return entry.type === 'gameRequest' ? <RequestRow request={entry} /> : <InteractionRow event={entry} />;
}

function InteractionRow({ event }: { event: InteractionEvent }) {
  const person = findMember(event.userId)?.displayName ?? 'Someone';
  const bot = welcome.value?.bot.displayName ?? 'The bot';
  const label = <strong>{event.label}</strong>;
  const sent = trace.value.find(
    (other) => other.type === 'interaction' && other.interactionId === event.interactionId && other.state === 'sent',
  );
  const after = sent === undefined ? '' : ` after ${Date.parse(event.at) - Date.parse(sent.at)} ms`;
  switch (event.state) {
    case 'sent':
      return (
        <Row kind="person" who={person} at={event.at}>
          {event.kind === 'modal' ? 'sent' : 'used'} {label}
        </Row>
      );
    case 'thinking':
      return (
        <Row kind="bot" who={bot} at={event.at}>
          acknowledged {label}
          {after}
        </Row>
      );
    case 'answered':
      return (
        <Row kind="bot" who={bot} at={event.at}>
          answered {label}
          {after}
        </Row>
      );
    case 'didNotRespond':
      return (
        <Row kind="failed" who={bot} at={event.at}>
          didn't answer {label} within 3 seconds
        </Row>
      );
  }
}

function RequestRow({ request }: { request: GameRequestEvent }) {
  const { method, path, status, durationMs, onBehalfOf, quota } = request;
  const isRefused = status === null || status >= 400;
  const sender = onBehalfOf === null ? 'without a token' : `for ${onBehalfOf}`;
  const left = quota === null ? 'login service, not counted' : `${quota.remaining} of ${quota.limit} left this hour`;
  return (
    <Row kind={isRefused ? 'failed' : 'game'} who="Game:" at={request.at}>
      <code>{`${method} ${path}`}</code>
      {quota !== null && ` ${sender}`}
      {`, ${status ?? 'no answer'} in ${durationMs < 1 ? 'under 1' : durationMs} ms, ${left}`}
    </Row>
  );
}

function Row(props: { kind: string; who: string; at: string; children: ComponentChildren }) {
  const atMs = Date.parse(props.at);
  return (
    <li class={`trace-row ${props.kind}`}>
      <time dateTime={props.at}>{formatTimestamp(atMs, 'T', atMs)}</time>
      <p>
        <b>{props.who}</b> {props.children}
      </p>
    </li>
  );
}
