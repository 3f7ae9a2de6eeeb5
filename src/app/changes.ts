import { OtherCharacter, type TokenSources } from '../account/accessToken.ts';
import type { Audit, Recording } from '../account/audit.ts';
import type { Links } from '../account/links.ts';
import { toBudget } from '../account/whoIs.ts';
import type { DiscordConnection } from '../discord/connection/discord.ts';
import { withPostingNotice } from '../discord/declare/postingNotice.ts';
import { batchAuditEntry } from '../discord/run/changes/batchAudit.ts';
import {
  batchView,
  endedView,
  expiredView,
  previewView,
  titleOf,
  toCounts,
  unsettledView,
} from '../discord/run/changes/batchView.ts';
import { dropNote } from '../discord/run/errorNotes.ts';
import { GameError } from '../game/errors.ts';
import { coversScope, type Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { every } from '../time/every.ts';
import { noticeView } from '../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { Change } from '../writes/change.ts';
import type { Changes } from '../writes/changes.ts';
import type { Claims } from '../writes/claims.ts';
import type { Freeze } from '../writes/freeze.ts';
import { createImmediate } from '../writes/immediate.ts';
import { type Actor, type AnyKind, type AnySingleKind, isListKind } from '../writes/kind.ts';
import type { LegacyChanges } from '../writes/legacyChanges.ts';
import { createMemory } from '../writes/memory.ts';
import { createNotifier } from '../writes/notify.ts';
import { toSingleKind } from '../writes/oneRow.ts';
import { createPaidMeanwhile } from '../writes/paidMeanwhile.ts';
import { createPayments } from '../writes/payments.ts';
import { createPresses } from '../writes/presses.ts';
import { createRecorder } from '../writes/recorder.ts';
import { createRuns } from '../writes/run.ts';
import type { Lifetime } from './lifetime.ts';
import type { Stores } from './stores.ts';

type Parts = {
  changes: Changes;
  legacy: LegacyChanges;
  kinds: readonly AnyKind[];
  claims: Claims;
  audit: Audit;
  freeze: Freeze;
  links: Pick<Links, 'get'>;
  tokenSources: TokenSources;
  discord: DiscordConnection;
};

const SWEEP_EVERY_MS = 5_000;
/** Legacy changes are adopted within this time, or when a button is pressed. */
const LEGACY_SWEEP_EVERY_MS = 20_000;
const MAX_AT_ONCE = 20;

/** Changes to the game: single ones, lists, and those that another process didn't finish. */
export function createChangeEngine(
  log: Logger,
  { running }: Pick<Lifetime, 'running'>,
  { store, queue, game, sealer, sealed }: Stores,
  { changes, legacy, kinds, claims, audit, freeze, links, tokenSources, discord }: Parts,
) {
  const lists = kinds.filter(isListKind);
  const oneRowKinds = new Map(
    lists.filter(({ isImmediate }) => isImmediate).map((kind) => [kind.name, toSingleKind(kind, batchView)]),
  );
  const singles = [...kinds.flatMap((kind) => (isListKind(kind) ? [] : kind)), ...oneRowKinds.values()];
  const surveys = new Set(lists.flatMap(({ name, onlyReads }) => (onlyReads ? name : [])));
  const listKinds = new Map(lists.map((kind) => [kind.name, kind]));
  const actAs = ({ person, character, startedAt }: Change, more?: object): Actor => ({
    game: game.actingAs(tokenSources.of(person.id, undefined, character.uid), { priority: 'batch', ...more }),
    ...{ me: character, person: { ...person, since: startedAt }, language: languageOf(person.locale) },
    services: sealed,
  });
  const viewOfList = async (list: Change): Promise<MessageView | undefined> => {
    const kind = listKinds.get(list.kind);
    if (!kind) return undefined;
    const report = list.phase === 'ended' ? kind.report?.(actAs(list), list) : undefined;
    const shown = await report?.catch((err: unknown) =>
      log.info({ err, changeId: list.id }, 'could not show a survey'),
    );
    return shown ?? batchView(kind, list);
  };
  const checkLink = async (
    { person, character }: Pick<Change, 'person' | 'character'>,
    scope: Scope,
  ): Promise<void> => {
    const link = await links.get(person.id);
    if (!link) throw new GameError({ code: 'not_linked' });
    if (link.character.uid !== character.uid) throw new OtherCharacter('linked to another');
    if (!coversScope(link.scopes, scope)) throw new GameError({ code: 'scope_missing', scope });
  };
  const notifier = createNotifier({
    ...{ ...discord, changes, kept: sealed.kept, endedView, wait: running.wait, log },
    async editResponse(interaction, view) {
      await dropNote(sealed, discord.responses, interaction).catch(() => {});
      return await discord.editResponse(interaction, view);
    },
    viewOf: async (change) => (change.mode === 'list' ? await viewOfList(change) : writes.viewOf(change)),
  });
  const memory = createMemory(changes);
  const recordList = async (list: Change): Promise<Recording> => {
    const kind = listKinds.get(list.kind);
    if (!kind || kind.onlyReads) return { isWhole: true, isPublic: false };
    return await audit.record(list, [batchAuditEntry(kind, list)]);
  };
  const write = (ended: Change): Promise<Recording> =>
    ended.mode === 'list' ? recordList(ended) : writes.record(ended);
  const recorder = createRecorder({ changes, memory, write, log });
  const claimKinds = singles.flatMap(({ name, payment }) => (payment ? name : []));
  const payments = createPayments(store, sealed);
  const paid = createPaidMeanwhile({ payments, changes, claims, claimKinds });
  const writes = createImmediate({
    ...{
      kinds: singles,
      changes,
      memory,
      claims,
      paid,
      audit,
      recorder,
      freeze,
      checkLink,
      notifier,
      game,
      tokenSources,
      sealed,
      log,
    },
    isUnderWay: (personId, write) => presses.covers(personId, write),
  });
  const toSingle = (kind: AnyKind): AnySingleKind => {
    const single = oneRowKinds.get(kind.name);
    if (!single) throw new Error(`One row of "${kind.name}" is sent as a list.`);
    return single;
  };
  const runs = createRuns({
    ...{ changes, memory, paid, recorder, kinds, freeze, notifier, log, wait: running.wait, singles: writes, actAs },
    checkLink: (list, { scope }) => checkLink(list, scope),
  });
  const presses = createPresses({
    ...{ changes, memory, paid, recorder, runs, kinds, isFrozen: freeze.isFrozen, track: running.track },
    runNow: (context, kind, proposal) => writes.confirm(context, toSingle(kind), { proposal }),
    lookAgain: (context, kind, id) => writes.checkAgain(context, toSingle(kind), id),
    quotaOf(personId) {
      const budget = toBudget(sealer, personId);
      return queue.use(budget, budget);
    },
    views: {
      async preview({ language, server }, kind, preview) {
        const view = previewView(language, kind, preview);
        const context = { texts: KIT_TEXTS[language], server, services: { writes: freeze, audit } };
        return kind.onlyReads ? view : await withPostingNotice(context, view);
      },
      list: batchView,
      expired: expiredView,
      unsettled: unsettledView,
      summary: (language, kind, list) => ({
        title: titleOf(kind, language, list),
        counts: toCounts(KIT_TEXTS[language], list.rows),
      }),
      notice: noticeView,
    },
  });
  return {
    ...{ writes, presses, notifier },
    /** Exports and erases a person's changes. */
    personal: {
      async exportOf(personId: string): Promise<Record<string, unknown>> {
        await legacy.adoptAllOf(personId);
        const exported = await changes.exportOf(personId, surveys);
        return { ...exported, ...(await payments.exportOf(personId)) };
      },
      async erase(personId: string): Promise<void> {
        await legacy.adoptAllOf(personId);
        await presses.endForErasure(personId);
        await writes.erase(personId);
        await payments.erase(personId);
        await audit.ofServers.erase(personId);
      },
    },
    /** Ends the person's changes; false if that takes longer. */
    end: (personId: string): Promise<boolean> => legacy.adoptAllOf(personId).then(() => presses.end(personId, 0)),
    /** Resumes changes that are due, every few seconds. Returns a stop function. */
    start: (): (() => void) => {
      const onError = (err: unknown): void => log.warn({ err }, 'could not look for changes that are due');
      const sweep = async (): Promise<void> => {
        // Not awaited: a list that takes long mustn't hold up the others.
        if (!running.isStopping) void running.track(runs.sweep(MAX_AT_ONCE)).catch(onError);
      };
      const stops = [
        every(SWEEP_EVERY_MS, sweep, { onError, atOnce: true }),
        every(LEGACY_SWEEP_EVERY_MS, legacy.sweep, { onError, atOnce: true }),
      ];
      return () => stops.forEach((stop) => void stop());
    },
  };
}
