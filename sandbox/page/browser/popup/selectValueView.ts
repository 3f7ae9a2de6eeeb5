import { h } from '../dom/h.ts';
import type { Choice } from './listbox.ts';

/** What is chosen, with its pictures, on one line; of several also how many, as the line may not have room for all of them. */
export function selectValueView(chosen: Choice[]): HTMLElement[] {
  const names = h(
    'span',
    { class: 'select-names' },
    chosen.map((choice, index) => [
      index > 0 && ', ',
      choice.picture && h('span', { class: 'select-picture' }, choice.picture()),
      choice.label,
    ]),
  );
  return chosen.length > 1 ? [names, h('span', { class: 'select-count' }, chosen.length)] : [names];
}
