import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import type { ArgValues } from '../../../src/view/customId.ts';
import { noticeView, UserError } from '../../../src/view/errorView.ts';
import { cutPage } from '../../../src/view/pager.ts';
import { noteContacts } from '../../characters/contacts.ts';
import type { CreditsTexts } from '../en.ts';
import type { logIds } from '../ids.ts';
import { readWholeLog } from '../readLog.ts';
import { FILTER, filterLog, type LogFilter, sumUp } from './filter.ts';
import { readToShow } from './keptLog.ts';
import { creditLogView, exportView, filteredExportView } from './logView.ts';

export type Context = HandlerContext<['CHARACTER_CREDITS'], CreditsTexts>;
type Listed = Context & { args: ArgValues<typeof logIds.export.args> };

const ENTRIES_PER_PAGE = 12;
const REPORT_EVERY_MS = 1_000;

/** A page of a window, or of what a filter leaves of it. */
export async function showCreditLog(context: Context & { args: ArgValues<typeof logIds.page.args> }) {
  const { texts, args } = context;
  const { items: all, ...found } = await readListed(context);
  const ordered = found.window === 'oldest' ? all.toReversed() : all;
  const shown = cutPage(texts, ordered, args.page, ENTRIES_PER_PAGE);
  const counterparties = shown.items.flatMap(({ counterparty }) => counterparty ?? []);
  await noteContacts(context, counterparties);
  return creditLogView(texts, { ...shown, ...found, sums: sumUp(all) });
}

/** The first page of what a filter leaves. */
export async function showFiltered(context: Context, window: 'newest' | 'oldest', filter: LogFilter) {
  const isFiltered = Object.values(filter).some((each) => each !== undefined);
  const { tickets } = context.services;
  const ticket = isFiltered ? await tickets.issue(FILTER, context.person, filter, tickets.idOf(filter)) : undefined;
  return await showCreditLog({ ...context, args: { window, filter: ticket, page: 1 } });
}

async function readListed(context: Listed) {
  const { services, person, texts } = context;
  const { filter: ticket, window, month } = context.args;
  const asked = ticket === undefined ? { month } : await services.tickets.peek(FILTER, ticket, person.id);
  if (!asked) throw new UserError(texts.errors.ticketGone);
  const log = await readToShow(context, window);
  const { items, name } = filterLog(log.entries, asked);
  return { log, window, items, ...(ticket !== undefined && { filter: { ...asked, name, ticket } }) };
}

/** What a filter or a month leaves, as a CSV file; without them the whole log, as much of it as can be read in time. */
export async function exportCreditLog(context: Listed) {
  const { texts, showProgress, args } = context;
  if (args.filter !== undefined || args.month !== undefined)
    return filteredExportView(texts, await readListed(context));
  let reportedAt = Date.now();
  const copy = await readWholeLog(context, async (count) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = Date.now();
    await showProgress(noticeView(texts.csv.reading(count)));
  });
  return exportView(texts, copy);
}
