import { commandsIn } from '../../../src/discord/declare/command.ts';
import { monthOf, parseDay } from '../../../src/view/day.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { nameIn } from '../../../src/view/language.ts';
import { plain } from '../../../src/view/text.ts';
import { CHARACTER_OPTION } from '../../characters/contacts.ts';
import { TEXTS } from '../en.ts';
import { logIds } from '../ids.ts';
import { noteLogChange } from '../logChange.ts';
import { DIRECTIONS } from './filter.ts';
import { readToShow } from './keptLog.ts';
import { toReport } from './report.ts';
import { reportView } from './reportView.ts';
import { type Context, exportCreditLog, showCreditLog, showFiltered } from './showLog.ts';

const { subcommand, on, update, reply, pages } = commandsIn(TEXTS);

const OF_LOG = { subcommand: 'log', needs: ['CHARACTER_CREDITS'] } as const;
const OF_REPORT = { ...OF_LOG, subcommand: 'report' } as const;

export const log = subcommand({
  description: ({ descriptions }) => descriptions.log,
  needs: OF_LOG.needs,
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
    const filter = { ...options, since: since === undefined ? undefined : readDay(context, since, 'since') };
    return await showFiltered(context, oldest ? 'oldest' : 'newest', filter);
  },
});

export const report = subcommand({
  description: ({ descriptions }) => descriptions.report,
  needs: OF_REPORT.needs,
  options: { month: { kind: 'text', description: ({ descriptions }) => descriptions.month, maxLength: 40 } },
  run: async ({ options: { month }, ...context }) => {
    const now = context.game.now();
    const at = month === undefined ? now : readDay(context, month, 'month');
    return await showReport({ ...context, args: { month: monthOf(at) } });
  },
});

export const logActions = on(logIds, {
  log: reply({ ...OF_LOG, run: (context) => showFiltered(context, 'newest', {}) }),
  ...pages(logIds, 'page', { ...OF_LOG, show: showCreditLog }),
  refresh: update({
    ...OF_LOG,
    run: async (context) => {
      await noteLogChange(context);
      return await showCreditLog({ ...context, args: { ...context.args, page: 1 } });
    },
  }),
  export: reply({ ...OF_LOG, run: exportCreditLog }),
  report: update({ ...OF_REPORT, run: showReport }),
  entries: reply({
    ...OF_REPORT,
    run: ({ args: { month }, values: [uid], ...context }) => showFiltered(context, 'newest', { month, with: uid }),
  }),
});

/** Throws a UserError for what isn't a day, or is later than now. */
function readDay({ texts, game }: Pick<Context, 'texts' | 'game'>, typed: string, option: 'since' | 'month'): number {
  const day = parseDay(typed, game.now());
  if (day === undefined || day > game.now())
    throw new UserError(texts.log.notADay(plain(typed, 40), nameIn(texts, option)));
  return day;
}

async function showReport(context: Context & { args: { month: number } }) {
  const { texts, args, services, person, deadline, game } = context;
  const log = await readToShow(context, 'newest', true);
  const shown = toReport(log, args.month, game.now());
  const { start, next, end, steps } = shown;
  const wait = { person: person.id, signal: deadline.signal };
  const drawing = steps && services.maps.render({ language: texts.language, from: start, to: next, end, steps }, wait);
  // The words are enough if it can't be drawn now.
  return reportView(texts, shown, log, await drawing?.catch(() => undefined));
}
