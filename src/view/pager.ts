import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Page } from '../game/operation.ts';
import type { KitTexts } from './en.ts';
import { UserError } from './errorView.ts';
import { button, buttons, type ModalView, modal } from './message.ts';
import { plain } from './text.ts';

type List = Pick<Page<unknown>, 'startIndex' | 'itemCount' | 'total'> & { hasMore?: boolean };
export type PagePosition = { page: number; pages: number };
export type PageButton = keyof typeof PAGER;

/** Icons, because five buttons with words don't fit one row on a phone. */
export const PAGER = { first: '⏮️', previous: '◀️', next: '▶️', last: '⏭️' } as const;

const PAGE_FIELD = 'page';
const MAX_DIGITS = 12;

/** The parameters of a list's operation for a page, 1-based. */
export function toPaging(page: number, itemsPerPage: number): { start_index: number; item_count: number } {
  return { start_index: (page - 1) * itemsPerPage + 1, item_count: itemsPerPage };
}

/** The page with this number, even if the service sent more items than requested. */
export function toOwnPage<T>(list: Page<T>, page: number): Page<T> {
  const { items, itemCount } = list;
  if (items.length <= itemCount) return list;
  const startIndex = Math.max(list.startIndex, toPaging(page, itemCount).start_index);
  return { ...list, startIndex, items: items.slice(startIndex - list.startIndex).slice(0, itemCount) };
}

/** One page of a complete list. Throws a {@link UserError} past its end. */
export function cutPage<T>(texts: KitTexts, all: readonly T[], page: number, itemCount: number): Page<T> {
  const [first, end, total] = [(page - 1) * itemCount, page * itemCount, all.length];
  const list = { items: all.slice(first, end), startIndex: first + 1, itemCount, total, hasMore: end < total };
  checkPage(texts, page, list);
  return list;
}

/** The page's number, 1-based. An empty list has one page, too. */
export function toPosition({ startIndex, itemCount, total, hasMore }: List): PagePosition {
  const page = Math.floor((startIndex - 1) / itemCount) + 1;
  return { page, pages: Math.max(1, Math.ceil(total / itemCount), hasMore ? page + 1 : 0) };
}

/** The range of the items, and the total if the service sends it. */
export function toRange({ pager }: KitTexts, { startIndex, items, total, hasMore }: Page<unknown>): string {
  const last = startIndex + items.length - 1;
  return pager.range(startIndex, last, hasMore && total <= last ? undefined : total);
}

/** Throws a {@link UserError} for a page past the end of the list. */
export function checkPage({ pager }: KitTexts, page: number, list: List): void {
  const { pages } = toPosition(list);
  if (page < 1 || page > pages) throw new UserError(pager.pastTheEnd(page, pages));
}

/** First, previous, this page (opens the form for a page number), next, last. Undefined for a
 * single page. `paged` declares the ids; `args` are the list's own arguments. */
export function pagerRow<A extends object>(
  { pager }: KitTexts,
  { page, pages }: PagePosition,
  toPage: (args: NoInfer<A> & { page: number }, role: PageButton) => string,
  toJump: (args: NoInfer<A> & { pages: number }) => string,
  args: A,
): ReturnType<typeof buttons> {
  if (page === 1 && pages === 1) return undefined;
  const [isFirst, isLast] = [page <= 1, page >= pages];
  const turn = (role: PageButton, to: number, disabled: boolean): APIButtonComponent => {
    const look = { style: ButtonStyle.Secondary, emoji: { name: PAGER[role] } } as const;
    return { type: ComponentType.Button, ...look, custom_id: toPage({ ...args, page: to }, role), disabled };
  };
  return buttons(
    turn('first', 1, isFirst),
    turn('previous', Math.max(1, Math.min(page - 1, pages)), isFirst),
    button(pager.position(page, pages), toJump({ ...args, pages })),
    turn('next', Math.min(page + 1, pages), isLast),
    turn('last', pages, isLast),
  );
}

export function jumpModal({ pager }: KitTexts, customId: string, pages: number): ModalView {
  const limits = { minLength: 1, maxLength: MAX_DIGITS, placeholder: String(pages) };
  return modal(pager.jumpTitle, customId, { customId: PAGE_FIELD, label: pager.jumpLabel(pages), ...limits });
}

/** The number typed into {@link jumpModal}. Throws a {@link UserError} if there's no such page. */
export function readPage({ pager }: KitTexts, fields: Readonly<Record<string, string>>, pages: number): number {
  const typed = (fields[PAGE_FIELD] ?? '').trim();
  const page = /^\d+$/.test(typed) ? Number(typed) : 0;
  if (page < 1 || page > pages) throw new UserError(pager.notAPage(plain(typed, 40), pages));
  return page;
}
