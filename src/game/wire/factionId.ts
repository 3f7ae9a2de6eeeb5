import type { WireRequest } from '../operation.ts';
import { toUid } from './records.ts';
import { at, toText } from './wire.ts';
import type { WireForms } from './wireForms.ts';

export type FactionIds = ReturnType<typeof createFactionIds>;

const FACTION_TYPE = '20';

/** A faction's UID, from either form; undefined if there is none. */
export const toFactionUid = (wire: unknown): string | undefined => toUid(FACTION_TYPE, wire);

/** The service names a faction in `faction_id` by UID (`20:501`) or by the number in it
 * (docs/interface.md, "Decisions"). Its responses show which; until then, the UID is used. */
export function createFactionIds(forms: WireForms | undefined) {
  let known: Awaited<ReturnType<WireForms['get']>>;
  let stored: typeof known;
  return {
    /** The request with `faction_id` in the form that the service uses. */
    async applyTo(request: WireRequest): Promise<WireRequest> {
      const [type, number] = String(request.query?.['faction_id'] ?? '').split(':');
      if (type !== FACTION_TYPE || number === undefined) return request;
      // The form may be stored from an earlier response.
      if (known === undefined) stored ??= await forms?.get('faction_id').catch(() => undefined);
      return (known ?? stored) === 'number' ? { ...request, query: { ...request.query, faction_id: number } } : request;
    },
    /** Notes the form that the service used if the payload names a faction. */
    async note(payload: unknown): Promise<void> {
      const text = toText(at(payload, 'attributes', 'faction_id'))?.trim() ?? '';
      if (!/^\d+(:\d+)?$/.test(text)) return;
      const form = text.includes(':') ? 'uid' : 'number';
      if (form === known) return;
      known = form;
      await forms?.set('faction_id', form).catch(() => {});
    },
  };
}
