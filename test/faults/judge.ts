import type { APIMessage } from 'discord-api-types/v10';
import { en } from '../../src/view/en.ts';
import { textOf } from '../support/messages.ts';
import { type Attempt, callsTo, isAcknowledged, messagesOf, ownMessage, reportsOf } from './attempts.ts';
import { type Call, toKey } from './gate.ts';
import {
  failed,
  isProgress,
  isStillConfirmable,
  mentions,
  offersTooSoon,
  toWriteState,
  type WriteState,
} from './recognize.ts';
import type { Stage } from './stage.ts';

/** `open`: still offered. `stuck`: shows progress after the end. Failures have a line each. */
export type Ending = {
  state: 'notified' | 'unknown' | 'undelivered' | 'open';
  doubled: string[];
  falseReports: string[];
  stuck: string[];
  unknown: number;
  notifiedAt?: number | undefined;
};

/** The time in which Discord allows edits of a response, less what an edit may take. */
const EDITABLE_MS = 14 * 60_000;
const { states } = en.batch;
const SAY_DONE: readonly string[] = [states.done, states.found, states.already];
const SAY_NOT_DONE: readonly string[] = [states.refused, states.failed, states.canceled];

type Judged = Pick<Stage, 'game' | 'calls'>;

/** Compares what the game did with what people were told about their attempts. */
export async function judge(stage: Judged, attempts: readonly Attempt[]): Promise<[Attempt, Ending][]> {
  // An attempt's own message is only about that one, even if another has the same name.
  const own = new Set(attempts.map((attempt) => ownMessage(attempt)?.id));
  const shown = new Map(attempts.map(({ player }) => [player, messagesOf(player).filter(({ id }) => !own.has(id))]));
  const byKey = Map.groupBy(attempts, ({ key }) => key);
  const taken = attempts.filter((one) => isAcknowledged(one) || callsTo(stage.calls, one).length > 0);
  return await Promise.all(
    taken.map(async (attempt): Promise<[Attempt, Ending]> => {
      if (attempt.offer?.list) return [attempt, await judgeList(stage, attempt, attempts)];
      const twins = (byKey.get(attempt.key) ?? []).filter((one) => one !== attempt);
      return [attempt, judgeOne(stage, attempt, shown.get(attempt.player) ?? [], twins)];
    }),
  );
}

/** Judges a single change; `twins` are the other attempts with the same key. */
function judgeOne(stage: Judged, attempt: Attempt, messages: readonly APIMessage[], twins: Attempt[]): Ending {
  const { key, presses } = attempt;
  const calls = ownCalls(stage, attempt, twins);
  const others = twins.flatMap((twin) => ownCalls(stage, twin, [attempt, ...twins.filter((one) => one !== twin)]));
  const done = countDone(stage, attempt, key) - others.filter(({ status }) => status === 200).length;
  const own = ownMessage(attempt);
  const answers = presses.flatMap(({ record }) => record.followUps.map(({ message }) => message));
  const [first, ...laterStates] = writeStatesOf(attempt, messages);
  const isDenied = answers.some(
    (answer) => isStillConfirmable(answer) && calls.some(({ arrivedAt }) => arrivedAt < Date.parse(answer.timestamp)),
  );
  const isFalse =
    isDenied ||
    (own !== undefined && offersTooSoon(own, presses[0].record.startedAt)) ||
    [first, ...laterStates].includes(done > 0 ? 'notDone' : 'done') ||
    (done === 0 && answers.map(toWriteState).includes('done'));
  const isNotified = [first, ...laterStates].some((writeState) => writeState === 'done' || writeState === 'notDone');
  const isOpen = first === 'offered' && answers.length > 0 && calls.length === 0 && done === 0;
  const isUnknown = !isNotified && [first, ...laterStates].includes('unknown');
  const line = `${key} was done ${done} times, its message shows ${JSON.stringify(own && textOf(own).slice(0, 150))}`;
  return {
    state: isNotified ? 'notified' : isUnknown ? 'unknown' : isOpen ? 'open' : 'undelivered',
    doubled: done > 1 ? [line] : [],
    falseReports: isFalse ? [line] : [],
    stuck: (isNotified || isUnknown) && first === 'working' ? [line] : [],
    unknown: isUnknown ? 1 : 0,
    notifiedAt: own && toTime(own),
  };
}

/** The states that a person saw: first the attempt's own message, then later ones that name it. */
function writeStatesOf(attempt: Attempt, messages: readonly APIMessage[]): WriteState[] {
  const own = ownMessage(attempt);
  const since = BigInt(attempt.presses[0].id);
  const others = messages.filter(
    (message) => message.id !== own?.id && BigInt(message.id) > since && mentions(message, attempt.mention),
  );
  const ownState = own && (toWriteState(own) ?? (failed(own) ? 'notDone' : undefined));
  return [ownState, ...others.map(toWriteState).filter((writeState) => writeState !== 'offered')];
}

/** The requests of this attempt: those with its key until the next attempt with the same one. */
function ownCalls({ calls }: Judged, attempt: Attempt, twins: readonly Attempt[]): Call[] {
  const [since = 0, ...starts] = [attempt, ...twins].map(({ presses: [press] }) => press.record.startedAt);
  const next = Math.min(...starts.filter((start) => start > since));
  const all = callsTo(calls, attempt);
  return twins.length === 0 ? all : all.filter(({ arrivedAt }) => arrivedAt >= since && arrivedAt < next);
}

/** The number of times the game did this. It appends the client's name to a transfer's reason. */
function countDone({ game: { world } }: Judged, { player: { uid } }: Attempt, key: string): number {
  const isSent = (entry: { sender?: { uid: string }; communication: string }): boolean =>
    entry.sender?.uid === uid && entry.communication.startsWith(key);
  return world.paidBy(uid).filter((text) => text.startsWith(key)).length + world.messagesOf(uid).filter(isSent).length;
}

async function judgeList(stage: Judged, attempt: Attempt, all: readonly Attempt[]): Promise<Ending> {
  const { player, offer, key, presses } = attempt;
  const [startedAt, own] = [presses[0].record.startedAt, ownMessage(attempt)];
  const starts = all.filter((one) => one.player === player).map((one) => one.presses[0].record.startedAt);
  const until = Math.min(...starts.filter((start) => start > startedAt));
  const granted = stage.calls.filter((call) => call.status === 201 && call.arrivedAt >= startedAt);
  const byKey = Map.groupBy(
    granted.filter(({ arrivedAt }) => arrivedAt < until),
    toKey,
  );
  const timesOf = (row: string): number =>
    row.includes('/privileges/') ? (byKey.get(row)?.length ?? 0) : countDone(stage, attempt, row);
  const messages = reportsOf(attempt);
  const ending: Ending = { state: 'notified', doubled: [], falseReports: [], stuck: [], unknown: 0 };
  const isAnswered = presses.some(({ record }) => record.followUps.length > 0);
  const isOpen = own && toWriteState(own) === 'offered' && isAnswered && callsTo(stage.calls, attempt).length === 0;
  if (messages.length === 0) return { ...ending, state: isOpen ? 'open' : 'undelivered' };
  ending.notifiedAt = Math.min(...messages.map(({ timestamp }) => Date.parse(timestamp)));
  for (const rows of await Promise.all(messages.map(readReport))) {
    if (new Set(rows.map(([row]) => row)).size !== offer?.list?.rows)
      ending.falseReports.push(`${key}: a report has ${rows.length} rows of ${offer?.list?.rows}`);
    for (const [row, state] of rows) {
      const times = timesOf(row);
      const line = `${row} was done ${times} times and is told as “${state}”`;
      if (times > 1) ending.doubled.push(line);
      if (state === states.unknown) ending.unknown += 1;
      else if (!(times > 0 ? SAY_DONE : SAY_NOT_DONE).includes(state)) ending.falseReports.push(line);
    }
  }
  if (own && isProgress(own) && ending.notifiedAt < startedAt + EDITABLE_MS)
    ending.stuck.push(`${key}: its message still shows ${JSON.stringify(textOf(own).slice(0, 150))}`);
  return ending;
}

/** The rows of a report: each with its write's key at the gate, and its reported outcome. */
async function readReport({ attachments: [file] }: APIMessage): Promise<[string, string][]> {
  const csv = await (await fetch(file?.url ?? '')).text();
  return csv.trim().split('\r\n').slice(1).map(toRow);
}

function toRow(line: string): [string, string] {
  const cells = [...line.matchAll(/"((?:[^"]|"")*)"|[^",]+/g)].map(([number, quoted = number]) => quoted);
  const [, uid = '', , , reason = '', change = '', , , state = ''] = cells;
  return [change.includes('/') ? `${uid}/privileges/${change.split(', ')[0]}` : reason, state];
}

function toTime({ edited_timestamp, timestamp }: APIMessage): number {
  return Date.parse(edited_timestamp ?? timestamp);
}
