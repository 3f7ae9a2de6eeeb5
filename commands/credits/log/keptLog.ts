import { z } from 'zod';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { reference } from '../../../src/game/parameters.ts';
import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { present } from '../../../src/game/wire/records.ts';
import { collection } from '../../../src/store/declared.ts';
import { LOG_CHANGED, LOG_SHOWN_MS } from '../logChange.ts';
import { type LogWindow, readWindow, toTime } from '../readLog.ts';

/** Id, time (ms), amount, description and counterparty. A tuple, because there are a thousand. */
const keptEntry = z.tuple([z.string(), z.number().nullable(), z.number(), z.string(), reference.nullable()]);
const keptLog = z.object({
  uid: z.string(),
  readAt: z.number(),
  entries: z.array(keptEntry),
  isWhole: z.boolean(),
  gaps: z.number(),
  balance: z.number().optional(),
});
const toKept = (name: string) =>
  collection(name, keptLog, { about: 'person', says: 'creditLog', keptForMs: LOG_SHOWN_MS });
const KEPT = { newest: toKept('credit-log'), oldest: toKept('credit-log-oldest') };

/** A window of the log at `readAt` (ms), newest first. `isWhole`: it has all of the log's entries.
 * `gaps`: entries without content. `balance`: after all entries. */
export type ShownLog = Omit<z.output<typeof keptLog>, 'uid' | 'entries'> & { entries: CreditLogEntry[] };

type Context = Pick<HandlerContext<['CHARACTER_CREDITS']>, 'person' | 'me' | 'game' | 'services' | 'usage'>;

/** A log at most two minutes old and newer than the bot's last change. Only for display: `npm run
 * check` keeps payments from importing this folder. */
export async function readToShow(context: Context, window: LogWindow, withBalance = false): Promise<ShownLog> {
  const { person, me, services, usage } = context;
  const changedAt = (await services.kept(LOG_CHANGED, person).get()) ?? 0;
  const kept = services.kept(KEPT[window], person);
  const get = async () => {
    const found = await kept.get();
    const isCurrent = found && found.readAt >= Math.max(changedAt, services.now() - LOG_SHOWN_MS);
    return isCurrent && found.uid === me.uid && (!withBalance || found.balance !== undefined) ? found : undefined;
  };
  const own = { ...kept, id: [kept.id, me.uid, changedAt, withBalance].join(':'), get };
  const { uid: _, entries, ...facts } = await services.cached(own, () => readNow(context, window, withBalance), usage);
  return { ...facts, entries: entries.map(toEntry) };
}

async function readNow(context: Context, window: LogWindow, withBalance: boolean): Promise<z.output<typeof keptLog>> {
  const { me, game, services } = context;
  const readAt = services.now();
  const since = game.now();
  const readBalance = () => game.character.credits.get({ uid: me.uid });
  const before = withBalance ? await readBalance() : undefined;
  const { entries, ...facts } = await readWindow(context, window);
  // The balance may lack an entry since then. The log counts in seconds.
  const isOld = before !== undefined && entries.some((entry) => toTime(entry) >= Math.floor(since / 1_000) * 1_000);
  const balance = isOld ? await readBalance() : before;
  return { uid: me.uid, readAt, entries: entries.map(toKeptEntry), ...facts, balance };
}

function toKeptEntry(entry: CreditLogEntry): z.output<typeof keptEntry> {
  const { transactionId, timestamp, amount, description, counterparty } = entry;
  return [transactionId, timestamp?.getTime() ?? null, amount, description, counterparty ?? null];
}

function toEntry([transactionId, at, amount, description, party]: z.output<typeof keptEntry>): CreditLogEntry {
  const timestamp = at === null ? undefined : new Date(at);
  return { transactionId, amount, description, ...present({ timestamp, counterparty: party ?? undefined }) };
}
