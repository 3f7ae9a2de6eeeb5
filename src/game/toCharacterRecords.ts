import { toFactionUid } from './factionId.ts';
import type {
  Character,
  CreditLogEntry,
  Location,
  Message,
  Permission,
  Privilege,
  Privileges,
  ResolvedHandle,
  SentMessage,
  Skills,
  TransferReceipt,
} from './records.ts';
import { toCanonicalScope } from './scopes.ts';
import { BrokenRecord, needed, toItems } from './shape.ts';
import { at, nonEmpty, present, toBoolean, toDate, toList, toNumber, toObject, toReference, toText } from './wire.ts';

const LONGEST_SUBJECT = 60;

export function toCharacter(wire: unknown): Character {
  const uid = needed(nonEmpty(toText(at(wire, 'uid')) ?? toText(at(wire, 'attributes', 'uid'))), 'character uid');
  const factions = toList(at(wire, 'factions')).flatMap(toMembership);
  const faction = toReference(at(wire, 'faction')) ?? factions.find(({ isPrimary }) => isPrimary);
  return {
    uid,
    name: nonEmpty(toText(at(wire, 'name')) ?? toText(at(wire, 'attributes', 'name'))) ?? uid,
    factions,
    ...present({
      credits: toNumber(at(wire, 'credits', 'value')) ?? toNumber(at(wire, 'credits')),
      faction: faction && present({ uid: faction.uid, name: faction.name }),
      image: nonEmpty(toText(at(wire, 'image'))),
      isPrivate: toBoolean(at(wire, 'attributes', 'isprivate')),
      gender: nonEmpty(toText(at(wire, 'gender'))),
      race: toReference(at(wire, 'race'))?.name,
      shortDescription: nonEmpty(toText(at(wire, 'shortdescription'))),
      biography: nonEmpty(toText(at(wire, 'biography'))),
      lastLoginAt: toDate(at(wire, 'lastlogin', 'time')) ?? toDate(at(wire, 'lastlogin')),
      health: toNumber(at(wire, 'health')),
      healthMax: toNumber(at(wire, 'healthMax')),
      xp: toNumber(at(wire, 'XP')) ?? toNumber(at(wire, 'xp')),
      xpLevel: toNumber(at(wire, 'XPLevel')) ?? toNumber(at(wire, 'xpLevel')),
      location: toLocation(at(wire, 'location')),
    }),
  };
}

function toMembership(wire: unknown): Character['factions'] {
  const inner = at(wire, 'faction') ?? wire;
  const reference = toReference(inner);
  const primary =
    toBoolean(at(wire, 'primary')) ?? toBoolean(at(wire, 'attributes', 'primary')) ?? toBoolean(at(inner, 'primary'));
  return reference ? [{ ...reference, isPrimary: primary ?? false }] : [];
}

/** Where something is; undefined when the wire says nothing of it. */
export function toLocation(wire: unknown): Location | undefined {
  const x = toNumber(at(wire, 'coordinates', 'galaxy', 'attributes', 'x'));
  const y = toNumber(at(wire, 'coordinates', 'galaxy', 'attributes', 'y'));
  const location = present({
    sector: toReference(at(wire, 'sector')),
    system: toReference(at(wire, 'system')),
    planet: toReference(at(wire, 'planet')),
    city: toReference(at(wire, 'city')),
    container: toReference(at(wire, 'container')),
    galaxy: x !== undefined && y !== undefined ? { x, y } : undefined,
  });
  return Object.keys(location).length > 0 ? location : undefined;
}

export function toResolvedHandle(wire: unknown): ResolvedHandle {
  const uid = needed(nonEmpty(toText(at(wire, 'uid'))), 'character uid');
  return { uid, handle: nonEmpty(toText(at(wire, 'handle'))) ?? uid };
}

export function toMessage(wire: unknown): Message {
  const messageId = needed(nonEmpty(toText(at(wire, 'attributes', 'uid')) ?? toText(at(wire, 'uid'))), 'message uid');
  const body = toText(at(wire, 'communication'));
  return {
    messageId,
    subject: nonEmpty(toText(at(wire, 'subject'))) ?? firstLine(body ?? ''),
    ...present({
      sender: toReference(at(wire, 'sender')),
      receiver: toReference(at(wire, 'receiver')),
      sentAt: toDate(at(wire, 'time')),
      body,
    }),
  };
}

function firstLine(text: string): string {
  const line = text.split(/\r?\n/).find((candidate) => candidate.trim() !== '') ?? '';
  return [...line.trim().slice(0, 2 * LONGEST_SUBJECT)].slice(0, LONGEST_SUBJECT).join('');
}

/**
 * `receivers` are the handles that were asked for. Of a send result, those that are not among its successes did not get the
 * message; where the service gives only the message that it created, everybody did.
 */
export function toSentMessage(wire: unknown, receivers: readonly string[]): SentMessage {
  const delivered = toList(at(wire, 'data', 'successes')).flatMap((success) => toReference(success) ?? []);
  const hasFailed = toText(at(wire, 'status'))?.toLowerCase() === 'failed';
  if (delivered.length === 0 && !hasFailed) {
    const uid = nonEmpty(toText(at(wire, 'uid')) ?? toText(at(wire, 'attributes', 'uid')));
    if (uid === undefined) throw new BrokenRecord('the answer does not say who got the message');
    return { delivered: receivers.map((name) => ({ uid, name })), failed: [], reasons: [] };
  }
  const reached = new Set(delivered.map(({ name }) => toHandleKey(name)));
  return {
    delivered,
    failed: receivers.filter((handle) => !reached.has(toHandleKey(handle))),
    reasons: toList(at(wire, 'data', 'failures')).flatMap((failure) => nonEmpty(toText(failure)) ?? []),
  };
}

/** The form in which two handles are compared; people type accents in more than one Unicode form. */
function toHandleKey(handle: string): string {
  return handle.trim().normalize('NFC').toLowerCase();
}

export function toSkills(wire: unknown): Skills {
  const categories = Object.entries(toObject(wire)).filter(([name]) => name !== 'attributes');
  if (categories.length === 0) throw new BrokenRecord('the answer holds no categories of skills');
  const entries = categories.flatMap(([category, group]) =>
    toList(group).flatMap((part) =>
      toItems(part, 'skill').flatMap((skill) => {
        const name = nonEmpty(toText(at(skill, 'attributes', 'type')));
        const level = toNumber(at(skill, 'value'));
        if (name === undefined || level === undefined) return [];
        return [[name, { level, ...present({ experience: toNumber(at(skill, 'experience')) }), category }] as const];
      }),
    ),
  );
  return Object.fromEntries(entries);
}

export function toCredits(wire: unknown): number {
  return needed(toNumber(wire) ?? toNumber(at(wire, 'value')), 'credit balance');
}

/** The transfer of `amount` credits as the service did it, or `{ failure }` with its reason. */
export function toTransfer(wire: unknown, amount: number): TransferReceipt | { failure: string } {
  const transaction = needed(toList(at(wire, 'transaction'))[0], 'transaction');
  const hasSucceeded = needed(toBoolean(at(transaction, 'succeeded')), 'result of the transfer');
  if (!hasSucceeded) return { failure: nonEmpty(toText(at(transaction, 'failurereason'))) ?? 'no reason given' };
  return {
    amount: toNumber(at(transaction, 'amount')) ?? amount,
    ...present({
      sender: toReference(at(transaction, 'sender')),
      recipient: toReference(at(transaction, 'recipient')),
      reason: nonEmpty(toText(at(transaction, 'reason'))),
    }),
  };
}

/** `uid` is the character whose log it is: what it sent is negative. */
export function toCreditLogEntry(wire: unknown, uid: string): CreditLogEntry {
  const sender = toReference(at(wire, 'sender'));
  const receiver = toReference(at(wire, 'receiver'));
  const amount = Math.abs(needed(toNumber(at(wire, 'amount')), 'amount'));
  const isOutgoing = sender?.uid === uid;
  return {
    transactionId: needed(nonEmpty(toText(at(wire, 'attributes', 'transaction_id'))), 'transaction id'),
    amount: isOutgoing && amount !== 0 ? -amount : amount,
    description: toText(at(wire, 'communication')) ?? '',
    ...present({ timestamp: toDate(at(wire, 'time')), counterparty: isOutgoing ? receiver : sender }),
  };
}

export function toPrivileges(wire: unknown): Privileges {
  const faction = present({
    uid: toFactionUid(at(wire, 'attributes', 'faction_id')),
    name: nonEmpty(toText(at(wire, 'attributes', 'faction_name'))),
  });
  const groups = toItems(wire, 'privilegegroup').flatMap((group) => {
    const name = nonEmpty(toText(at(group, 'attributes', 'name')));
    return name === undefined
      ? []
      : [{ name, privileges: toItems(group, 'privilege').flatMap((one) => toPrivilege(one) ?? []) }];
  });
  const name = faction.name ?? faction.uid;
  return { groups, ...(name !== undefined && { faction: { ...faction, name } }) };
}

export function toPrivilege(wire: unknown): Privilege | undefined {
  const name = nonEmpty(toText(at(wire, 'attributes', 'uid')));
  const isGranted = toBoolean(wire);
  return name === undefined || isGranted === undefined ? undefined : { name, isGranted };
}

/** What is not a list of scopes is broken: it must not read as "no permission". */
export function toPermissions(wire: unknown): Permission[] {
  return toItems(wire, 'permission').map((permission) => {
    const scopes = at(permission, 'scopes', 'scope');
    return {
      scopes: (Array.isArray(scopes) ? scopes : [scopes]).map((scope) =>
        toCanonicalScope(needed(nonEmpty(toText(scope)), 'name of a scope')),
      ),
      ...present({ expiresAt: toDate(at(permission, 'attributes', 'expires')) }),
    };
  });
}

/** Why a write answered with 200 was not done, in whatever form the wire says it; undefined when it says nothing. */
export function toFailureReason(wire: unknown): string | undefined {
  const candidates = [
    at(wire, 'failurereason'),
    at(wire, 'reason'),
    at(wire, 'error_message'),
    at(wire, 'message'),
    at(wire, 'status'),
    wire,
  ];
  return candidates.map((candidate) => nonEmpty(toText(candidate))).find((reason) => reason !== undefined);
}
