import { z } from 'zod';
import type { Acting, Change, WriteKind } from '../../src/discord/writeKind.ts';
import { GameError } from '../../src/game/errors.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { explain } from '../../src/view/errorView.ts';
import { inLanguage, kitIn } from '../../src/view/language.ts';
import {
  type PrivilegeChange,
  type PrivilegeChanges,
  type PrivilegeResult,
  privilegeProgressView,
  privilegeReceiptView,
} from '../../src/view/privilegeChangeViews.ts';
import { WORDS } from '../../src/view/words/wordsFor.ts';
import { readPrivilege, readPrivileges, toParams } from './read.ts';
import { changesSchema, resultSchema } from './tickets.ts';

/** A progress message for each change would run into Discord's limits. */
const CHANGES_A_PROGRESS = 5;
const UNDO_MS = 10 * 60_000;

const data = changesSchema.extend({ isUndo: z.boolean() });
/** Whether each privilege was granted before, by name; those that the game did not show are missing. */
const baseline = z.record(z.string(), z.boolean());
const outcomeSchema = z.object({ results: z.array(resultSchema), note: z.string().optional() });
type Data = z.output<typeof data>;
type Outcome = z.output<typeof outcomeSchema>;

/** Changes privileges of one group, one by one. */
export const CHANGE: WriteKind<Data, Record<string, boolean>, Outcome, typeof WORDS.en> = {
  name: 'privileges.change',
  messages: WORDS,
  command: 'privileges',
  data,
  baseline,
  outcome: outcomeSchema,
  before: readValues,
  /**
   * What is so already is not sent. A refusal concerns one change; after any other failure the rest is not tried.
   */
  async send(acting, wanted, before, show) {
    const results: PrivilegeResult[] = [];
    let note: string | undefined;
    for (const change of wanted.changes) {
      if (results.length % CHANGES_A_PROGRESS === 0)
        await show(privilegeProgressView(inLanguage(WORDS, acting.language), wanted, results.length));
      if (note !== undefined || results.at(-1)?.outcome === 'unknown') {
        results.push({ ...change, outcome: 'untried' });
      } else if (before[change.privilege] === !change.revoke) {
        results.push({ ...change, outcome: 'already' });
      } else {
        const { note: reason, ...result } = await makeChange(acting, wanted, change);
        note = reason;
        results.push(result);
      }
    }
    return { results: await readBack(acting, wanted, results), ...(note !== undefined && { note }) };
  },
  async lookUp(acting, wanted, before, last) {
    const results = wanted.changes.map((change): PrivilegeResult => {
      const wasSo = before[change.privilege] === !change.revoke;
      return { ...change, outcome: wasSo ? 'already' : 'unknown' };
    });
    return { ...last, results: await readBack(acting, wanted, last?.results ?? results) };
  },
  isOpen: ({ results }) => results.some(({ outcome }) => outcome === 'unknown'),
  changes({ subject, group, changes }, result): Change[] {
    const faction = subject.faction?.name ?? subject.faction?.uid;
    const place = faction === undefined ? '' : `, ${faction}`;
    const toChange = ({ privilege, revoke }: PrivilegeChange, became: Change['result']): Change => ({
      action: revoke ? 'privilege.revoke' : 'privilege.grant',
      targets: [subject.character],
      detail: `${group}/${privilege}${place}`,
      result: became,
    });
    if (!result) return changes.map((change) => toChange(change, 'unknown'));
    return result.results.flatMap(({ outcome, ...change }) =>
      outcome === 'already' || outcome === 'untried' ? [] : [toChange(change, outcome)],
    );
  },
  gone: ({ errors }) => errors.ticketGone,
  view(words, { id, data: wanted, outcome: { results, note }, startedAt }, idFor) {
    const until = new Date(startedAt + UNDO_MS);
    const canUndo = !wanted.isUndo && toReverse(results).length > 0 && until.getTime() > Date.now();
    return privilegeReceiptView(
      words,
      { ...wanted, results },
      {
        note,
        ...(CHANGE.isOpen({ results }) && { look: idFor('look', { id }) }),
        ...(canUndo && { undo: { id: idFor('undo', { id }), until } }),
      },
    );
  },
};

/** What takes back those that were done, the last one first; nothing once the time for it is over. */
export function toUndo({
  data: wanted,
  outcome: { results },
  startedAt,
}: {
  data: Data;
  outcome: Outcome;
  startedAt: number;
}): Data | undefined {
  const changes = toReverse(results);
  if (wanted.isUndo || changes.length === 0 || startedAt + UNDO_MS <= Date.now()) return undefined;
  return { ...wanted, changes, isUndo: true };
}

/** The values of these changes' privileges now: one request. Throws what reading throws. */
async function readValues(
  acting: Acting,
  { subject, group, changes }: PrivilegeChanges,
): Promise<Record<string, boolean>> {
  const [only, ...others] = changes;
  if (only && others.length === 0) {
    const { privilege } = await readPrivilege(acting, subject, { group, privilege: only.privilege });
    return { [only.privilege]: privilege.isGranted };
  }
  const { privileges } = await readPrivileges(acting, subject);
  const found = privileges.groups.find(({ name }) => name === group);
  return Object.fromEntries(found?.privileges.map(({ name, isGranted }) => [name, isGranted]) ?? []);
}

/** The results with the values as they are now; a change whose answer was lost and that shows is done. */
async function readBack(
  acting: Acting,
  wanted: Omit<PrivilegeChanges, 'changes'>,
  results: readonly PrivilegeResult[],
): Promise<PrivilegeResult[]> {
  const values = await readValues(acting, { ...wanted, changes: results }).catch((): Record<string, boolean> => ({}));
  return results.map((result) => {
    const isGranted = values[result.privilege];
    const isFound = result.outcome === 'unknown' && isGranted === !result.revoke;
    return { ...result, isGranted, ...(isFound && { outcome: 'done' as const, wasFound: true }) };
  });
}

function toReverse(results: readonly PrivilegeResult[]): PrivilegeChange[] {
  return results
    .filter(({ outcome }) => outcome === 'done')
    .map(({ privilege, revoke }) => ({ privilege, revoke: !revoke }))
    .reverse();
}

/** The one request; `note` explains a failure after which the rest is not attempted. Never throws: earlier changes are done. */
async function makeChange(
  { game, language }: Acting,
  { subject, group }: Data,
  change: PrivilegeChange,
): Promise<PrivilegeResult & { note?: string | undefined }> {
  const { privilege, revoke } = change;
  try {
    await game.character.privileges.update({ ...toParams(subject), privilegeGroup: group, privilege, revoke });
    return { ...change, outcome: 'done' };
  } catch (error) {
    const failure = error instanceof GameError ? error.failure : undefined;
    if (failure?.code === 'refused') return { ...change, outcome: 'refused', reason: failure.reason };
    if (failure?.code === 'outcome_unknown') return { ...change, outcome: 'unknown' };
    // Earlier ones are done: the sentences for these say that nothing was changed.
    if (failure?.code === 'service_unavailable' || error instanceof StoreUnavailable)
      return { ...change, outcome: 'failed', note: inLanguage(WORDS, language).privileges.stopped };
    const note = explain(kitIn(language), error)?.sentence;
    return note === undefined ? { ...change, outcome: 'unknown' } : { ...change, outcome: 'failed', note };
  }
}
