import type { Context } from '../context.ts';
import { type Child, h } from '../dom/h.ts';
import { createKeyedList } from '../dom/keyedList.ts';
import type { TracedRequest } from '../pageState.ts';
import { formatTimestamp } from '../text/timestamp.ts';
import { type Moment, toMoments } from './traceMoments.ts';

/** How far from its end, in pixels, the panel may be scrolled and still follow what is new. */
const followingWithin = 40;

/**
 * "Behind the scenes": what this person did, when the bot acknowledged and answered it, and every request that reached the game meanwhile, with
 * what is left of its hourly quota; as it happened, the newest at the end.
 */
export function createTracePanel(context: Context): HTMLElement {
  const { store } = context;
  const list = h('ol', { class: 'trace-list' });
  const empty = h(
    'p',
    { class: 'channel-empty' },
    'Use a command or a button: what the bot is told, what it asks the game, and when it answers, appears here.',
  );
  const panel = h(
    'aside',
    { class: 'trace', id: 'trace', 'aria-label': 'Behind the scenes', hidden: true, tabindex: 0 },
    h('h2', { class: 'list-heading' }, 'Behind the scenes'),
    empty,
    list,
  );
  const rows = createKeyedList(list);
  let isFollowing = true;
  const follow = (): void => {
    if (isFollowing) panel.scrollTop = panel.scrollHeight;
  };
  panel.addEventListener('scroll', () => {
    isFollowing = panel.scrollHeight - panel.scrollTop - panel.clientHeight < followingWithin;
  });
  new ResizeObserver(follow).observe(panel);
  store.subscribe(['trace', 'person'], () => {
    const moments = toMoments(store.state.trace, store.state.gameRequests);
    empty.hidden = moments.length > 0;
    rows.update(moments.map((moment) => ({ key: moment.key, version: '', draw: () => momentRow(moment) })));
    follow();
  });
  return panel;
}

function momentRow(moment: Moment): HTMLElement {
  if ('request' in moment) return requestRow(moment.request, moment.atMs);
  const { step, entry, atMs, sinceSentMs } = moment;
  const after = `+${sinceSentMs} ms`;
  switch (step.state) {
    case 'sent':
      return row('you', entry.who, h('strong', {}, entry.label), clock(atMs), used[entry.kind]);
    case 'thinking':
      return row('bot', 'Bot', 'acknowledged', after, `${entry.label}: the answer follows`);
    case 'answered':
      return row('bot', 'Bot', 'answered', after, entry.label);
    case 'didNotRespond':
      return row('failed', 'Bot', 'did not answer', after, `${entry.label}: Discord waits 3 seconds`);
  }
}

const used = {
  command: 'command sent to the bot',
  component: 'used, and the bot told',
  modal: 'filled in and sent to the bot',
};

function requestRow({ method, path, status, durationMs, onBehalfOf, quota }: TracedRequest, atMs: number): HTMLElement {
  const isRefused = status === null || status >= 400;
  const bearer = onBehalfOf === null ? 'without a token' : `for ${onBehalfOf}`;
  return row(
    isRefused ? 'game refused' : 'game',
    'Game',
    h('code', {}, `${method} ${path}`),
    clock(atMs),
    h('span', { class: 'trace-status' }, status === null ? 'no answer' : String(status)),
    ` in ${durationMs < 1 ? 'under 1' : durationMs} ms`,
    quota !== null && ` · ${bearer}`,
    h('br'),
    quota === null ? 'login service, not counted' : `${quota.remaining} of ${quota.limit} left this hour`,
  );
}

function row(
  kind: string,
  who: string,
  what: string | HTMLElement,
  when: string | HTMLElement,
  ...more: Child[]
): HTMLElement {
  return h(
    'li',
    { class: `trace-row ${kind}` },
    h('div', { class: 'trace-line' }, h('span', { class: 'trace-who' }, who), h('span', { class: 'trace-time' }, when)),
    h('div', { class: 'trace-what' }, what),
    h('div', { class: 'trace-more' }, ...more),
  );
}

function clock(atMs: number): HTMLElement {
  return h('time', { datetime: new Date(atMs).toISOString() }, formatTimestamp(atMs, 'T', Date.now()));
}
