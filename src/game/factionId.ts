import { at, nonEmpty, toText } from './wire.ts';

/**
 * How the service names a faction in `faction_id`: by UID (`20:501`), or by the number in it (docs/wire.md, "Learned from
 * other clients"). Known from its answers, and a UID until there is one.
 */
export type FactionIds = { areNumbers: boolean };

const FACTION_TYPE = '20';

/** A faction's UID, from either form; undefined for none. */
export function toFactionUid(wire: unknown): string | undefined {
  const text = nonEmpty(toText(wire))?.trim();
  if (text === undefined || !/^\d+$/.test(text)) return text;
  return Number(text) === 0 ? undefined : `${FACTION_TYPE}:${text}`;
}

/** The form in which a faction's UID is sent to the service. */
export function toFactionId(uid: string | undefined, { areNumbers }: FactionIds): string | undefined {
  const [type, number] = uid?.split(':') ?? [];
  return areNumbers && type === FACTION_TYPE ? number : uid;
}

/** Notes the form that the service used, where a payload names a faction. */
export function learnFactionIds(payload: unknown, known: FactionIds): void {
  const text = toText(at(payload, 'attributes', 'faction_id'))?.trim() ?? '';
  if (/^\d+(:\d+)?$/.test(text)) known.areNumbers = !text.includes(':');
}
