import type { ComponentChildren } from 'preact';

/** One line of a list to choose from. */
export type Choice = {
  value: string;
  label: string;
  description?: string;
  /** Drawn before the label. */
  picture?: ComponentChildren;
  /** Small text at the end of the line. */
  hint?: string;
};

/** The matching choices: labels that begin with the text, then others, then descriptions, hints. */
export function filterChoices(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const rank = ({ label, description = '', hint = '' }: Choice): number => {
    const at = label.toLocaleLowerCase().indexOf(wanted);
    if (at !== -1) return at === 0 || label[at - 1] === '/' ? 0 : 1;
    return `${description} ${hint}`.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  return choices.filter((choice) => rank(choice) < 3).sort((one, other) => rank(one) - rank(other));
}
