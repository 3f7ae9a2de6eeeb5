import type { GameCondition, GameRequestEvent, InteractionEvent } from '../../../discord/people/pageProtocol.ts';
import { restartBot, setGameCondition } from '../session.ts';
import { botOnline, findMember, gameCondition, type TraceEntry, trace, welcome } from '../state.ts';
import { formatTimestamp } from '../text/timestamp.ts';
import { SidePanel, TRACE } from './SidePanel.tsx';

const CONDITIONS: Record<GameCondition, { label: string; hint: string }> = {
  working: { label: 'works', hint: 'Break the game and see how the bot copes.' },
  down: { label: 'is down', hint: 'Every request fails. Try /profile.' },
  slow: { label: 'is slow', hint: 'Every response takes 8 seconds. Try /credits balance.' },
  losingAnswers: {
    label: 'loses responses',
    hint: 'Requests are carried out, but the responses are lost. Send credits and read the receipt.',
  },
  ownLimit: { label: 'limits you', hint: 'Your requests are used up. Try /profile. It takes a minute to recover.' },
  sharedLimit: {
    label: 'limits everyone',
    hint: 'Requests without a login are used up for everyone. Try /lookup as Juno.',
  },
};

/** Everyone's interactions, the bot's responses, and every request to the game; newest last. */
export function TracePanel() {
  return (
    <SidePanel panel={TRACE} as="aside" label="Behind the scenes">
      <h2 class="heading">Behind the scenes</h2>
      {gameCondition.value !== null && <GameSwitch condition={gameCondition.value} />}
      <div class="game-switch">
        <button
          type="button"
          class="button secondary small"
          disabled={!botOnline.value}
          onClick={() => void restartBot()}
        >
          Kill the bot and restart it
        </button>
        <p class="muted">Open confirmations survive. A change in progress is reported once and not sent again.</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by the keyboard. */}
      <section class="trace-scroller" aria-label="What happened" tabIndex={0}>
        <ol>
          {trace.value.map((entry) => (
            <TraceRow key={entry.number} entry={entry} />
          ))}
        </ol>
        {trace.value.length === 0 && (
          <p class="muted">
            Use a command or a button. You'll see what the bot receives, what it requests, and when it responds.
          </p>
        )}
      </section>
    </SidePanel>
  );
}

/** Breaks the game for everyone, and repairs it. */
function GameSwitch({ condition }: { condition: GameCondition }) {
  return (
    <fieldset class="game-switch" aria-describedby="game-hint">
      <legend>The game</legend>
      {Object.entries(CONDITIONS).map(([value, { label }]) => (
        <label key={value} class="check">
          <input
            type="radio"
            name="game"
            checked={value === condition}
            onChange={() => setGameCondition(value as GameCondition)}
          />
          {label}
        </label>
      ))}
      <p id="game-hint" class="muted" role="status">
        {CONDITIONS[condition].hint}
      </p>
    </fieldset>
  );
}

function TraceRow({ entry }: { entry: TraceEntry }) {
  const atMs = Date.parse(entry.at);
  return (
    <li class="trace-row">
      <time dateTime={entry.at}>{formatTimestamp(atMs, 'T', atMs)}</time>
      {entry.type === 'gameRequest' ? <Request request={entry} /> : <Step event={entry} />}
    </li>
  );
}

function Step({ event }: { event: InteractionEvent }) {
  const { state, interactionId, kind } = event;
  const isPerson = state === 'sent';
  const who = isPerson ? findMember(event.userId) : welcome.value?.bot;
  const used = kind === 'modal' ? 'sent' : 'used';
  const verbs = { sent: used, thinking: 'acknowledged', answered: 'answered', didNotRespond: "didn't answer" };
  const sent = trace.value.find(
    (other) => other.type === 'interaction' && other.interactionId === interactionId && other.state === 'sent',
  );
  const duration = sent === undefined ? 'a while' : `${Date.parse(event.at) - Date.parse(sent.at)} ms`;
  const preposition = state === 'didNotRespond' ? 'within' : 'after';
  return (
    <p class={state === 'didNotRespond' ? 'failed' : isPerson ? 'person' : ''}>
      <b>{who?.displayName}</b> {verbs[state]} <b>{event.label}</b>
      {!isPerson && ` ${preposition} ${duration}`}
    </p>
  );
}

function Request({ request }: { request: GameRequestEvent }) {
  const { method, path, status, durationMs, onBehalfOf, quota } = request;
  const sender = onBehalfOf === null ? 'without a token' : `for ${onBehalfOf}`;
  const shared = onBehalfOf === null ? ' for everyone' : '';
  const duration = `${status ?? 'no response'} in ${durationMs < 1 ? 'under 1' : durationMs} ms`;
  return (
    <p class={status === null || status >= 400 ? 'failed' : ''}>
      <b>Game:</b> <code>{`${method} ${path}`}</code>
      {quota === null
        ? `, ${duration}, login service, not counted`
        : ` ${sender}, ${duration}, ${quota.remaining} of ${quota.limit} left this hour${shared}`}
    </p>
  );
}
