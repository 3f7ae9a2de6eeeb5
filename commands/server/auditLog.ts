import { commandsIn } from '../../src/discord/declare/command.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { auditLine, toCells } from '../../src/view/auditLine.ts';
import { toCsv } from '../../src/view/csv.ts';
import { formatDay, readDay } from '../../src/view/day.ts';
import { UserError } from '../../src/view/errorView.ts';
import { nameIn } from '../../src/view/language.ts';
import { file, message, text } from '../../src/view/message.ts';
import { firstLines, joined, plain } from '../../src/view/text.ts';
import { TEXTS } from './en.ts';

const { subcommand } = commandsIn(TEXTS);

const [MAX_ROWS_OF_WRITE, MAX_LENGTH] = [3, 3_200];
const TYPED = { kind: 'text', maxLength: 100 } as const;

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
    const { log, batch, audit } = texts;
    const after = since === undefined ? 0 : readDay(texts, since, services.now(), 'since');
    const chosen = server && (await services.audit.channelOf(server.id));
    const all = server ? await services.audit.ofServers.read(server.id) : [];
    const here = all.filter(({ channelId, at }) => maySee(channelId) && at >= after);
    const elsewhere = chosen === undefined ? log.off : !maySee(chosen) && log.elsewhere(`<#${chosen}>`);
    if (elsewhere && here.length === 0) throw new UserError(elsewhere);
    const writes = here.map(({ actor, ...write }) => {
      const character = actor?.character ?? { uid: '', name: log.erased };
      const mention = actor && `<@${actor.discordUserId}>`;
      const isBy = fits(typed.who, [character.name, character.uid, actor?.discordUserId, mention]);
      const isFound = (row: (typeof write.rows)[number]): boolean =>
        isBy &&
        fits(typed.whom, [row.target.name, row.target.uid]) &&
        fits(typed.what, [row.detail, audit.actions[row.action]('')]);
      const cells = [new Date(write.at).toISOString(), character.name, character.uid, actor?.discordUserId];
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
    const table = file('server-changes.csv', toCsv([[...log.columns, ...batch.columns], ...rows]));
    return message('neutral', title, text(log.count(rows.length), firstLines(lines, MAX_LENGTH)), table);
  },
});

/** True without a filter, or if a name contains it. */
function fits(typed: string | undefined, names: readonly (string | undefined)[]): boolean {
  const wanted = toHandleKey(typed ?? '');
  return names.some((name = '') => toHandleKey(name).includes(wanted));
}
