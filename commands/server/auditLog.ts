import type { TrailEntry } from '../../src/account/trail.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { isAmount, mayMean } from '../../src/view/amount.ts';
import { auditLine, toCells } from '../../src/view/auditLine.ts';
import { toCsv } from '../../src/view/csv.ts';
import { formatDay, readDay } from '../../src/view/day.ts';
import type { KitTexts } from '../../src/view/en.ts';
import { UserError } from '../../src/view/errorView.ts';
import { nameIn } from '../../src/view/language.ts';
import { file, message, text } from '../../src/view/message.ts';
import { firstLines, joined, plain } from '../../src/view/text.ts';
import { TEXTS } from './en.ts';

const { subcommand } = commandsIn(TEXTS);

const [MAX_ROWS_OF_WRITE, MAX_LENGTH] = [3, 3_200];
/** Some clients mention members with a nickname this way. */
const NICKNAME_MENTION = /^<@!/;
const TYPED = { kind: 'text', maxLength: 100 } as const;

type Row = TrailEntry['rows'][number];

/** Shows what was posted in this channel, only to those who can read it. */
export const auditLog = subcommand({
  description: ({ log }) => log.description,
  options: {
    who: { ...TYPED, description: ({ log }) => log.who },
    whom: { ...TYPED, description: ({ log }) => log.whom },
    what: { ...TYPED, description: ({ log }) => log.what },
    since: { ...TYPED, description: ({ log }) => log.since },
  },
  run: async ({ options: { since, ...typed }, server, maySee, services, texts }) => {
    const { log, batch } = texts;
    const after = since === undefined ? 0 : readDay(texts, since, services.now(), 'since');
    const chosen = server && (await services.audit.channelOf(server.id));
    const all = server ? await services.audit.ofServers.read(server.id) : [];
    const here = all.filter(({ channelId, at }) => maySee(channelId) && at >= after);
    const elsewhere = chosen === undefined ? log.off : !maySee(chosen) && log.elsewhere(`<#${chosen}>`);
    if (elsewhere && here.length === 0) throw new UserError(elsewhere);
    const writes = here.map(({ actor, ...write }) => {
      const character = actor?.character ?? { uid: '', name: log.erased };
      const mention = actor && `<@${actor.discordUserId}>`;
      const isBy = isMeant(typed.who, [character.name], [character.uid, actor?.discordUserId, mention]);
      const isFound = (row: (typeof write.rows)[number]): boolean =>
        isBy && isMeant(typed.whom, [row.target.name], [row.target.uid]) && isWhat(texts, typed.what, row);
      const cells = [new Date(write.at).toISOString(), character.name, character.uid, mention];
      return { ...write, character, mention, cells, rows: write.rows.filter(isFound) };
    });
    const lines = writes.flatMap(({ rows, mention, ...write }) => {
      const shown = rows.slice(0, MAX_ROWS_OF_WRITE).map((row) => {
        return auditLine(texts, { ...write, ...row, targets: [row.target] }, batch.states[row.state], mention);
      });
      return rows.length > shown.length ? [...shown, batch.more(rows.length - shown.length)] : shown;
    });
    const given = Object.entries({ ...typed, since: since && formatDay(after, texts.language) });
    const filters = joined(...given.map(([name, value]) => value && `${nameIn(texts, name)}: ${plain(value, 60)}`));
    const rows = writes.flatMap((one) => one.rows.map((row) => [...one.cells, ...toCells(texts, one, row)]));
    const title = text(`## ${log.title}`, filters && `-# ${filters}`, elsewhere && `-# ${elsewhere}`);
    if (rows.length === 0) return message('neutral', title, text(log.nothing));
    const table = file('server-changes.csv', toCsv(texts, [[...log.columns, ...batch.columns], ...rows]));
    return message('neutral', title, text(log.count(rows.length), firstLines(lines, MAX_LENGTH)), table);
  },
});

type Names = readonly (string | undefined)[];

/** True without a filter, for a part of a name, or for a whole id: `1:100` isn't `1:1001`. */
function isMeant(typed: string | undefined, names: Names, ids: Names): boolean {
  const wanted = toHandleKey(typed ?? '');
  const id = wanted.replace(NICKNAME_MENTION, '<@');
  return ids.includes(id) || names.some((name = '') => toHandleKey(name).includes(wanted));
}

/** True without a filter, for a part of an action or a privilege, or for the whole amount. */
function isWhat(texts: KitTexts, typed: string | undefined, { action, detail }: Row): boolean {
  const actions = [texts.audit.actions[action]('')];
  const isPayment = action === 'credits.transfer';
  if (typed === undefined || !isPayment) return isMeant(typed, [...actions, detail], []);
  const isTheAmount = isAmount(typed, texts.language) && mayMean(typed, Number(detail), texts.language);
  return isTheAmount || isMeant(typed, actions, []);
}
