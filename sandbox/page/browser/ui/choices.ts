import type { ComponentChildren } from 'preact';

/** One line of a list to choose from. */
export type Choice = {
  value: string;
  label: string;
  description?: string;
  /** Drawn before the label. */
  picture?: ComponentChildren;
  /** Small, at the end of the line. */
  hint?: string;
};

/** The items whose text holds what is typed: names that begin with it first, then names that hold it, then other texts. */
export function search<Item>(
  items: readonly Item[],
  typed: string,
  textsOf: (item: Item) => { names: string[]; more: string },
): Item[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const rank = (item: Item): number => {
    const { names, more } = textsOf(item);
    const places = names.map((name) => name.toLocaleLowerCase().indexOf(wanted)).filter((place) => place !== -1);
    if (places.length > 0) return places.includes(0) ? 0 : 1;
    return more.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((found) => found.rank < 3);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

/** The choices that hold what is typed in their label, description or hint. */
export function filterChoices(choices: readonly Choice[], typed: string): Choice[] {
  return search(choices, typed, ({ label, description = '', hint = '' }) => ({
    names: [label],
    more: `${description} ${hint}`,
  }));
}
