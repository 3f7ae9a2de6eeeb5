import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { GameError, type GameErrorCode } from '../../src/game/errors.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../src/game/resources/credits.ts';

type Context = Pick<HandlerContext<['CHARACTER_CREDITS']>, 'me' | 'game'>;

/** The `start_id` of the two windows that every service supports. */
const START_IDS = { newest: 0, oldest: 1 } as const;
export type LogWindow = keyof typeof START_IDS;

const MAX_REQUESTS = 20;
/** No request starts later: an interaction's reads end after 15 s, and one can take seconds. */
const MAX_READING_MS = 10_000;

/** A copy of the log, each part newest first. Without `missing`, `newest` is all of it. */
export type LogCopy = {
  newest: CreditLogEntry[];
  oldest: CreditLogEntry[];
  missing?: 'notProvided' | 'tooMany' | 'interrupted';
};

/** A window's entries, newest first. `isWhole`: the entire log. `gaps`: entries without content. */
export async function readWindow(context: Context, window: LogWindow) {
  const { entries, gaps, isShapeless } = await readFrom(context, START_IDS[window]);
  return { entries: entries.sort(byNewest), gaps, isWhole: !isShapeless && entries.length + gaps < WINDOW_LENGTH };
}

/** The newest entries. `isShapeless`: two responses in a row had no list. `gaps` as above. */
export async function readNewestForSure(context: Context) {
  const read = () => readFrom(context, START_IDS.newest);
  const first = await read();
  const { entries, gaps, isShapeless } = first.isShapeless ? await read() : first;
  if (isShapeless && first.entries.length + entries.length > 0)
    throw new GameError({ code: 'service_unavailable', reason: 'half a credit log', isUnreadable: true });
  return { entries: entries.sort(byNewest), gaps, isShapeless };
}

/** The newest entries, then windows from the oldest on. Throws if the newest can't be read. A
 * `start_id` above 1 isn't documented, so every window must continue the one before. */
export async function readWholeLog(context: Context, report: (count: number) => Promise<void>): Promise<LogCopy> {
  const startedAt = Date.now();
  const { entries: newest, ...first } = await readFrom(context, START_IDS.newest);
  let { requests } = first;
  const known = new Set(newest.map(idOf));
  const oldest: CreditLogEntry[] = [];
  const end = (missing?: LogCopy['missing']): LogCopy =>
    missing
      ? { newest: newest.sort(byNewest), oldest: oldest.sort(byNewest), missing }
      : { newest: [...newest, ...oldest].sort(byNewest), oldest: [] };
  if (newest.length < WINDOW_LENGTH) return end();

  for (let lastId: string | undefined; ; ) {
    if (requests >= MAX_REQUESTS) return end('tooMany');
    if (Date.now() - startedAt >= MAX_READING_MS) return end('interrupted');
    const startId = Number(lastId ?? START_IDS.oldest);
    if (!Number.isSafeInteger(startId)) return end('notProvided');
    const window = await readFrom(context, startId).catch((error: unknown) => {
      if (error instanceof GameError) return error.code;
      throw error;
    });
    if (typeof window === 'string')
      return end(lastId !== undefined && REFUSALS.has(window) ? 'notProvided' : 'interrupted');
    requests += window.requests;
    const ids = window.entries.map(idOf).sort(compareIds);
    const isNext = lastId === undefined ? ids.length > 0 : ids[0] === lastId && ids.length > 1;
    if (!isNext) return end('notProvided');

    oldest.push(...window.entries.filter((entry) => idOf(entry) !== lastId && !known.has(idOf(entry))));
    if (ids.some((id) => known.has(id))) return end();
    lastId = ids.at(-1);
    await report(newest.length + oldest.length);
  }
}

async function readFrom({ me, game }: Context, startId: number) {
  const entries: CreditLogEntry[] = [];
  let read = 0;
  for (let requests = 1; ; requests += 1) {
    const { items, hasMore, skipped, isShapeless } = await game.character.creditlog.list({
      uid: me.uid,
      start_index: read + 1,
      item_count: WINDOW_LENGTH - read,
      ...(startId > 0 && { start_id: startId }),
    });
    entries.push(...items);
    read += items.length + (skipped ?? 0);
    if (!hasMore || read >= WINDOW_LENGTH) return { entries, requests, isShapeless, gaps: read - entries.length };
  }
}

/** Error codes of a service without `start_id`. */
const REFUSALS: ReadonlySet<GameErrorCode> = new Set(['invalid', 'refused', 'not_found']);

const byNewest = (one: CreditLogEntry, other: CreditLogEntry): number =>
  toTime(other) - toTime(one) || compareIds(idOf(other), idOf(one));

export const toTime = ({ timestamp }: CreditLogEntry): number => timestamp?.getTime() ?? 0;

/** Ids count up, so the longer one is later. */
const compareIds = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other));

export const idOf = ({ transactionId }: CreditLogEntry): string => transactionId;
