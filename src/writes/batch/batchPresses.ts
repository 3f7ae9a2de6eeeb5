import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GameError } from '../../game/errors.ts';
import type { QuotaUse } from '../../quota/rule.ts';
import { RESERVES } from '../../quota/rule.ts';
import { stopwatch } from '../../time/stopwatch.ts';
import { mayMean } from '../../view/amount.ts';
import { UserError } from '../../view/errorView.ts';
import { KIT_TEXTS } from '../../view/language.ts';
import type { MessageView } from '../../view/message.ts';
import { plain } from '../../view/text.ts';
import type { Acting } from '../kind.ts';
import { type Tickets, ticketKind } from '../tickets.ts';
import type { createBatchRuns } from './batch.ts';
import type { Batches } from './batches.ts';
import {
  type AnyBatchKind,
  type Asked,
  BATCH_MS,
  type Batch,
  type BatchKind,
  isDoneRow,
  isLeft,
  isOpenRow,
  type LeftOut,
  lacks,
} from './batchKind.ts';

/** What a person is shown before they confirm. */
export type Preview = Omit<Asked<unknown>, 'shown'> & {
  ticket: string;
  leftOut: readonly LeftOut[];
  /** What must be typed to confirm it. */
  toType?: number | undefined;
  /** Rows that are already set. */
  already: number;
  /** Requests that it takes, and that are left for it now. */
  cost: number;
  left: number;
  /** When it would end, if they aren't enough. */
  endsAt: Date | undefined;
  expiresAt: number;
};

type Texts = {
  batch: Record<'other' | 'gone' | 'nothing' | 'expired' | 'gap' | 'stale', string> & {
    tooMany(count: number, max: number): string;
    typedWrong(typed: string, expected: number): string;
  };
};
type Origin = Pick<Batch, 'person' | 'server' | 'interaction'>;
type Context = Acting & Origin & { afterReply: (work: () => Promise<void>) => void };

type Pressing = Pick<Context, 'person' | 'language' | 'afterReply'>;

type Parts = {
  batches: Batches;
  runs: ReturnType<typeof createBatchRuns>;
  kinds: readonly AnyBatchKind[];
  tickets: Tickets;
  isFrozen: () => Promise<boolean>;
  recordBegin: (batch: Batch) => Promise<void>;
  /** Counts a run as work that must end before the process does. */
  track: (run: Promise<void>) => unknown;
  quotaOf: (personId: string) => Promise<QuotaUse>;
  texts: Readonly<Record<Acting['language'], Texts>>;
  views: {
    preview(context: Context, kind: AnyBatchKind, preview: Preview): Promise<MessageView>;
    batch(kind: AnyBatchKind, batch: Batch, wanted?: Wanted): MessageView;
    notice(sentence: string): MessageView;
  };
};
type Wanted = 'pause' | 'resume' | 'stop';

export type BatchPresses = ReturnType<typeof createBatchPresses>;

export const MAX_ROWS = 300;
/** Less than Discord lets the preview's message be edited: then it says that it has expired. */
const CONFIRMABLE_MS = 14 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Someone who pressed Undo in time, without a request left, may press it again when the next is available. */
const UNDO_GRACE_MS = 2 * HOUR_MS;
/** How long an unlinking waits for the row in flight. */
const MAX_ENDING_MS = 90_000;
const ENDING_POLL_MS = 250;
const MAX_TYPED = 30;
const WISHES = { pause: 'pause', resume: 'run', stop: 'cancel' } as const;

const CONFIRMATION = ticketKind(
  'batch',
  z.object({
    kind: z.string(),
    rows: z.array(z.unknown()),
    baseline: z.unknown(),
    isUndo: z.boolean().optional(),
    expiresAt: z.number(),
  }),
  // It outlives `expiresAt`, so that it's known whether it was used.
  60 * 60_000,
);

/** What people do with batches: confirm, pause, continue, cancel, undo, do the rest. */
export function createBatchPresses(parts: Parts) {
  const { batches, runs, tickets, isFrozen, recordBegin, track, quotaOf, texts, views } = parts;
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const ownerOf = ({ person, me }: Pick<Acting, 'person' | 'me'>): string => `${person.id}:${me.uid}`;
  const goneIn = (language: Acting['language']): UserError => new UserError(texts[language].batch.gone);

  const findOwn = async (
    { person, language }: Pick<Acting, 'person' | 'language'>,
    id: string,
  ): Promise<[AnyBatchKind, Batch]> => {
    const batch = await batches.get(id);
    const kind = batch && kinds.get(batch.kind);
    if (!kind || batch.person.id !== person.id) throw goneIn(language);
    return [kind, batch];
  };

  /** Reads the game, unless that was just done, and shows what would change. `since`: the baseline of
   * the batch that had these rows before. Throws a {@link UserError} if nothing would change. */
  const preview = async <R, B>(
    context: Context,
    kind: BatchKind<R, B>,
    { rows, leftOut = [], shown: known, ...said }: Asked<R, B>,
    { isUndo, since }: { isUndo?: boolean; since?: B | undefined } = {},
  ): Promise<MessageView> => {
    const { language, person } = context;
    const say = texts[language].batch;
    if (rows.length > MAX_ROWS) throw new UserError(say.tooMany(rows.length, MAX_ROWS));
    if (await batches.openOf(person.id)) throw new UserError(say.other);
    const shown = known ?? (await kind.read(context, rows));
    const planned = rows.map((data) => ({ data, state: 'planned' as const }));
    const seen = kind.compare(planned, since ?? shown, shown);
    if (lacks(kind, planned, seen)) throw new UserError(say.gap);
    const changed = rows.filter((_, index) => seen[index] !== true);
    if (changed.length === 0 && leftOut.length === 0) return views.notice(say.nothing);
    if (changed.length === 0) throw new UserError(leftOut.map(({ name, why }) => `${name}: ${why}`).join('\n'));
    const expiresAt = batches.now() + CONFIRMABLE_MS;
    const baseline = kind.toBaseline?.(shown) ?? shown;
    const confirmation = { kind: kind.name, rows: changed, baseline, isUndo, expiresAt };
    const ticket = await tickets.issue(CONFIRMATION, { ...context.person, id: ownerOf(context) }, confirmation);
    const cost = changed.length + kind.readingCost(changed) * (kind.isReadBack ? 2 : 1);
    const already = rows.length - changed.length;
    const budget = toBudget(await quotaOf(person.id), cost, batches.now());
    const view = await views.preview(context, kind as unknown as AnyBatchKind, {
      ...{ ...said, ticket, rows: changed, leftOut, already, cost, expiresAt },
      ...{ ...budget, toType: kind.toType?.(changed) },
    });
    const expired = views.notice(say.expired);
    return { ...view, expiry: tickets.toExpiry(CONFIRMATION, ticket, ownerOf(context), expiresAt, expired) };
  };

  /** Call after the wish was stored. The batch may have paused meanwhile, and then no one reads the wish. */
  const wakeIfPaused = async (id: string): Promise<boolean> => {
    const isPaused = (await batches.get(id))?.pause !== undefined;
    if (isPaused) await batches.wake(id, 0);
    return isPaused;
  };

  /** Ends the person's open batch, if there is one; false if its row in flight takes longer. */
  const end = async (personId: string, maxMs: number): Promise<boolean> => {
    const open = await batches.openOf(personId);
    if (!open) return true;
    await batches.wish(open.id, 'cancel');
    for (const sinceAsked = stopwatch(); sinceAsked() < maxMs; await sleep(ENDING_POLL_MS)) {
      if (!(await batches.openOf(personId))) return true;
      await wakeIfPaused(open.id);
    }
    return false;
  };

  return {
    preview,
    /** The person's batches of the last days, newest first, with their titles. */
    async of({ person, language }: Pick<Acting, 'person' | 'language'>): Promise<(Batch & { title: string })[]> {
      return (await batches.of(person.id)).map((batch) => {
        const kind = kinds.get(batch.kind);
        const title = kind?.words[language].title(batch.rows.map(({ data }) => kind.row.parse(data))) ?? batch.kind;
        return { ...batch, title };
      });
    },
    /** Begins what was shown, once, however often it's pressed. `typed`: what the person typed. */
    async confirm(context: Context, ticket: string, typed = ''): Promise<MessageView> {
      const { language, person, me, server, interaction } = context;
      const { errors } = KIT_TEXTS[language];
      if (await isFrozen()) throw new UserError(errors.frozen);
      const confirmation = await tickets.peek(CONFIRMATION, ticket, ownerOf(context));
      const kind = confirmation && kinds.get(confirmation.kind);
      // The ticket is back, in a store that was rolled back.
      const known = runs.known(ticket);
      if (kind && known) return views.batch(kind, known);
      if (!kind) return views.batch(...(await findOwn(context, ticket)));
      const { rows, baseline, isUndo, expiresAt } = confirmation;
      const hasExpired = (): boolean => expiresAt <= batches.now();
      const say = texts[language].batch;
      if (hasExpired()) throw new UserError(say.expired);
      const expected = kind.toType?.(rows.map((row) => kind.row.parse(row)));
      if (expected !== undefined && !mayMean(typed, expected, language))
        throw new UserError(say.typedWrong(plain(typed, MAX_TYPED), expected));
      if (await batches.openOf(person.id)) throw new UserError(say.other);
      if (!(await tickets.take(CONFIRMATION, ticket, ownerOf(context))))
        return views.batch(...(await findOwn(context, ticket)));
      // Again: the message may say so by now.
      if (hasExpired()) throw new UserError(say.expired);
      const begun: Batch = {
        ...{ id: ticket, kind: kind.name, version: 'first', baseline, startedAt: batches.now() },
        person: { id: person.id, name: person.name, mention: person.mention, locale: person.locale },
        character: { uid: me.uid, name: me.name },
        ...(server && { server: { id: server.id, locale: server.locale } }),
        interaction: { token: interaction.token, applicationId: interaction.applicationId },
        rows: rows.map((data) => ({ data, state: 'planned' })),
        ...(isUndo && { isUndo }),
      };
      // The same could have been previewed twice, and confirmed meanwhile.
      const alikeSince = kind.isReadBack ? Infinity : expiresAt - CONFIRMABLE_MS;
      if (!(await batches.begin(begun, alikeSince)))
        throw new UserError((await batches.openOf(person.id)) ? say.other : say.stale);
      await recordBegin(begun);
      context.afterReply(async () => void track(runs.run(runs.noteBegun(begun).id)));
      return views.batch(kind, begun);
    },
    /** Uses up what was shown. */
    async drop(context: Context, ticket: string): Promise<boolean> {
      return (await tickets.take(CONFIRMATION, ticket, ownerOf(context))) !== undefined;
    },
    /** Stores what the person wants. The process that runs the batch follows it before the next row. */
    async press(context: Pressing, id: string, wanted: Wanted): Promise<MessageView> {
      const [kind, batch] = await findOwn(context, id);
      if (batch.finishedAt !== undefined) return views.batch(kind, batch);
      await batches.wish(id, WISHES[wanted]);
      if (await wakeIfPaused(id)) context.afterReply(async () => void track(runs.sweep(1)));
      return views.batch(kind, batch, wanted);
    },
    async show(context: Pressing, id: string): Promise<MessageView> {
      return views.batch(...(await findOwn(context, id)));
    },
    /** Previews what takes back the rows that were done, the last first. */
    async undo(context: Context, id: string): Promise<MessageView> {
      const [kind, { rows, finishedAt, character, isUndo }] = await findOwn(context, id);
      const isOver = finishedAt === undefined || batches.now() - finishedAt >= BATCH_MS + UNDO_GRACE_MS;
      if (isOver || isUndo || character.uid !== context.me.uid) throw goneIn(context.language);
      const done = rows.filter(isDoneRow).toReversed();
      const back = done.flatMap(({ data }) => kind.invert(kind.row.parse(data), context) ?? []);
      return await preview(context, kind, { rows: back }, { isUndo: true });
    },
    /** Previews the rows that certainly weren't done. */
    async rest(context: Context, id: string): Promise<MessageView> {
      const [kind, { rows, finishedAt, character, baseline }] = await findOwn(context, id);
      if (finishedAt === undefined || character.uid !== context.me.uid) throw goneIn(context.language);
      const asked = { rows: rows.filter(isLeft).map(({ data }) => kind.row.parse(data)) };
      return await preview(context, kind, asked, { since: kind.baseline.parse(baseline) });
    },
    /** Whether a row of the person's open batch would do the same as this write. */
    async covers(personId: string, write: { kind: string; data: unknown }): Promise<boolean> {
      const open = await batches.openOf(personId);
      const kind = open && kinds.get(open.kind);
      return open?.rows.some((row) => isOpenRow(row) && kind?.covers?.(write, kind.row.parse(row.data))) ?? false;
    },
    /** Cancels what isn't sent and follows the row in flight to its end. False if that takes longer. */
    end: (personId: string, maxMs = MAX_ENDING_MS): Promise<boolean> => end(personId, maxMs),
    exportOf: batches.exportOf,
    async erase(personId: string): Promise<void> {
      if (!(await end(personId, MAX_ENDING_MS)))
        throw new GameError({ code: 'service_unavailable', reason: 'a batch did not end' });
      await batches.erase(personId);
    },
  };
}

/** What is left for a batch, and when it would end. Slots free over the hour as they were used. */
function toBudget({ limit, left, allFreeAt }: QuotaUse, cost: number, now: number): Pick<Preview, 'left' | 'endsAt'> {
  const reserve = Math.ceil(limit * RESERVES.batch);
  const forBatch = Math.max(0, left - reserve);
  if (cost <= forBatch) return { left: forBatch, endsAt: undefined };
  const hours = Math.floor((cost - forBatch - 1) / (limit - reserve));
  return { left: forBatch, endsAt: new Date((allFreeAt?.getTime() ?? now + HOUR_MS) + hours * HOUR_MS) };
}
