import type { Choice } from './listbox.ts';

/** Choices whose label or description holds the text, those that begin with it first. */
export function filterChoices(choices: Choice[], query: string): Choice[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return choices;
  const rank = ({ label, description, hint }: Choice): number => {
    if (label.toLocaleLowerCase().startsWith(wanted)) return 0;
    if (label.toLocaleLowerCase().includes(wanted)) return 1;
    return `${description ?? ''} ${hint ?? ''}`.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((entry) => entry.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}
