import type { APIComponentInContainer } from 'discord-api-types/v10';
import type { Page } from '../game/records.ts';
import { button, buttons } from './message.ts';
import type { Words } from './words/wordsFor.ts';

export type PagePosition = { page: number; pages: number };
export type PageButton = 'first' | 'previous' | 'next' | 'last';

/** Which page this is, 1-based. A list has at least one page, be it empty. */
export function toPosition({
  startIndex,
  itemCount,
  total,
}: Pick<Page<unknown>, 'startIndex' | 'itemCount' | 'total'>): PagePosition {
  return { page: Math.floor((startIndex - 1) / itemCount) + 1, pages: Math.max(1, Math.ceil(total / itemCount)) };
}

/** First, Previous, where we are, Next, Last. `idFor` gives the custom id of a button that leads to a page; the roles keep the ids apart. */
export function pagerRow(
  words: Words,
  { page, pages }: PagePosition,
  idFor: (role: PageButton | 'here', page: number) => string,
): APIComponentInContainer {
  const { pager } = words;
  const [isFirst, isLast] = [page <= 1, page >= pages];
  return buttons(
    button(pager.first, idFor('first', 1), { isDisabled: isFirst }),
    button(pager.previous, idFor('previous', Math.max(1, Math.min(page - 1, pages))), {
      style: 'primary',
      isDisabled: isFirst,
    }),
    button(pager.position(page, pages), idFor('here', page), { isDisabled: true }),
    button(pager.next, idFor('next', Math.min(page + 1, pages)), { style: 'primary', isDisabled: isLast }),
    button(pager.last, idFor('last', pages), { isDisabled: isLast }),
  );
}
