import { en } from '../../src/view/en.ts';
import { messagesOf } from './attempts.ts';
import { toKey } from './gate.ts';
import type { Player, Stage } from './stage.ts';

/** A batch of so many rows. `mark` is in its reports, and in those of no other. */
export type Begun = { id: string; mark: string; player: Player; count: number; at: number };

const { states } = en.batch;
const SAY_DONE: readonly string[] = [states.done, states.found, states.already];
const SAY_NOT_DONE: readonly string[] = [states.refused, states.failed, states.canceled];

/** The rows of each report that its person got, by what names their writes at the gate. */
async function readReports({ player, mark }: Begun): Promise<[string, string][][]> {
  const files = messagesOf(player).flatMap((message) =>
    message.attachments.map(({ url }) => ({ url, buttons: JSON.stringify(message.components) })),
  );
  const reports = await Promise.all(
    files.map(async ({ url, buttons }) => ({ buttons, csv: await (await fetch(url)).text() })),
  );
  return reports
    .filter(({ buttons, csv }) => (buttons + csv).includes(mark))
    .map(({ csv }) => csv.trim().split('\r\n').slice(1).map(toRow));
}

function toRow(line: string): [string, string] {
  const [, uid = '', , change = '', , , state = ''] = line.slice(1, -1).split('","');
  return [change.includes('/') ? `${uid}/privileges/${change.split(', ')[0]}` : change.replace(/^\d+: /, ''), state];
}

/** Compares what the reports say with what the game did: payments in its ledger, else requests that it has answered. */
export async function judgeBatches({ game, calls }: Stage, begun: readonly Begun[]) {
  const examples: string[] = [];
  let [doubled, unknown, confirmations] = [0, 0, 0];
  for (const one of begun) {
    const { id, player, at, count } = one;
    const until = Math.min(...begun.flatMap((next) => (next.player === player && next.at > at ? next.at : [])));
    const inLedger = game.world.paidBy(player.uid);
    const made = calls.filter(({ status, arrivedAt }) => status === 201 && arrivedAt >= at && arrivedAt < until);
    const madeKeys = Map.groupBy(made, toKey);
    const timesOf = (key: string): number =>
      key.includes('/') ? (madeKeys.get(key)?.length ?? 0) : inLedger.filter((text) => text.startsWith(key)).length;
    const reports = await readReports(one);
    confirmations += count;
    if (reports.length === 0) examples.push(`undelivered: ${player.handle} got no report of ${count} rows, ${id}`);
    for (const rows of reports) {
      if (new Set(rows.map(([key]) => key)).size !== count)
        examples.push(`false: a report of ${rows.length} rows of ${count}`);
      for (const [key, state] of rows) {
        const times = timesOf(key);
        const isTrue = times > 0 ? SAY_DONE.includes(state) : SAY_NOT_DONE.includes(state);
        if (times > 1) doubled += 1;
        if (times > 1) examples.unshift(`doubled: ${key} was made ${times} times`);
        if (state === states.unknown) unknown += 1;
        else if (!isTrue) examples.push(`false: ${key} was made ${times} times and is told as “${state}”, ${id}`);
      }
    }
  }
  return { doubled, unknown, confirmations, examples };
}
