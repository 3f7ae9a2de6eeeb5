import type { TrailEntry } from '../../src/account/trail.ts';
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

/** Shows what was posted in this channel, or the given one, only to those who can read it there. */
export const auditLog = subcommand({
  description: ({ log }) => log.description,
  options: {
    who: { ...TYPED, description: ({ log }) => log.who },
    whom: { ...TYPED, description: ({ log }) => log.whom },
    what: { ...TYPED, description: ({ log }) => log.what },
    since: { ...TYPED, description: ({ log }) => log.since },
    channel: { kind: 'channel', description: ({ log }) => log.channel },
  },
  run: async ({ options: { since, channel: _, ...typed }, server, maySee, services, texts }) => {
    const { log, batch } = texts;
    const after = since === undefined ? 0 : readDay(texts, since, services.now(), 'since');
    const chosen = server && (await services.audit.channelOf(server.id));
    const all = server ? await services.audit.ofServers.read(server.id) : [];
    const here = all.filter(({ channelId, at }) => maySee(channelId) && at >= after);
    const isHere = chosen !== undefined && maySee(chosen);
    const elsewhere = chosen === undefined ? log.off : log.elsewhere(`<#${chosen}>`);
    if (!isHere && here.length === 0) throw new UserError(elsewhere);
    const found = find(texts, here, typed);
    const toLine = (one: (typeof found)[number]) => auditLine(texts, one, batch.states[one.row.state], one.mention);
    const lines = [...Map.groupBy(found, ({ id }) => id).values()].flatMap((rows) => {
      const more = rows.length - MAX_ROWS_OF_WRITE;
      return [...rows.slice(0, MAX_ROWS_OF_WRITE).map(toLine), ...(more > 0 ? [batch.more(more)] : [])];
    });
    const given = Object.entries({ ...typed, since: since && formatDay(after, texts.language) });
    const filters = joined(...given.map(([name, value]) => value && `${nameIn(texts, name)}: ${plain(value, 60)}`));
    const cells = found.map((one) => [...one.cells, ...toCells(texts, one, one.row)]);
    const title = text(`## ${log.title}`, filters && `-# ${filters}`, !isHere && `-# ${elsewhere}`);
    if (found.length === 0) return message('neutral', title, text(log.nothing));
    const table = file('server-changes.csv', toCsv([[...log.columns, ...batch.columns], ...cells]));
    return message('neutral', title, text(log.count(found.length), firstLines(lines, MAX_LENGTH)), table);
  },
});

/** The rows that match, and how they are shown. */
function find(
  texts: (typeof TEXTS)['en'],
  entries: TrailEntry[],
  { who, whom, what }: Partial<Record<string, string>>,
) {
  const rows = entries.flatMap(({ actor, ...entry }) => {
    const character = actor?.character ?? { uid: '', name: texts.log.erased };
    const mention = actor && `<@${actor.discordUserId}>`;
    const cells = [new Date(entry.at).toISOString(), character.name, character.uid, actor?.discordUserId];
    return entry.rows.map((row) => ({ ...entry, ...row, row, targets: [row.target], character, mention, cells }));
  });
  const by = matching(rows, who, ({ cells, mention }) => [...cells.slice(1), mention]);
  const on = matching(by, whom, ({ row }) => [row.target.name, row.target.uid]);
  return matching(on, what, ({ row }) => [row.detail, texts.audit.actions[row.action]('')]);
}

/** The rows with this name or, if none has it, those with a name that contains it. */
function matching<T>(rows: T[], typed: string | undefined, namesOf: (row: T) => (string | undefined)[]): T[] {
  const wanted = toHandleKey(typed ?? '');
  if (wanted === '') return rows;
  const named = rows.map((row) => ({ row, names: namesOf(row).map((name = '') => toHandleKey(name)) }));
  const exact = named.filter(({ names }) => names.includes(wanted));
  const similar = named.filter(({ names }) => names.some((name) => name.includes(wanted)));
  return (exact.length > 0 ? exact : similar).map(({ row }) => row);
}
