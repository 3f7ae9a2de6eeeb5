import type { WireRequest } from './operation.ts';
import { at, nonEmpty, toText } from './wire.ts';

/** How the service names a faction in `faction_id`: by UID (`20:501`), or by the number in it
 * (docs/interface.md, "Decisions"). Its responses show which; until then it is the UID. */
export type FactionIds = { areNumbers: boolean };

const FACTION_TYPE = '20';

/** A faction's UID, from either form; undefined if there is none. */
export function toFactionUid(wire: unknown): string | undefined {
  const text = nonEmpty(toText(wire))?.trim();
  if (text === undefined || !/^\d+$/.test(text)) return text;
  return Number(text) === 0 ? undefined : `${FACTION_TYPE}:${text}`;
}

/** The request with `faction_id` in the form that the service uses. */
export function withFactionId(request: WireRequest, { areNumbers }: FactionIds): WireRequest {
  const [type, number] = String(request.query?.['faction_id'] ?? '').split(':');
  const query = { ...request.query, faction_id: number };
  return areNumbers && type === FACTION_TYPE ? { ...request, query } : request;
}

/** Notes the form that the service used if the payload names a faction. */
export function noteFactionIds(payload: unknown, known: FactionIds): void {
  const text = toText(at(payload, 'attributes', 'faction_id'))?.trim() ?? '';
  if (/^\d+(:\d+)?$/.test(text)) known.areNumbers = !text.includes(':');
}
