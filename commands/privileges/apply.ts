import type { AuditedChange } from '../../src/account/audit.ts';
import type { HandlerContext } from '../../src/bot/context.ts';
import { GameError } from '../../src/game/errors.ts';
import { explain } from '../../src/view/errorView.ts';
import type { PrivilegeChange, PrivilegeChanges, PrivilegeResult } from '../../src/view/privilegeChangeViews.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';
import { type Asking, readPrivilege, readPrivileges, toParams } from './read.ts';

type Context = Asking & Pick<HandlerContext<readonly []>, 'words' | 'services' | 'person' | 'server'>;

/** Whether each privilege is granted, by name; those that the game did not show are missing. */
export type Values = ReadonlyMap<string, boolean>;

/** The values of these changes' privileges now: one request. Throws what reading throws. */
export async function readValues(asking: Asking, { subject, group, changes }: PrivilegeChanges): Promise<Values> {
  const [only, ...others] = changes;
  if (only && others.length === 0) {
    const { privilege } = await readPrivilege(asking, subject, { group, privilege: only.privilege });
    return new Map([[only.privilege, privilege.isGranted]]);
  }
  const { privileges } = await readPrivileges(asking, subject);
  const found = privileges.groups.find(({ name }) => name === group);
  return new Map(found?.privileges.map(({ name, isGranted }) => [name, isGranted]));
}

/**
 * Makes the changes one by one, each sent at most once, and reads the values back. What `before` says is so already is
 * not sent. A refusal concerns one change; after any other failure the rest is not tried. `note` explains that failure.
 * Throws only what nobody foresaw.
 */
export async function applyChanges(
  context: Context,
  wanted: PrivilegeChanges,
  before: Values,
  onProgress: (done: number) => Promise<void>,
): Promise<{ results: PrivilegeResult[]; note: string | undefined }> {
  const results: PrivilegeResult[] = [];
  let note: string | undefined;
  for (const change of wanted.changes) {
    await onProgress(results.length);
    if (note !== undefined || results.at(-1)?.outcome === 'unknown') {
      results.push({ ...change, outcome: 'untried' });
    } else if (before.get(change.privilege) === !change.revoke) {
      results.push({ ...change, outcome: 'already' });
    } else {
      const { note: reason, ...result } = await applyChange(context, wanted, change);
      note = reason;
      results.push(result);
    }
  }
  return { results: await lookAfter(context, wanted, results), note };
}

/** The results with the values as they are now; a change whose answer was lost and that shows is done. Never throws for a value that cannot be read. */
export async function lookAfter(
  context: Context,
  wanted: Omit<PrivilegeChanges, 'changes'>,
  results: readonly PrivilegeResult[],
): Promise<PrivilegeResult[]> {
  const values = await readValues(context, { ...wanted, changes: results }).catch((): Values => new Map());
  return await Promise.all(
    results.map(async (result) => {
      const isGranted = values.get(result.privilege);
      if (result.outcome !== 'unknown' || isGranted === undefined) return { ...result, isGranted };
      const isDone = isGranted === !result.revoke;
      await context.services.audit.record({
        ...toAudited(context, wanted, result),
        result: isDone ? 'done' : 'failed',
      });
      return { ...result, isGranted, ...(isDone && { outcome: 'done' as const, wasFound: true }) };
    }),
  );
}

/** What takes back those that were done, the last one first. */
export function toReverse(results: readonly PrivilegeResult[]): PrivilegeChange[] {
  return results
    .filter(({ outcome }) => outcome === 'done')
    .map(({ privilege, revoke }) => ({ privilege, revoke: !revoke }))
    .reverse();
}

type Applied = PrivilegeResult & { note?: string | undefined };

async function applyChange(context: Context, wanted: PrivilegeChanges, change: PrivilegeChange): Promise<Applied> {
  const { game, services, words } = context;
  const { privilege, revoke } = change;
  const params = { ...toParams(wanted.subject), privilegeGroup: wanted.group, privilege, revoke };
  try {
    await services.audit.around(toAudited(context, wanted, change), () => game.character.privileges.update(params));
    return { ...change, outcome: 'done' };
  } catch (error) {
    return toFailed(words, change, error);
  }
}

function toFailed(words: Words, change: PrivilegeChange, error: unknown): Applied {
  const failure = error instanceof GameError ? error.failure : undefined;
  if (failure?.code === 'refused') return { ...change, outcome: 'refused', reason: failure.reason };
  if (failure?.code === 'outcome_unknown') return { ...change, outcome: 'unknown' };
  const note = explain(words, error)?.sentence;
  if (note === undefined) throw error;
  return { ...change, outcome: 'failed', note };
}

function toAudited(
  { person, me, server }: Context,
  { subject, group }: Omit<PrivilegeChanges, 'changes'>,
  { privilege, revoke }: PrivilegeChange,
): AuditedChange {
  const faction = subject.faction?.name ?? subject.faction?.uid;
  return {
    discordUserId: person.id,
    character: { uid: me.uid, name: me.name },
    action: revoke ? 'privilege.revoke' : 'privilege.grant',
    targets: [subject.character],
    detail: `${group}/${privilege}${faction === undefined ? '' : `, ${faction}`}`,
    ...(server && { guildId: server.id, guildLocale: server.locale }),
  };
}
