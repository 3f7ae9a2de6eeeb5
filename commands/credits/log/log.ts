import { commandsIn } from '../../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import type { ArgValues } from '../../../src/view/customId.ts';
import { monthOf, readDay } from '../../../src/view/day.ts';
import { Expired, noticeView } from '../../../src/view/errorView.ts';
import { cutPage } from '../../../src/view/pager.ts';
import { CHARACTER_OPTION, noteContacts } from '../../characters/contacts.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { logIds } from '../ids.ts';
import { noteLogChange } from '../logChange.ts';
import { readWholeLog } from '../readLog.ts';
import { DIRECTIONS, FILTER, filterLog, type LogFilter, sumUp } from './filter.ts';
import { readToShow } from './keptLog.ts';
import { creditLogView, exportView, filteredExportView } from './logView.ts';
import { reportView, toReport } from './report.ts';

const { subcommand, on, update, reply, pages } = commandsIn(TEXTS);

type Context = HandlerContext<['CHARACTER_CREDITS'], CreditsTexts>;
type Listed = Context & { args: ArgValues<typeof logIds.export.args> };

const ENTRIES_PER_PAGE = 12;
const REPORT_EVERY_MS = 1_000;

const LOG_ACTION = { subcommand: 'log', needs: ['CHARACTER_CREDITS'] } as const;
const REPORT_ACTION = { ...LOG_ACTION, subcommand: 'report' } as const;

export const log = subcommand({
  description: ({ descriptions }) => descriptions.log,
  needs: LOG_ACTION.needs,
  options: {
    with: { ...CHARACTER_OPTION, description: ({ descriptions }) => descriptions.with },
    direction: {
      kind: 'choice',
      description: ({ descriptions }) => descriptions.direction,
      choices: DIRECTIONS,
      labels: ({ log }) => log.directions,
    },
    text: { kind: 'text', description: ({ descriptions }) => descriptions.text, maxLength: 200 },
    since: { kind: 'text', description: ({ descriptions }) => descriptions.since, maxLength: 40 },
    minimum: { kind: 'amount', description: ({ descriptions }) => descriptions.minimum },
    oldest: { kind: 'boolean', description: ({ descriptions }) => descriptions.oldest },
  },
  run: async ({ options: { oldest, since, ...options }, ...context }) => {
    const { texts, game } = context;
    const after = since === undefined ? undefined : readDay(texts, since, game.now(), 'since');
    return await showFiltered(context, oldest ? 'oldest' : 'newest', { ...options, since: after });
  },
});

export const report = subcommand({
  description: ({ descriptions }) => descriptions.report,
  needs: REPORT_ACTION.needs,
  options: { month: { kind: 'text', description: ({ descriptions }) => descriptions.month, maxLength: 40 } },
  run: async ({ options: { month }, ...context }) => {
    const at = month === undefined ? context.game.now() : readDay(context.texts, month, context.game.now(), 'month');
    return await showReport({ ...context, args: { month: monthOf(at) } });
  },
});

export const logActions = on(logIds, {
  log: reply({ ...LOG_ACTION, run: (context) => showFiltered(context, 'newest', {}) }),
  ...pages(logIds, 'page', { ...LOG_ACTION, show: showCreditLog }),
  refresh: update({
    ...LOG_ACTION,
    run: async (context) => {
      await noteLogChange(context);
      return await showCreditLog({ ...context, args: { ...context.args, page: 1 } });
    },
  }),
  export: reply({ ...LOG_ACTION, run: exportCreditLog }),
  report: update({ ...REPORT_ACTION, run: showReport }),
  entries: reply({
    ...REPORT_ACTION,
    run: ({ args: { month }, values: [uid], ...context }) => showFiltered(context, 'newest', { month, with: uid }),
  }),
});

async function showCreditLog(context: Context & { args: ArgValues<typeof logIds.page.args> }) {
  const { texts, args } = context;
  const { items: all, ...found } = await readListed(context);
  const ordered = found.window === 'oldest' ? all.toReversed() : all;
  const shown = cutPage(texts, ordered, args.page, ENTRIES_PER_PAGE);
  const counterparties = shown.items.flatMap(({ counterparty }) => counterparty ?? []);
  await noteContacts(context, counterparties);
  return creditLogView(texts, { ...shown, ...found, sums: sumUp(all) });
}

async function showFiltered(context: Context, window: 'newest' | 'oldest', filter: LogFilter) {
  const isFiltered = Object.values(filter).some((each) => each !== undefined);
  const { tickets } = context.services;
  const ticket = isFiltered ? await tickets.issue(FILTER, context.person, filter, tickets.idOf(filter)) : undefined;
  return await showCreditLog({ ...context, args: { window, filter: ticket, page: 1 } });
}

async function readListed(context: Listed) {
  const { services, person, texts } = context;
  const { filter: ticket, window, month } = context.args;
  const asked = ticket === undefined ? { month } : await services.tickets.peek(FILTER, ticket, person.id);
  if (!asked) throw new Expired(texts.errors.ticketGone);
  const log = await readToShow(context, window);
  const { items, name } = filterLog(log.entries, asked);
  return { log, window, items, ...(ticket !== undefined && { filter: { ...asked, name, ticket } }) };
}

/** The filtered entries or a month's as a CSV file; otherwise as much as can be read in time. */
async function exportCreditLog(context: Listed) {
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

async function showReport(context: Context & { args: { month: number } }) {
  const { texts, args, services, person, deadline, game } = context;
  const log = await readToShow(context, 'newest', true);
  const shown = toReport(log, args.month, game.now());
  const { start, next, end, steps } = shown;
  const wait = { person: person.id, signal: deadline.signal };
  const drawing = steps && services.maps.render({ language: texts.language, from: start, to: next, end, steps }, wait);
  // The text is enough if it can't be drawn.
  return reportView(texts, shown, log, await drawing?.catch(() => undefined));
}
