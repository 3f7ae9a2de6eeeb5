import { KINDS, type Kind } from '../../src/galaxy/places.ts';
import { type IdFor, idIfFits } from '../../src/view/customId.ts';
import { button, type Choosable, select } from '../../src/view/message.ts';

export const SORTS = ['name', 'population', 'distance'] as const;

/** In place of a UID: where the person's own character is. */
export const ME = 'me';

/** Which places a list shows, in which order; `sector`, `owner`, `type` and `from` are UIDs. */
export type ListQuery = {
  kind: Kind;
  sort: (typeof SORTS)[number];
  sector?: string | undefined;
  owner?: string | undefined;
  type?: string | undefined;
  /** Where distances are measured from. */
  from?: string | undefined;
  minPopulation?: number | undefined;
  radius?: number | undefined;
};

/** A view that one can go back to: a place's card, a page of a list, or the bookmarks. */
export type Step = { card: string } | { list: ListQuery; page: number } | 'bookmarks';

/** The steps to a view, the oldest first; the last one is the view itself. */
export type Way = readonly Step[];

const BOOKMARKS = 'b';
const LIST = /^(\d)(\d)([^!]*)!(\d+)$/;
const MAX_CHOICES = 25;

/** The way in a custom id: of characters that stay as they are there. */
export function writeWay(way: Way): string {
  return way.map(writeStep).join('_');
}

/** Reads {@link writeWay}. */
export function readWay(text: string): Way {
  return text.split('_').map(readStep);
}

function writeStep(step: Step): string {
  if (step === 'bookmarks') return BOOKMARKS;
  if ('card' in step) return step.card.replace(':', '-');
  const { kind, sort, sector, owner, type, from, minPopulation, radius } = step.list;
  const filters = [sector, owner, type, from, minPopulation, radius].map((each) =>
    String(each ?? '').replace(':', '-'),
  );
  return `${KINDS.indexOf(kind)}${SORTS.indexOf(sort)}${filters.join('.').replace(/\.+$/, '')}!${step.page}`;
}

function readStep(text: string): Step {
  if (text === BOOKMARKS) return 'bookmarks';
  const [, kind, sort, filters = '', page] = LIST.exec(text) ?? [];
  if (page === undefined) return { card: text.replace('-', ':') };
  const [sector, owner, type, from, minPopulation, radius] = filters
    .split('.')
    .map((each) => each.replace('-', ':') || undefined);
  const numbers = { minPopulation: toNumber(minPopulation), radius: toNumber(radius) };
  const order = { kind: KINDS[Number(kind)] ?? 'sectors', sort: SORTS[Number(sort)] ?? 'name' };
  return { list: { ...order, sector, owner, type, from, ...numbers }, page: Number(page) };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Custom ids with as many of the way's last steps as fit; undefined if one is too long even for the last. */
export function idsOnWay<T>(way: Way, toIds: (way: string) => T): T | undefined {
  return way.map((_, first) => idIfFits(() => toIds(writeWay(way.slice(first))))).find((ids) => ids !== undefined);
}

/** A button to the last step of the way; false if there's none. */
export function goButton(idFor: IdFor, label: string, way: Way, role?: string) {
  const id = idsOnWay(way, (text) => idFor('go', { way: text }, role));
  return id !== undefined && button(label, id);
}

/** A select that opens the card of the chosen place; false without choices. Each value is a UID. */
export function openSelect(idFor: IdFor, way: Way, choices: readonly Choosable[], placeholder: string) {
  const id = idsOnWay(way, (text) => idFor('open', { way: text }));
  // Discord refuses a value that is there twice.
  const unique = [...new Map(choices.map((choice) => [choice.value, choice])).values()].slice(0, MAX_CHOICES);
  return id !== undefined && unique.length > 0 && select(id, unique, { placeholder });
}
