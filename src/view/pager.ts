import type { APIComponentInContainer } from 'discord-api-types/v10';
import type { Page } from '../game/operation.ts';
import { Mistake } from './errorView.ts';
import { button, buttons, type ModalView, modal } from './message.ts';
import { plain } from './text.ts';
import type { Words } from './words/wordsFor.ts';

export type PagePosition = { page: number; pages: number };
export type PageButton = 'first' | 'previous' | 'next' | 'last';

const PAGE_FIELD = 'page';
const MOST_DIGITS = 12;

/** Which page this is, 1-based. A list has at least one page, be it empty. */
export function toPosition({
  startIndex,
  itemCount,
  total,
}: Pick<Page<unknown>, 'startIndex' | 'itemCount' | 'total'>): PagePosition {
  return { page: Math.floor((startIndex - 1) / itemCount) + 1, pages: Math.max(1, Math.ceil(total / itemCount)) };
}

/**
 * First, Previous, where we are, Next, Last. `idFor` gives the custom id of a button that leads to a page; the roles keep
 * the ids apart. With `jumpId` the middle button leads to an action that opens {@link jumpModal}. Where there is one page only, nothing.
 */
export function pagerRow(
  words: Words,
  { page, pages }: PagePosition,
  idFor: (role: PageButton | 'here', page: number) => string,
  jumpId?: string,
): APIComponentInContainer | undefined {
  if (page === 1 && pages === 1) return undefined;
  const { pager } = words;
  const [isFirst, isLast] = [page <= 1, page >= pages];
  return buttons(
    button(pager.first, idFor('first', 1), { isDisabled: isFirst }),
    button(pager.previous, idFor('previous', Math.max(1, Math.min(page - 1, pages))), {
      style: 'primary',
      isDisabled: isFirst,
    }),
    button(pager.position(page, pages), jumpId ?? idFor('here', page), {
      isDisabled: jumpId === undefined,
    }),
    button(pager.next, idFor('next', Math.min(page + 1, pages)), { style: 'primary', isDisabled: isLast }),
    button(pager.last, idFor('last', pages), { isDisabled: isLast }),
  );
}

/** Asks for a page to go to; {@link readPage} reads the answer. */
export function jumpModal({ pager }: Words, customId: string, pages: number): ModalView {
  return modal(pager.jumpTitle, customId, {
    customId: PAGE_FIELD,
    label: pager.jumpLabel(pages),
    minLength: 1,
    maxLength: MOST_DIGITS,
    placeholder: String(pages),
  });
}

/** The page that was typed into {@link jumpModal}; throws a {@link Mistake} when it is no number from 1 on. */
export function readPage(fields: Readonly<Record<string, string>>): number {
  const typed = (fields[PAGE_FIELD] ?? '').trim();
  const page = /^\d+$/.test(typed) ? Number(typed) : 0;
  if (page < 1) throw new Mistake(({ pager }) => pager.noPage(plain(typed)));
  return page;
}
