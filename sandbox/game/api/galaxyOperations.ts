import { ServiceError } from '../errors.ts';
import { toWirePlace } from '../wire/galaxyRecord.ts';
import type { PlaceKind } from '../world/galaxy.ts';
import { type Operation, operation } from './call.ts';
import { toSlice } from './paging.ts';

const MAX_ITEMS = 50;

function list(resource: string, kind: PlaceKind): Operation {
  return operation(`galaxy.${resource}.list`, `GET galaxy/${resource}`, 'galaxy', (call) => {
    const { query, world } = call;
    if (!query.has('start_index') && !query.has('item_count')) {
      throw new ServiceError(404, `galaxy/${resource} is found only with start_index and item_count`);
    }
    const slice = toSlice(call, MAX_ITEMS);
    const { total, items } = world.galaxy.list(kind, slice);
    const attributes = { start: slice.startIndex, total, count: items.length };
    return { payload: { [resource]: { attributes, [kind]: items.map((place) => toWirePlace(call, place)) } } };
  });
}

/** Without a paging parameter, each list is a 404, like `sectors` on the live service. */
export const galaxyOperations: readonly Operation[] = [
  list('systems', 'system'),
  list('planets', 'planet'),
  list('sectors', 'sector'),
  list('stations', 'station'),
  list('cities', 'city'),
];
