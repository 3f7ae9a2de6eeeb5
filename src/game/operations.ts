import { z } from 'zod';
import { freeText, paging, pathPart, receivers, uid, wholeNumber } from './parameters.ts';
import type { Page } from './records.ts';
import { coversScope, type Scope } from './scopes.ts';
import { needed, toItems } from './shape.ts';
import * as character from './toCharacterRecords.ts';
import * as galaxy from './toGalaxyRecords.ts';
import { at, isEmpty, toNumber } from './wire.ts';

/** A request of the wire: the path below the base, already encoded. */
export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  form?: Record<string, string | number | undefined>;
};

/** The payload under the envelope's single key (undefined where there is none), and the HTTP status it came with. */
export type WireAnswer = { payload: unknown; status: number };

/** A refusal inside a successful answer, with the service's reason. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * One operation of the interface document: what it needs, what it asks, what it gives. `token` says whether a request
 * carries one: `required`; `never`; or `ifAsked`, only when the service answers 401 without.
 */
export type Operation<P extends z.ZodType, R> = {
  isWrite: boolean;
  token: 'required' | 'never' | 'ifAsked';
  scope?: Scope;
  params: P;
  request: (params: z.output<P>) => WireRequest;
  record: (answer: WireAnswer, params: z.output<P>) => R;
};

type Row<P extends z.ZodType, R> = Omit<Operation<P, R>, 'isWrite' | 'token'>;

const read = <P extends z.ZodType, R>(row: Row<P, R> & { scope: Scope }): Operation<P, R> => ({
  ...row,
  isWrite: false,
  token: 'required',
});
const write = <P extends z.ZodType, R>(row: Row<P, R> & { scope: Scope }): Operation<P, R> => ({
  ...row,
  isWrite: true,
  token: 'required',
});
const openRead = <P extends z.ZodType, R>(row: Row<P, R>, token: 'never' | 'ifAsked'): Operation<P, R> => ({
  ...row,
  isWrite: false,
  token,
});
const get = (path: string, query?: WireRequest['query']): WireRequest => ({
  method: 'GET',
  path,
  ...(query && { query }),
});

/** Encodes every part that is put into a path. */
function path(literals: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: literals }, ...parts.map(encodeURIComponent));
}

const ofCharacter = z.strictObject({ uid });
const noParams = z.strictObject({}).default({});
const messageOf = z.strictObject({ uid, messageId: pathPart });
const privilegeOf = z.strictObject({ uid, privilegeGroup: pathPart, privilege: pathPart, faction_id: uid.optional() });
const galaxyPage = z.strictObject(paging(50)).prefault({});
const toScopes = ({ payload }: WireAnswer): string[] => [
  ...new Set(character.toPermissions(payload).flatMap(({ scopes }) => scopes)),
];

function galaxyList<R>(
  resource: string,
  singular: string,
  toItem: (wire: unknown) => R,
): Operation<typeof galaxyPage, Page<R>> {
  return openRead(
    {
      params: galaxyPage,
      request: (params) => get(`galaxy/${resource}/`, params),
      record: ({ payload }, params) => toPage(payload, singular, params, toItem),
    },
    'ifAsked',
  );
}

/** A list's payload `{attributes: {start, total, count}, <singular>: []}` → a page. */
function toPage<R>(
  payload: unknown,
  singular: string,
  asked: { start_index: number; item_count: number },
  toItem: (wire: unknown) => R,
): Page<R> {
  const items = toItems(payload, singular, asked.start_index).map(toItem);
  const startIndex = toNumber(at(payload, 'attributes', 'start')) ?? asked.start_index;
  const total = toNumber(at(payload, 'attributes', 'total')) ?? startIndex - 1 + items.length;
  // By what was asked: a service that ignores the index would otherwise keep an iteration going for ever.
  const hasMore = items.length > 0 && asked.start_index - 1 + items.length < total;
  return { total, startIndex, itemCount: asked.item_count, items, hasMore };
}

/** All operations by their dotted names; docs/wire.md, "Operations". */
export const operations = {
  'character.me': read({
    scope: 'CHARACTER_READ',
    params: noParams,
    request: () => get('character/'),
    record: ({ payload }) => character.toCharacter(payload),
  }),
  'character.get': read({
    scope: 'CHARACTER_READ',
    params: ofCharacter,
    request: ({ uid }) => get(path`character/${uid}`),
    record: ({ payload }) => character.toCharacter(payload),
  }),
  'character.getByHandle': openRead(
    {
      params: z.strictObject({ handle: pathPart }),
      request: ({ handle }) => get(path`character/handlecheck/${handle.trim()}`),
      record: ({ payload }) => character.toResolvedHandle(payload),
    },
    'never',
  ),
  'character.hasPermission': read({
    scope: 'CHARACTER_READ',
    params: z.strictObject({ uid, permission: freeText }),
    request: ({ uid }) => get(path`character/${uid}/permissions`),
    record: (answer, { permission }) => coversScope(toScopes(answer), permission),
  }),
  'character.messages.list': read({
    scope: 'MESSAGES_READ',
    params: z.strictObject({
      uid,
      mode: z.enum(['Sent', 'Received'], 'must be Sent or Received').optional(),
      ...paging(50),
    }),
    request: ({ uid, mode, ...page }) =>
      get(path`character/${uid}/messages` + (mode ? `/${mode.toLowerCase()}` : ''), page),
    record: ({ payload }, params) => toPage(payload, 'message', params, character.toMessage),
  }),
  'character.messages.get': read({
    scope: 'MESSAGES_READ',
    params: messageOf,
    request: ({ uid, messageId }) => get(path`character/${uid}/messages/${messageId}`),
    record: ({ payload }) => character.toMessage(payload),
  }),
  'character.messages.create': write({
    scope: 'MESSAGES_SEND',
    params: z.strictObject({ uid, receivers, communication: freeText }),
    request: ({ uid, receivers, communication }) => ({
      method: 'PUT',
      path: path`character/${uid}/messages`,
      form: { receivers: receivers.join(';'), communication },
    }),
    record: ({ payload }, { receivers }) => character.toSentMessage(payload, receivers),
  }),
  'character.messages.delete': write({
    scope: 'MESSAGES_DELETE',
    params: messageOf,
    request: ({ uid, messageId }) => ({ method: 'DELETE', path: path`character/${uid}/messages/${messageId}` }),
    record: () => undefined,
  }),
  'character.skills.list': read({
    scope: 'CHARACTER_SKILLS',
    params: ofCharacter,
    request: ({ uid }) => get(path`character/${uid}/skills`),
    record: ({ payload }) => character.toSkills(payload),
  }),
  'character.credits.get': read({
    scope: 'CHARACTER_CREDITS',
    params: ofCharacter,
    request: ({ uid }) => get(path`character/${uid}/credits`),
    record: ({ payload }) => character.toCredits(payload),
  }),
  'character.credits.transfer': write({
    scope: 'CREDITS_WRITE',
    params: z.strictObject({
      uid,
      amount: wholeNumber(1),
      recipient: uid,
      reason: z.string('must be text').optional(),
    }),
    request: ({ uid, ...form }) => ({ method: 'POST', path: path`character/${uid}/credits`, form }),
    record: ({ payload }, { amount }) => {
      const transfer = character.toTransfer(payload, amount);
      if ('failure' in transfer) throw new Refusal(transfer.failure);
      return transfer;
    },
  }),
  'character.creditlog.list': read({
    scope: 'CHARACTER_CREDITS',
    params: z.strictObject({ uid, start_id: wholeNumber(0).optional(), ...paging(1000) }),
    request: ({ uid, ...query }) => get(path`character/${uid}/creditlog`, query),
    record: ({ payload }, params) =>
      toPage(payload, 'transaction', params, (entry) => character.toCreditLogEntry(entry, params.uid)),
  }),
  'character.privileges.list': read({
    scope: 'CHARACTER_PRIVILEGES',
    params: z.strictObject({ uid, faction_id: uid.optional() }),
    request: ({ uid, ...query }) => get(path`character/${uid}/privileges`, query),
    record: ({ payload }) => character.toPrivileges(payload),
  }),
  'character.privileges.get': read({
    scope: 'CHARACTER_PRIVILEGES',
    params: privilegeOf,
    request: ({ uid, privilegeGroup, privilege, ...query }) =>
      get(path`character/${uid}/privileges/${privilegeGroup}/${privilege}`, query),
    record: ({ payload }) => needed(character.toPrivilege(payload), 'privilege'),
  }),
  'character.privileges.update': write({
    scope: 'CHARACTER_PRIVILEGES',
    params: privilegeOf.extend({ revoke: z.boolean('must be true or false').optional() }),
    request: ({ uid, privilegeGroup, privilege, faction_id, revoke }) => ({
      method: 'POST',
      path: path`character/${uid}/privileges/${privilegeGroup}/${privilege}`,
      query: { faction_id },
      // Any non-empty value revokes, even "false": the field is there only when revoking.
      form: { revoke: revoke ? 'true' : undefined },
    }),
    record: ({ payload, status }) => {
      // 201 is done, and so is an empty 200; a 200 that says anything says why it was not.
      if (status !== 201 && !isEmpty(payload))
        throw new Refusal(character.toFailureReason(payload) ?? 'no reason given');
    },
  }),
  'character.permissions.list': read({
    scope: 'CHARACTER_READ',
    params: ofCharacter,
    request: ({ uid }) => get(path`character/${uid}/permissions`),
    record: ({ payload }) => character.toPermissions(payload),
  }),
  'character.permissions.getScopes': read({
    scope: 'CHARACTER_READ',
    params: ofCharacter,
    request: ({ uid }) => get(path`character/${uid}/permissions`),
    record: toScopes,
  }),
  'galaxy.systems.list': galaxyList('systems', 'system', galaxy.toSystem),
  'galaxy.planets.list': galaxyList('planets', 'planet', galaxy.toPlanet),
  'galaxy.sectors.list': galaxyList('sectors', 'sector', galaxy.toSector),
  'galaxy.stations.list': galaxyList('stations', 'station', galaxy.toStation),
  'galaxy.cities.list': galaxyList('cities', 'city', galaxy.toCity),
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
