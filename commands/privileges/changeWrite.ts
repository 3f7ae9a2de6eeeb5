import { z } from 'zod';
import { GameError } from '../../src/game/errors.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { explain } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import type { Acting, Change as AuditChange, WriteKind } from '../../src/writes/kind.ts';
import {
  type Change,
  type Changes,
  type ChangesData,
  type ChangesOutcome,
  changesData,
  changesOutcome,
  isOpen,
  type Result,
} from './changes.ts';
import { changesProgress, changesReceipt } from './changesView.ts';
import { type PrivilegesTexts, TEXTS } from './en.ts';
import { readPrivileges, toParams } from './read.ts';

/** A progress message for each change would run into Discord's limits. */
const CHANGES_A_PROGRESS = 5;

/** Whether each privilege of the group is granted, by name. */
const values = z.record(z.string(), z.boolean());
type Values = z.output<typeof values>;

export const CHANGE: WriteKind<ChangesData, Values, ChangesOutcome, PrivilegesTexts> = {
  name: 'privileges.change',
  texts: TEXTS,
  data: changesData,
  baseline: values,
  outcome: changesOutcome,
  before: readValues,
  /** A refusal concerns one change; after any other failure the rest isn't attempted. */
  async send(acting, wanted, before, show) {
    const texts = TEXTS[acting.language];
    const results: Result[] = [];
    for (const [done, change] of wanted.changes.entries()) {
      if (done % CHANGES_A_PROGRESS === 0) await show(changesProgress(texts, wanted, done));
      const made = isSet(before, change) ? { outcome: 'already' as const } : await makeChange(acting, wanted, change);
      results.push({ ...change, ...made });
      if (made.outcome === 'failed' || made.outcome === 'unknown') break;
    }
    const untried = wanted.changes.slice(results.length).map((one): Result => ({ ...one, outcome: 'untried' }));
    return await readBack(acting, wanted, [...results, ...untried]);
  },
  async lookUp(acting, wanted, before, last) {
    const lost = wanted.changes.map((one): Result => ({ ...one, outcome: isSet(before, one) ? 'already' : 'unknown' }));
    return await readBack(acting, wanted, last?.results ?? lost);
  },
  isOpen,
  changes({ subject, group, changes }, outcome) {
    const faction = subject.faction?.name ?? subject.faction?.uid;
    const made = outcome?.results ?? changes.map((change): Result => ({ ...change, outcome: 'unknown' }));
    return made.flatMap(({ privilege, revoke, outcome }): AuditChange[] => {
      if (outcome === 'already' || outcome === 'untried') return [];
      const action = revoke ? 'privilege.revoke' : 'privilege.grant';
      const result = outcome === 'found' ? 'done' : outcome;
      const detail = [`${group}/${privilege}`, faction].filter(Boolean).join(', ');
      return [{ action, targets: [subject.character], detail, result }];
    });
  },
  gone: ({ errors }) => errors.ticketGone,
  view: changesReceipt,
};

/** The values of the group now: one request. Throws as {@link readPrivileges} does. */
async function readValues(acting: Acting, { subject, group }: Changes): Promise<Values> {
  const { groups } = await readPrivileges(acting, subject);
  const found = groups.find(({ name }) => name === group);
  return Object.fromEntries(found?.privileges.map(({ name, isGranted }) => [name, isGranted]) ?? []);
}

function isSet(values: Values, { privilege, revoke }: Change): boolean {
  return values[privilege] === !revoke;
}

/** The results, corrected by the values read now. These are surer than the responses. */
async function readBack(acting: Acting, wanted: Changes, made: readonly Result[]): Promise<ChangesOutcome> {
  const now = await readValues(acting, wanted).catch((): Values => ({}));
  const results = made.map((one): Result => {
    const isGranted = now[one.privilege];
    if (isGranted === undefined) return { ...one, isGranted };
    const { reason: _, ...change } = one;
    if (!isSet(now, one)) return { ...one, isGranted, ...(one.outcome === 'done' && { outcome: 'failed' }) };
    if (one.outcome === 'refused') return { ...change, isGranted, outcome: 'done' };
    return { ...one, isGranted, ...(one.outcome === 'unknown' && { outcome: 'found' }) };
  });
  return { results, checkedAt: acting.services.now() };
}

/** Makes the one request, and explains a failure. Never throws: earlier changes are done. */
async function makeChange(
  { game, language }: Acting,
  { subject, group }: Changes,
  change: Change,
): Promise<Omit<Result, keyof Change>> {
  try {
    await game.character.privileges.update({ ...toParams(subject), privilegeGroup: group, ...change });
    return { outcome: 'done' };
  } catch (error) {
    const failure = error instanceof GameError ? error.failure : undefined;
    if (failure?.code === 'refused') return { outcome: 'refused', reason: failure.reason };
    if (failure?.code === 'outcome_unknown') return { outcome: 'unknown' };
    if (failure?.code === 'not_found') return { outcome: 'failed', note: TEXTS[language].unknownOrForbidden };
    // The kit's sentences for these say that nothing was changed, but earlier changes are done.
    const hasStopped = failure?.code === 'service_unavailable' || error instanceof StoreUnavailable;
    const note = hasStopped ? TEXTS[language].stopped : explain(KIT_TEXTS[language], error)?.sentence;
    return note === undefined ? { outcome: 'unknown' } : { outcome: 'failed', note };
  }
}
