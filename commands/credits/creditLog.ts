import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { checkPage } from '../../src/view/pager.ts';
import { noteContacts } from '../characters/contacts.ts';
import type { CreditsTexts } from './en.ts';
import { creditLogView, exportView } from './logViews.ts';
import { type LogWindow, readWholeLog, readWindow } from './readLog.ts';

type Context = HandlerContext<['CHARACTER_CREDITS'], CreditsTexts>;

const ENTRIES_PER_PAGE = 12;
const REPORT_EVERY_MS = 1_000;

/** A page of a window. Services order it differently, so all of the window is read. */
export async function showCreditLog(
  context: Context & { args: { window: LogWindow; page: number } },
): Promise<MessageView> {
  const { texts } = context;
  const { window, page } = context.args;
  const entries = await readWindow(context, window);
  const all = window === 'oldest' ? entries.toReversed() : entries;
  const first = (page - 1) * ENTRIES_PER_PAGE;
  const items = all.slice(first, first + ENTRIES_PER_PAGE);
  const shown = { items, total: all.length, startIndex: first + 1, itemCount: ENTRIES_PER_PAGE };
  checkPage(texts, page, shown);
  const counterparties = items.flatMap(({ counterparty }) => counterparty ?? []);
  await noteContacts(context, counterparties);
  return creditLogView(texts, shown, window);
}

/** The log as a CSV file, as much of it as can be read in time. */
export async function exportCreditLog(context: Context): Promise<MessageView> {
  const { texts, showProgress } = context;
  let reportedAt = Date.now();
  const copy = await readWholeLog(context, async (count) => {
    if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = Date.now();
    await showProgress(noticeView(texts.csv.reading(count)));
  });
  return exportView(texts, copy);
}
