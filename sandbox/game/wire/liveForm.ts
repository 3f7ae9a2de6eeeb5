import type { Quirks } from '../quirks.ts';

type Form = Pick<Quirks, 'htmlEntities' | 'nullsInLists' | 'emptyWholeLists'>;

const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#039' };
/** The lists that may be empty, and the value that replaces them then. */
const EMPTY_LISTS: Readonly<Record<string, unknown>> = { messages: '', transactions: [], systems: {}, planets: null };
const ITEMS = ['message', 'transaction', 'system', 'planet', 'sector', 'station', 'city'];

/** A payload in the enabled forms of the live service. */
export function toLiveForm(payload: Readonly<Record<string, unknown>>, form: Form): unknown {
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => {
      const isEmpty =
        key in EMPTY_LISTS && Number((value as { attributes?: { total: unknown } }).attributes?.total) === 0;
      return [key, form.emptyWholeLists && isEmpty ? EMPTY_LISTS[key] : convert(value, form)];
    }),
  );
}

function convert(value: unknown, form: Form, key = ''): unknown {
  if (typeof value === 'string')
    return form.htmlEntities ? value.replace(/[&<>"']/g, (it) => `&${ENTITIES[it]};`) : value;
  if (Array.isArray(value)) {
    const converted = value.map((item) => convert(item, form));
    return form.nullsInLists && ITEMS.includes(key) && value.length > 0 ? [null, ...converted] : converted;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, convert(inner, form, name)]));
}
