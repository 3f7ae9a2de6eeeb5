import { z } from 'zod';
import type { AuditEntry } from '../account/audit.ts';
import { noneIfBroken } from '../account/seal.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import { rowState } from '../account/trail.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { type Change, type Proposal, proposal, state, toState } from './change.ts';
import { type Changes, KEPT_MS } from './changes.ts';
import { ISSUED as TICKETS } from './tickets.ts';

const LEGACY = { about: 'person', says: 'writes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;
const { person, character, server } = proposal.shape;
const { interaction, startedAt, finishedAt, outcome } = state.shape;
const party = { person, character, server };
const shared = { id: z.string(), kind: z.string(), baseline: z.unknown().optional(), ...party, interaction, startedAt };
const write = z.object({ ...shared, data: z.unknown().optional(), confirms: z.string().optional(), outcome });
const [data, text] = [z.unknown(), z.string().optional()];
const row = z.object({ data, state: rowState, attempt: text, reason: text });
const batch = z.object({
  ...{ ...shared, version: z.string(), rows: z.array(row), finishedAt },
  ...{ isReported: z.boolean().optional(), isUndo: z.boolean().optional(), messageUrl: text },
});
const ticket = z.object({ owner: z.string(), value: z.looseObject({ expiresAt: z.number() }) });
type ProposalPart = Pick<Proposal, 'kind' | 'mode' | 'rows' | 'character'>;
const WRITES = collection('write', write, LEGACY);
const BATCHES = collection('batch', batch, LEGACY);
const LISTS = collection('batches', z.array(z.string()), { ...LEGACY, wasUnsealed: true });

/** Turns a ticket's value into a proposal, by the ticket's kind. */
const TO_PROPOSAL: Readonly<Record<string, (value: Record<string, unknown>, uid: string) => ProposalPart>> = {
  transfer: (value) => ({ kind: 'credits.transfer', mode: 'now', rows: [value], character: value['sender'] as never }),
  'delete-message': (value) => ({
    ...{ kind: 'message.delete', mode: 'now', rows: [value] },
    character: { uid: String(value['ownerUid']), name: '' },
  }),
  batch: (value, uid) => ({ ...(value as unknown as ProposalPart), mode: 'list', character: { uid, name: '' } }),
};

export type LegacyChanges = ReturnType<typeof createLegacyChanges>;

const LEASE_MS = 15_000;
const MAX_AT_ONCE = 20;

/** Adopts what earlier releases stored: looks up open changes, cancels the rest, sends nothing. */
export function createLegacyChanges(
  store: Store,
  sealed: SealedStore,
  changes: Pick<Changes, 'ask' | 'prepare' | 'adopt' | 'direct' | 'wake'>,
  trailOf: (personId: string) => Promise<readonly Pick<AuditEntry, 'id'>[]>,
) {
  const [writes, batches, lists] = [sealed.collection(WRITES), sealed.collection(BATCHES), sealed.collection(LISTS)];
  const [leases, due] = [store.schedule('write-lease'), store.schedule('batch')];

  const adopt = async (
    found: Pick<Change, 'id' | 'kind' | 'person' | 'character' | 'server' | 'interaction' | 'startedAt' | 'rows'> &
      Partial<Change>,
    mode: Proposal['mode'],
  ): Promise<void> => {
    const { id, kind, person, character, server, baseline, startedAt, isUndo, ...rest } = found;
    const { rows } = rest;
    const proposal: Proposal = {
      ...{ id, kind, mode, person, character, server, baseline, askedAt: startedAt, isUndo },
      rows: rows.map(({ data }) => data),
    };
    const phase = rest.outcome || rest.finishedAt !== undefined ? 'ended' : 'begun';
    const change = { ...proposal, ...rest, rows, phase, startedAt, version: 'earlier', count: 0 } as const;
    await changes.prepare(proposal);
    await changes.adopt(`${person.id}:${id}`, toState(proposal, change));
    if (mode === 'list' && phase === 'begun') await changes.direct(`${person.id}:${id}`, 'cancel');
    await changes.wake(`${person.id}:${id}`, 0);
  };

  const adoptWrite = async (id: string): Promise<void> => {
    const found = await writes.get(id);
    const isUnsent = (one: typeof found): boolean => one?.baseline === undefined;
    // Its process would store the baseline before it sends, which now fails.
    const stop = { failed: 'taken over by a later release' };
    if (
      found &&
      isUnsent(found) &&
      !(await writes.replace(id, (one) => (isUnsent(one) ? { ...one, outcome: stop } : undefined)))
    )
      return;
    if (found && !isUnsent(found))
      await adopt({ ...found, rows: [{ data: found.data, state: found.outcome ? 'done' : 'sending' }] }, 'now');
    await writes.delete(id);
    await leases.delete(id);
  };

  const adoptBatch = async (id: string): Promise<void> => {
    // From here on, its process can't send another row.
    await batches.replace(id, (one) => ({ ...one, version: 'later' }));
    const found = await batches.get(id);
    if (found && !found.isReported) await adopt(found, 'list');
    // It stays, or its process would store it again.
    await batches.replace(id, (one) => ({ ...one, finishedAt: store.now(), isReported: true }));
    await due.delete(id);
  };

  /** If two releases see the press, one takes the ticket. */
  const adoptTicket = async (personId: string, id: string): Promise<void> => {
    const issued = (await sealed.kept(TICKETS, { id: personId }).get()) ?? [];
    const listed = issued.find(({ key }) => key.startsWith(`${personId}:`) && key.endsWith(`:${id}`));
    for (const [kind, toProposal] of Object.entries(TO_PROPOSAL)) {
      const tickets = sealed.collection({ name: `ticket-${kind}`, schema: ticket, about: 'bot', isSealed: true });
      const taken = await tickets.take(listed?.key ?? `${personId}:${id}`).catch(noneIfBroken);
      if (taken?.owner.split(':')[0] !== personId) continue;
      const person = { id: personId, name: '', mention: `<@${personId}>`, locale: '' };
      const [, ...uid] = taken.owner.split(':');
      const { expiresAt, ...value } = taken.value;
      await changes.ask({ id, person, askedAt: store.now(), expiresAt, ...toProposal(value, uid.join(':')) });
    }
  };

  return {
    /** Adopts the change with this key, whose button someone pressed. */
    async adopt(key: string): Promise<void> {
      const [personId = '', id = ''] = key.split(':');
      const [oneWrite, oneBatch] = await Promise.all(
        [writes.get(id), batches.get(id)].map((one) => one.catch(noneIfBroken)),
      );
      if (oneWrite?.person.id === personId) await adoptWrite(id);
      else if (oneBatch?.person.id === personId) await adoptBatch(id);
      else await adoptTicket(personId, id);
    },
    /** Adopts what is due. */
    async sweep(): Promise<void> {
      for (const id of await leases.take(MAX_AT_ONCE, LEASE_MS)) await adoptWrite(id);
      for (const id of await due.take(MAX_AT_ONCE, LEASE_MS)) await adoptBatch(id);
    },
    /** Adopts all of a person's changes, so that they can be exported or erased. */
    async adoptAllOf(personId: string): Promise<void> {
      const ids = (await lists.get(personId).catch(noneIfBroken)) ?? [];
      for (const id of ids) await this.adopt(`${personId}:${id}`);
      // Read together: a trail has up to 200 changes, most of which this release made.
      const trail = (await trailOf(personId)).flatMap(({ id }) => id ?? []);
      const found = await Promise.all(trail.map((id) => writes.get(id).catch(noneIfBroken)));
      for (const one of found) if (one?.person.id === personId) await adoptWrite(one.id);
      for (const id of ids)
        if ((await batches.get(id).catch(noneIfBroken))?.person.id === personId) await batches.delete(id);
      await lists.delete(personId);
    },
  };
}
