import { toCells, undoLine } from '../../../view/auditLine.ts';
import { toCsv } from '../../../view/csv.ts';
import type { KitTexts } from '../../../view/en.ts';
import { noticeView } from '../../../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../../../view/language.ts';
import type { Language } from '../../../view/languages.ts';
import {
  button,
  buttons,
  divider,
  file,
  type MessageView,
  type ModalView,
  message,
  modal,
  type Tone,
  text,
} from '../../../view/message.ts';
import { lastChecked } from '../../../view/recheck.ts';
import {
  countdown,
  firstLines,
  fitting,
  plain,
  plainSentence,
  timestamp,
  withoutMarkdown,
} from '../../../view/text.ts';
import { type Change, canRetry, isDoneRow, MAX_RUN_MS } from '../../../writes/change.ts';
import type { AnyListKind, LeftOut } from '../../../writes/kind.ts';
import type { Preview } from '../../../writes/presses.ts';
import { ids } from './ids.ts';

type Row = Change['rows'][number];
type Shown = Pick<Row, 'data' | 'state' | 'reason'>;

/** Max length of all lines of a message. */
const MAX_LINES = 2_200;
const MAX_REASONS = 450;
const MAX_NOTES = 500;
/** Max length of the small print. */
const MAX_DETAILS = 600;
const MAX_REASON = 150;
export const CHANGES_FILE = 'changes.csv';
export const TYPED_FIELD = 'typed';
const SAYS = { pause: 'pausing', resume: 'resuming', stop: 'stopping', lost: 'lost' } as const;

/** A preview: the rows to change, those left out and why, and the cost; to confirm or cancel. */
export function previewView(language: Language, kind: AnyListKind, preview: Preview): MessageView {
  const texts = KIT_TEXTS[language];
  const { batch } = texts;
  const {
    id: ticket,
    leftOut,
    notes = [],
    details = [],
    already,
    cost,
    left,
    endsAt,
    expiresAt,
    numberToType,
  } = preview;
  const { total, goesBefore, alike = [], asksAgain = false } = preview;
  const words = kind.words(language);
  const paid = alike.map(({ row, ...payment }) => `⚠ ${words.alike?.(row, payment)}`);
  const omitted = toOmitted(texts, leftOut);
  const warnings = words.warnings(preview.rows);
  const isDestructive = kind.isDestructive(preview.rows);
  const rows = preview.rows.map((data) => ({ data, state: 'planned' }) as const);
  const smallPrint = firstLines(details, MAX_DETAILS);
  const noted = (notes.length > 0 ? MAX_NOTES : 0) + (paid.length > 0 ? MAX_NOTES : 0);
  const maxLength = MAX_LINES - noted - smallPrint.length;
  const lines = toLines(texts, kind, language, rows, { maxLength });
  const isAllShown = lines.isAll && omitted.isAll;
  const [label, confirmId] =
    numberToType === undefined
      ? [(kind.onlyReads ? batch.read : batch.confirm)(rows.length), ids.confirm({ ticket })]
      : [batch.typeToConfirm, ids.type({ ticket, expected: numberToType })];
  const style = isDestructive ? 'danger' : 'success';
  const confirm = button(goesBefore === undefined ? label : batch.doFirst, confirmId, { style });
  return message(
    isDestructive ? 'bad' : kind.onlyReads ? 'neutral' : 'warning',
    text(`## ${words.title(preview.rows)}?`, total !== undefined && batch.onlyFirst(rows.length, total)),
    goesBefore !== undefined && text(batch.goesBefore(goesBefore)),
    paid.length > 0 && text(asksAgain && batch.paidMeanwhile, firstLines(paid, MAX_NOTES), asksAgain && batch.payAgain),
    notes.length > 0 && text(firstLines(notes, MAX_NOTES)),
    divider(),
    text(...lines.shown),
    !isAllShown &&
      !kind.onlyReads &&
      file(CHANGES_FILE, toTable(texts, preview, toRecords(kind, language, rows), leftOut)),
    leftOut.length > 0 && text(...omitted.shown),
    warnings.length > 0 && text(firstLines(warnings, MAX_REASONS)),
    details.length > 0 && text(smallPrint),
    divider(),
    text(
      rows.length > 1 && words.numbers?.(preview.rows),
      already > 0 && `-# ${(words.already ?? batch.alreadySet)(already)}`,
      `-# ${batch.cost(cost, left)}${endsAt ? ` ${batch.endsAt(timestamp(endsAt, 't'))}` : ''}`,
      `-# ${batch.expires(countdown(expiresAt))}`,
    ),
    buttons(
      confirm,
      preview.canLeaveOut && button(batch.leaveOut, ids.againWithout({ id: ticket })),
      button(batch.cancel, ids.drop({ ticket })),
      ...(preview.buttons ?? []),
    ),
  );
}

/** The form for the number that confirms a preview. */
export function typeModal({ batch }: KitTexts, ticket: string, expected: number): ModalView {
  const field = { customId: TYPED_FIELD, label: batch.typedLabel(expected), minLength: 1, maxLength: 30 };
  return modal(batch.typeToConfirm, ids.confirm({ ticket }), field);
}

/** The last request about a batch, and the time of its rows' last look-up (ms). */
type Now = { wanted?: 'pause' | 'resume' | 'stop' | 'lost'; checkedAt?: number };

/** A batch's progress, the reason why it waits, or its report. */
export function batchView(kind: AnyListKind, batch: Change, { wanted, checkedAt }: Now = {}): MessageView {
  const language = languageOf(batch.person.locale);
  return batch.finishedAt === undefined
    ? progressView(language, kind, batch, wanted)
    : reportView(language, kind, batch, checkedAt);
}

export function expiredView(language: Language, id: string): MessageView {
  const { batch, again } = KIT_TEXTS[language];
  const retry = button(again.tryAgain, ids.again({ id }), { style: 'primary' });
  return message('neutral', text(batch.expired), buttons(retry));
}

/** Says that it isn't known yet if a list began. */
export function unsettledView(language: Language, id: string): MessageView {
  const { batch, recheck } = KIT_TEXTS[language];
  const check = button(recheck.again, ids.check({ id }), { style: 'primary' });
  return message('warning', text(batch.unsettled), buttons(check));
}

/** Replaces the progress once the report is sent. */
export function endedView({ person }: Change): MessageView {
  return noticeView(KIT_TEXTS[languageOf(person.locale)].batch.ended, 'good');
}

function progressView(language: Language, kind: AnyListKind, batch: Change, wanted: Now['wanted']) {
  const { batch: texts } = KIT_TEXTS[language];
  const { id, rows, pause, startedAt } = batch;
  const done = rows.filter(({ state }) => state !== 'planned' && state !== 'sending').length;
  const isSettling = !pause && batch.isInDoubt && rows.some(({ state }) => state === 'sending');
  const says = isSettling && !wanted ? 'settling' : wanted && SAYS[wanted];
  const endsAt = startedAt + MAX_RUN_MS;
  const resumesAt = !wanted && pause?.until && pause.until < endsAt ? new Date(pause.until) : undefined;
  const refusal = pause?.reason !== undefined && kind.words(language).refusal(plainSentence(pause.reason, MAX_REASON));
  const isLater = pause?.why === 'refused' && rows.some(isDoneRow);
  const words = kind.words(language);
  const alike = rows.flatMap(({ state, data, alike }) =>
    alike && state === 'planned' ? `⚠ ${words.alike?.(kind.row.parse(data), alike)}` : [],
  );
  const isPaid = pause?.why === 'paid' && !wanted && alike.length > 0;
  const waits = isLater ? texts.refusedLater : pause && texts.waits[pause.isShared ? 'shared' : pause.why];
  return message(
    pause ? 'warning' : 'neutral',
    text(`## ${titleOf(kind, language, batch)}: ${texts.progress(done, rows.length)}`),
    text(`\`${toBar(done, rows.length)}\``),
    says ? text(texts[says]) : pause && text(`⏸ ${waits}`, refusal),
    isPaid && text(firstLines(alike, MAX_LINES)),
    resumesAt && pause?.why !== 'first' && text(`-# ${texts.goesOnAt(timestamp(resumesAt, 't'))}`),
    (pause || wanted === 'pause') && text(`-# ${texts.endsBy(timestamp(new Date(endsAt), 'f'))}`),
    wanted !== 'stop' &&
      wanted !== 'lost' &&
      buttons(
        pause || wanted === 'pause'
          ? button(texts.resume, ids.resume({ id }), { style: 'primary' })
          : button(texts.pause, ids.pause({ id })),
        isPaid && button(texts.leaveOut, ids.leaveOut({ id })),
        button(texts.stop, ids.stop({ id }), { style: 'danger' }),
      ),
  );
}

/** Each row's result and reason, failures first; the file has all rows. Surveys show counts. */
function reportView(language: Language, kind: AnyListKind, batch: Change, checkedAt?: number): MessageView {
  const texts = KIT_TEXTS[language];
  const { id, rows, isUndo, undoOf, finishedAt = 0, leftOut = [] } = batch;
  const by = texts.batch.by(plain(batch.character.name, 60));
  const [tone, title] = toVerdict(texts, batch);
  const done = rows.filter(isDoneRow);
  const isUnsure = rows.some(({ state }) => state === 'unknown');
  const others = rows.filter((row) => !isDoneRow(row));
  const isUndoable = ({ data }: Row): boolean =>
    kind.invert(kind.row.parse(data), { me: batch.character }) !== undefined;
  const canUndo = !isUndo && done.some(isUndoable);
  const words = kind.words(language);
  const back = kind.back?.(kind.row.parse(rows[0]?.data));
  return message(
    tone,
    text(
      `## ${isUndo && tone === 'good' ? texts.batch.undone : title}`,
      `${titleOf(kind, language, batch)}: ${toCounts(texts, rows)}`,
      `-# ${[by, undoOf && undoLine(texts, undoOf)].filter(Boolean).join(', ')}`,
    ),
    !kind.onlyReads && divider(),
    // If everything was done, the title says so.
    !kind.onlyReads &&
      text(...toLines(texts, kind, language, [...others, ...done], { withStates: others.length > 0 }).shown),
    leftOut.length > 0 && text(...toOmitted(texts, leftOut).shown),
    isUnsure && text(texts.batch.unknown, lastChecked(texts, checkedAt)),
    canUndo && text(`-# ${texts.batch.undoUntil(timestamp(new Date(finishedAt + MAX_RUN_MS), 'f'))}`),
    !kind.onlyReads && file(CHANGES_FILE, toTable(texts, batch, toRecords(kind, language, rows), leftOut)),
    buttons(
      isUnsure && button(texts.recheck.again, ids.check({ id }), { style: 'primary' }),
      !kind.onlyReads && rows.some(canRetry) && button(texts.batch.rest, ids.rest({ id }), { style: 'primary' }),
      canUndo && button(texts.batch.undo, ids.undo({ id })),
      back !== undefined && words.back !== undefined && button(words.back, back),
    ),
  );
}

/** E.g. “Grant 12 privileges”. */
export function titleOf(kind: AnyListKind, language: Language, { rows }: Pick<Change, 'rows'>): string {
  return kind.words(language).title(rows.map(({ data }) => kind.row.parse(data)));
}

/** The number of rows by result, e.g. “11 done, 1 refused by the game”. */
export function toCounts({ batch }: KitTexts, rows: readonly Pick<Row, 'state'>[]): string {
  const states = [...new Set(rows.map(({ state }) => state))];
  return states.map((state) => `${rows.filter((row) => row.state === state).length} ${batch.states[state]}`).join(', ');
}

/** A person's own rows, for their file. */
function toRecords(kind: AnyListKind, language: Language, rows: readonly Row[]) {
  return rows.map(({ data, state, reason }) => {
    const row = kind.row.parse(data);
    const record = kind.record(row);
    const why = reason === undefined ? undefined : kind.words(language).refusal(reason);
    return { ...record, reason: kind.toReason?.(row), state, why };
  });
}

/** Rows as a CSV file, with those that were left out. */
export function toTable(
  texts: KitTexts,
  write: Parameters<typeof toCells>[1],
  rows: readonly Parameters<typeof toCells>[2][],
  leftOut: readonly LeftOut[] = [],
): string {
  const omitted = leftOut.map(({ name, why }) => {
    const target = withoutMarkdown(name);
    const reason = withoutMarkdown(why);
    return [target, '', '', '', '', '', '', '', texts.batch.skipped, reason, ''];
  });
  return toCsv(texts, [texts.batch.columns, ...rows.map((row) => toCells(texts, write, row)), ...omitted]);
}

/** The heading, and as many of those who were left out as fit. */
function toOmitted({ batch }: KitTexts, leftOut: readonly LeftOut[]): { shown: string[]; isAll: boolean } {
  const reasons = leftOut.map(({ name, why }) => `- ${name}: ${why}`);
  const isAll = reasons.join('\n').length <= MAX_REASONS;
  const fits = isAll ? reasons : fitting(reasons, MAX_REASONS, '\n');
  const others = reasons.length - fits.length;
  const shown = [batch.leftOut(leftOut.length), ...fits];
  if (others > 0) shown.push(batch.moreInFile(others));
  return { shown, isAll };
}

function toVerdict({ batch }: KitTexts, { rows, leftOut = [] }: Change): [Tone, string] {
  const isGood = (row: Row): boolean => isDoneRow(row) || row.state === 'already';
  const [isSome, others] = [rows.some(isGood), rows.filter((row) => !isGood(row))];
  if (others.length === 0) return leftOut.length === 0 ? ['good', batch.all] : ['warning', batch.some];
  const isFailed = others.some(({ state }) => state === 'refused' || state === 'failed');
  const isUnsure = others.some(({ state }) => state === 'unknown') && !(isSome && others.some(canRetry));
  return [isFailed && !isSome ? 'bad' : 'warning', isUnsure ? batch.unsure : isSome ? batch.some : batch.none];
}

/** The rows that fit, under their headings, and whether these are all. */
function toLines(
  texts: KitTexts,
  kind: AnyListKind,
  language: Language,
  rows: readonly Shown[],
  { withStates = false, maxLength = MAX_LINES } = {},
): { shown: string[]; isAll: boolean } {
  const shown: string[] = [];
  let [length, left] = [0, rows.length];
  for (const { text, count } of listPieces(texts, kind, kind.words(language), rows, withStates)) {
    length += text.length + 1;
    if (length > maxLength) return { shown: [...shown, texts.batch.more(left)], isAll: false };
    shown.push(text);
    left -= count;
  }
  return { shown, isAll: true };
}

/** Headings and lines, each with the number of rows that it completes. Groups with the same changes
 * share their lines. */
function* listPieces(
  { batch }: KitTexts,
  kind: AnyListKind,
  words: ReturnType<AnyListKind['words']>,
  rows: readonly Shown[],
  withStates: boolean,
): Generator<{ text: string; count: number }> {
  const toLine = ({ data, state, reason }: Shown): string => {
    const why = reason === undefined ? '' : `: ${words.refusal(plainSentence(reason, MAX_REASON))}`;
    return `- ${words.line(data)}${withStates ? ` · ${batch.states[state]}${why}` : ''}`;
  };
  const groups: Shown[][] = [];
  for (const { data, ...row } of rows) {
    const parsed = { ...row, data: kind.row.parse(data) };
    const last = groups.at(-1);
    if (last?.[0] && kind.groupOf?.(last[0].data) === kind.groupOf?.(parsed.data)) last.push(parsed);
    else groups.push([parsed]);
  }
  const toKey = (group: Shown[]): string =>
    kind.onlyReads
      ? ''
      : JSON.stringify(group.map(({ data, state, reason }) => [{ ...kind.record(data), target: 0 }, state, reason]));
  for (const alike of Map.groupBy(groups, toKey).values()) {
    const [group = []] = alike;
    const each = alike.length > 1 && words.each?.(group.length, alike.length);
    if (each) {
      yield { text: each, count: 0 };
      const lines = group.map((row) => () => toLine(row));
      const headings = alike.map(
        ([row]) =>
          () =>
            words.heading(row?.data),
      );
      const [few, many] = lines.length < headings.length ? [lines, headings] : [headings, lines];
      for (const toText of few) yield { text: toText(), count: 0 };
      for (const toText of many) yield { text: toText(), count: few.length };
    } else {
      let heading = '';
      for (const row of alike.flat()) {
        const next = words.heading(row.data);
        yield { text: next === heading ? toLine(row) : `${next}\n${toLine(row)}`, count: 1 };
        heading = next;
      }
    }
  }
}

function toBar(done: number, total: number): string {
  const full = Math.round((done / Math.max(1, total)) * 20);
  return '█'.repeat(full) + '░'.repeat(20 - full);
}
