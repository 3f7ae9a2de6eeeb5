import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { createKeyedList } from '../dom/keyedList.ts';
import type { TraceEntry } from '../pageState.ts';
import { formatTimestamp } from '../text/timestamp.ts';

const words: Record<string, string> = {
  sent: 'sent to the bot',
  thinking: 'acknowledged, answer follows',
  answered: 'answered',
  didNotRespond: 'no answer within 3 s',
};

/** "Behind the scenes": every interaction of this person with the bot, newest first, and how long each step took. */
export function createTracePanel(context: Context): HTMLElement {
  const { store } = context;
  const list = h('ol', { class: 'trace-list' });
  const empty = h(
    'p',
    { class: 'channel-empty' },
    'Use a command or a button: what the bot is told, and when it answers, appears here.',
  );
  const rows = createKeyedList(list);
  store.subscribe(['trace', 'person'], () => {
    const { trace } = store.state;
    empty.hidden = trace.length > 0;
    rows.update(
      [...trace].reverse().map((entry) => ({
        key: entry.interactionId,
        version: String(entry.steps.length),
        draw: () => traceRow(entry),
      })),
    );
  });
  return h(
    'aside',
    { class: 'trace', id: 'trace', 'aria-label': 'Behind the scenes', hidden: true },
    h('h2', { class: 'list-heading' }, 'Behind the scenes'),
    empty,
    list,
  );
}

function traceRow({ name, kind, steps }: TraceEntry): HTMLElement {
  const startedAt = Date.parse(steps[0]?.at ?? '');
  return h(
    'li',
    { class: 'trace-entry' },
    h('code', { class: 'trace-name' }, name),
    h('span', { class: 'trace-kind' }, `${kind} · ${formatTimestamp(startedAt, 'T', Date.now())}`),
    h(
      'ul',
      {},
      steps.map(({ state, at }, index) =>
        h(
          'li',
          { class: `trace-step ${state}` },
          h('span', {}, words[state] ?? state),
          index > 0 && h('span', { class: 'trace-time' }, `+${Date.parse(at) - startedAt} ms`),
        ),
      ),
    ),
  );
}
