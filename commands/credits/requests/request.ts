import { z } from 'zod';
import { party } from '../../../src/game/parameters.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../../src/game/resources/credits.ts';
import { LANGUAGES } from '../../../src/view/languages.ts';
import { REQUEST_CODES as CODES } from '../codes.ts';
import { idOf, toTime } from '../readLog.ts';

const row = party.extend({ amount: z.number() });
export type Row = z.output<typeof row>;

/** A payment request; times in ms, the game's. `counted`: entries of the asker's log that pay it.
 * `uncounted`: the newest other entries with its code. `unseenUntil`: the log no longer shows
 * earlier ones. `sent`: amounts sent by the button, by payer. */
export const request = z.object({
  code: z.string(),
  language: z.enum(LANGUAGES).default('en'),
  asker: party,
  reason: z.string(),
  rows: z.array(row),
  askedAt: z.number(),
  checkedAt: z.number().optional(),
  unseenUntil: z.number().optional(),
  endedAt: z.number().optional(),
  isWithdrawn: z.literal(true).optional(),
  counted: z.array(z.object({ id: z.string(), uid: z.string(), amount: z.number() })).default([]),
  uncounted: z
    .array(z.object({ id: z.string(), name: z.string(), amount: z.number(), isOfSeveral: z.boolean() }))
    .default([]),
  sent: z.record(z.string(), z.number()).default({}),
});
export type Request = z.output<typeof request>;
export const isOpen = ({ endedAt }: Request): boolean => endedAt === undefined;
type Log = { entries: readonly CreditLogEntry[]; gaps: number };

const MAX_UNCOUNTED = 5;

export const toSum = (items: readonly { amount: number }[]): number =>
  items.reduce((sum, each) => sum + each.amount, 0);
export const paidBy = ({ counted }: Request, uid: string): number => toSum(counted.filter((each) => each.uid === uid));

/** What the payer certainly sent, even if the asker's log doesn't show it yet. */
export const sentBy = (asked: Request, uid: string): number => Math.max(paidBy(asked, uid), asked.sent[uid] ?? 0);

/** The part of a row's amount that the payer certainly sent. */
export const paidAtLeast = (asked: Request, { uid, amount }: Row): number => Math.min(amount, sentBy(asked, uid));

export const toReason = ({ reason, code }: Request): string =>
  [CODES.removeFrom(reason)?.trim(), CODES.toMark(code)].filter(Boolean).join(' ');

/** Applies the log of a character (`uid`) to their requests. An entry counts for at most one: the
 * request with its code, if that asks its sender. */
export function applyLog(all: readonly Request[], { uid: asker, now, ...log }: { uid: string; now: number } & Log) {
  const { entries } = log;
  const isOf = (asked: Request) => asked.asker.uid === asker;
  const codes = new Set(all.filter(isOf).map(({ code }) => code));
  const known = new Set(all.flatMap(({ counted }) => counted.map(({ id }) => id)));
  const coded = entries.flatMap((entry) => {
    const found = new Set(CODES.find(entry.description).filter((code) => codes.has(code)));
    return entry.amount > 0 && found.size > 0 && !known.has(idOf(entry)) ? [{ entry, found }] : [];
  });
  return all.map((asked) => {
    if (!isOf(asked)) return asked;
    const [counted, uncounted] = [[...asked.counted], [] as Request['uncounted']];
    for (const { entry, found } of coded.filter((each) => each.found.has(asked.code))) {
      const { transactionId: id, amount, counterparty: { uid, name = '' } = {} } = entry;
      const payer = found.size === 1 ? asked.rows.find((each) => each.uid === uid) : undefined;
      if (payer) counted.push({ id, uid: payer.uid, amount });
      else uncounted.push({ id, name, amount, isOfSeveral: found.size > 1 });
    }
    const listed = new Set([...counted, ...uncounted].map(({ id }) => id));
    const isPaid = asked.rows.every(({ uid, amount }) => paidBy({ ...asked, counted }, uid) >= amount);
    return {
      ...asked,
      counted,
      uncounted: [...uncounted, ...asked.uncounted.filter(({ id }) => !listed.has(id))].slice(0, MAX_UNCOUNTED),
      checkedAt: now,
      unseenUntil: findGap(asked, log) ?? asked.unseenUntil,
      endedAt: asked.endedAt ?? (isPaid ? now : undefined),
    };
  });
}

/** The log's first time (ms), if later than the request's last check. */
export function findGap(
  { askedAt, checkedAt = askedAt }: Pick<Request, 'askedAt' | 'checkedAt'>,
  { entries, gaps }: Log,
) {
  const oldest = entries.length + gaps < WINDOW_LENGTH ? undefined : Math.min(...entries.map(toTime));
  return oldest !== undefined && oldest > checkedAt ? oldest : undefined;
}
