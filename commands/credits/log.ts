import { pageIds } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { CreditLogEntry } from '../../src/game/credits.ts';
import { GameError } from '../../src/game/errors.ts';
import { creditLogView, exportingView, exportView, type LogExtent } from '../../src/view/creditLogViews.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { toPosition } from '../../src/view/pager.ts';
import { noteContacts } from '../characters/contacts.ts';

type Context = HandlerContext<['CHARACTER_CREDITS']>;

/** A page of one of the credit log's two windows: the newest 1000 entries, or the oldest. */
export type LogPage = { isOldest: boolean; page: number };

const ENTRIES_A_PAGE = 12;
/** As many as the service gives at once: a whole window in one request of the hour's budget. */
const ENTRIES_A_REQUEST = 1_000;
/** The most entries that each of the two windows has (docs/interface.md, "Limits"). */
const WINDOW = 1_000;

/** How custom ids name the two windows. */
export const WINDOWS = ['newest', 'oldest'] as const;

export async function showCreditLog(context: Context, { isOldest, page }: LogPage): Promise<MessageView> {
  const { words, idFor } = context;
  const all = await readWindow(context, isOldest);
  const first = (page - 1) * ENTRIES_A_PAGE;
  const items = all.slice(first, first + ENTRIES_A_PAGE);
  const entries = {
    items,
    total: all.length,
    startIndex: first + 1,
    itemCount: ENTRIES_A_PAGE,
    hasMore: first + items.length < all.length,
  };
  const { pages } = toPosition(entries);
  if (page > pages) throw new Mistake(({ pager }) => pager.pastTheEnd(page, pages));
  await noteContacts(
    context,
    items.flatMap(({ counterparty }) => counterparty ?? []),
  );
  const window = isOldest ? 'oldest' : 'newest';
  return creditLogView(
    words,
    entries,
    { isOldest, isFull: entries.total >= WINDOW },
    {
      page: pageIds(idFor, 'page', { window }),
      export: idFor('export', { window }),
    },
  );
}

export async function exportCreditLog(context: Context, isOldest: boolean): Promise<MessageView> {
  const entries = await readWindow(context, isOldest);
  return exportView(context.words, entries, await measure(context, entries, isOldest));
}

/** All entries of a window, newest first. The order in which services give them differs, so all of them are read. */
async function readWindow(
  { me, game, words, showMeanwhile }: Context,
  isOldest: boolean,
): Promise<readonly CreditLogEntry[]> {
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
    if (!page.hasMore) return entries.sort(byNewest);
    await showMeanwhile(exportingView(words, entries.length, page.total));
  }
}

function byNewest(one: CreditLogEntry, other: CreditLogEntry): number {
  const [earlier, later] = [one, other].map(({ timestamp }) => timestamp?.getTime() ?? 0);
  return (later ?? 0) - (earlier ?? 0) || Number(other.transactionId) - Number(one.transactionId) || 0;
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
