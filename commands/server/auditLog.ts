import type { TrailEntry } from '../../src/account/trail.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { auditLine, toCells } from '../../src/view/auditLine.ts';
import { toCsv } from '../../src/view/csv.ts';
import { formatDay, readDay } from '../../src/view/day.ts';
import { UserError } from '../../src/view/errorView.ts';
import { nameIn } from '../../src/view/language.ts';
import { divider, file, message, text } from '../../src/view/message.ts';
import { firstLines, joined, plain } from '../../src/view/text.ts';
import { type ServerTexts, TEXTS } from './en.ts';

const { subcommand } = commandsIn(TEXTS);

type Found = { entry: TrailEntry; row: TrailEntry['rows'][number] };

const [MAX_LINES, MAX_LENGTH] = [12, 3_000];
const MAX_DETAILS = 3;
const TYPED = { kind: 'text', maxLength: 100 } as const;

/** Shows what was posted in this channel to those who can read it there, and to no one else. */
export const auditLog = subcommand({
  description: ({ log }) => log.description,
  options: {
    who: { ...TYPED, description: ({ log }) => log.who },
    whom: { ...TYPED, description: ({ log }) => log.whom },
    what: { ...TYPED, description: ({ log }) => log.what },
    since: { ...TYPED, description: ({ log }) => log.since },
  },
  run: async ({ options: { since, ...typed }, server, readableChannel, services, texts }) => {
    const { log } = texts;
    const after = since === undefined ? 0 : readDay(texts, since, services.now(), 'since');
    const chosen = server && (await services.audit.channelOf(server.id));
    const all = server && readableChannel ? await services.audit.ofServers.read(server.id) : [];
    const here = all.filter(({ channelId }) => channelId === readableChannel);
    const isHere = chosen !== undefined && chosen === readableChannel;
    const elsewhere = chosen === undefined ? log.off : log.elsewhere(`<#${chosen}>`);
    if (!isHere && here.length === 0) throw new UserError(elsewhere);
    const rows = here.flatMap((entry) => (entry.at < after ? [] : entry.rows.map((row) => ({ entry, row }))));
    const by = matching(rows, typed.who, ({ entry: { actor } }) =>
      actor ? [...Object.values(actor.character), actor.discordUserId, `<@${actor.discordUserId}>`] : [],
    );
    const on = matching(by, typed.whom, ({ row }) => [row.target.name, row.target.uid]);
    const found = matching(on, typed.what, ({ row }) => [row.detail, texts.audit.actions[row.action]('')]);
    const writes = [...Map.groupBy(found, ({ entry }) => entry)];
    const more = writes.length - MAX_LINES;
    const lines = writes.slice(0, MAX_LINES).map((write) => toLine(texts, ...write));
    const given = Object.entries({ ...typed, since: since && formatDay(after, texts.language) });
    const filters = joined(...given.map(([name, value]) => value && `${nameIn(texts, name)}: ${plain(value, 60)}`));
    const table = [[...log.columns, ...texts.batch.columns], ...toRows(texts, found)];
    return message(
      'neutral',
      text(
        `## ${log.title}`,
        filters && `-# ${filters}`,
        found.length > 0 ? log.count(found.length) : log.nothing,
        !isHere && `-# ${elsewhere}`,
      ),
      found.length > 0 && divider(),
      found.length > 0 && text(firstLines(lines, MAX_LENGTH), more > 0 && texts.batch.more(more)),
      found.length > 0 && file('server-changes.csv', toCsv(table)),
    );
  },
});

/** The rows with this name or, if none has it, those with a name that contains it. */
function matching(rows: Found[], typed: string | undefined, namesOf: (row: Found) => (string | undefined)[]): Found[] {
  const wanted = toHandleKey(typed ?? '');
  if (wanted === '') return rows;
  const named = rows.map((row) => ({ row, names: namesOf(row).map((name = '') => toHandleKey(name)) }));
  const exact = named.filter(({ names }) => names.includes(wanted));
  const similar = named.filter(({ names }) => names.some((name) => name.includes(wanted)));
  return (exact.length > 0 ? exact : similar).map(({ row }) => row);
}

const characterOf = ({ log }: ServerTexts, { actor }: TrailEntry) => actor?.character ?? { uid: '', name: log.erased };

/** A write with the rows that were found. */
function toLine(texts: ServerTexts, entry: TrailEntry, found: readonly Found[]): string {
  const rows = found.map(({ row }) => row);
  const [only, another] = new Set(rows.map(({ action }) => action));
  const action = only && !another ? only : ('batch' as const);
  const details = [...new Set(rows.map(({ detail }) => detail))];
  const total = rows.reduce((sum, { detail }) => sum + Number(detail), 0);
  const more = details.length > MAX_DETAILS ? [`+${details.length - MAX_DETAILS}`] : [];
  const detail =
    action === 'credits.transfer' ? texts.number(total) : [...details.slice(0, MAX_DETAILS), ...more].join('; ');
  const states = [...Map.groupBy(rows, ({ state }) => texts.batch.states[state])];
  const result = joined(...states.map(([state, { length }]) => (rows.length === 1 ? state : `${length} ${state}`)));
  const change = {
    ...entry,
    character: characterOf(texts, entry),
    action,
    targets: rows.map(({ target }) => target),
    detail,
  };
  return auditLine(texts, change, entry.actor && ` (<@${entry.actor.discordUserId}>)`, result);
}

function toRows(texts: ServerTexts, found: readonly Found[]): (string | number | undefined)[][] {
  return found.map(({ entry, row }) => {
    const { at, actor, undoOf } = entry;
    const character = characterOf(texts, entry);
    const who = [new Date(at).toISOString(), character.name, character.uid, actor?.discordUserId];
    return [...who, ...toCells(texts, { character, undoOf }, row)];
  });
}
