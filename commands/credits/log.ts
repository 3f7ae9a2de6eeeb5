import { noteContacts } from '../../src/bot/contacts.ts';
import type { HandlerContext } from '../../src/bot/context.ts';
import { GameError } from '../../src/game/errors.ts';
import type { CreditLogEntry } from '../../src/game/records.ts';
import { creditLogView, exportingView, exportView, type LogExtent } from '../../src/view/creditLogViews.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { toPosition } from '../../src/view/pager.ts';

type Context = HandlerContext<['CHARACTER_CREDITS']>;

/** A page of one of the credit log's two windows: the newest 1000 entries, or the oldest. */
export type LogPage = { isOldest: boolean; page: number };

const ENTRIES_A_PAGE = 12;
/** As many as the service gives at once: each page of an export costs a request of the hour's budget. */
const ENTRIES_A_REQUEST = 1_000;
/** So many entries has each of the two windows at most (interface document 8, "Credit log window"). */
const WINDOW = 1_000;

/** The page that a button's custom id names: `window, role, page`. */
export function toLogPage([window, , page]: string[]): LogPage {
  return { isOldest: window === 'oldest', page: Number(page) || 1 };
}

export async function showCreditLog(
  { person, me, game, words, services, idFor }: Context,
  { isOldest, page }: LogPage,
): Promise<MessageView> {
  const start_index = (page - 1) * ENTRIES_A_PAGE + 1;
  const entries = await game.character.creditlog.list({
    uid: me.uid,
    start_index,
    item_count: ENTRIES_A_PAGE,
    ...toWindow(isOldest),
  });
  await noteContacts(
    { person, me, services },
    entries.items.flatMap(({ counterparty }) => counterparty ?? []),
  );
  const { pages } = toPosition(entries);
  if (page > pages) throw new Mistake(({ pager }) => pager.pastTheEnd(page, pages));
  const window = isOldest ? 'oldest' : 'newest';
  return creditLogView(
    words,
    entries,
    { isOldest, isFull: entries.total >= WINDOW },
    {
      page: (role, target) => idFor('page', window, role, target),
      export: idFor('export', window),
    },
  );
}

export async function exportCreditLog(
  { me, game, words, showMeanwhile }: Context,
  { isOldest }: LogPage,
): Promise<MessageView> {
  const entries: CreditLogEntry[] = [];
  for (;;) {
    const start_index = entries.length + 1;
    const page = await game.character.creditlog.list({
      uid: me.uid,
      start_index,
      item_count: ENTRIES_A_REQUEST,
      ...toWindow(isOldest),
    });
    entries.push(...page.items);
    if (!page.hasMore) return exportView(words, entries, await measure({ me, game }, entries, isOldest));
    await showMeanwhile(exportingView(words, entries.length, page.total));
  }
}

/**
 * Which part of the log these entries of a window are; undefined where they are all. Where the window is full, only the other one tells how much there is
 * beside it, for a request more: the service says no count of all.
 */
async function measure(
  { me, game }: Pick<Context, 'me' | 'game'>,
  entries: readonly CreditLogEntry[],
  isOldest: boolean,
): Promise<LogExtent | undefined> {
  if (entries.length < WINDOW) return undefined;
  const asked = { uid: me.uid, start_index: 1, item_count: ENTRIES_A_REQUEST, ...toWindow(!isOldest) };
  try {
    const { items } = await game.character.creditlog.list(asked);
    const count = new Set([...entries, ...items].map(({ transactionId }) => transactionId)).size;
    if (count === entries.length) return undefined;
    return { isOldest, count, isLeast: count === entries.length + items.length };
  } catch (error) {
    // The entries are there; what is not known must not cost them.
    if (error instanceof GameError) return { isOldest };
    throw error;
  }
}

function toWindow(isOldest: boolean): { start_id?: number } {
  return isOldest ? { start_id: 1 } : {};
}
