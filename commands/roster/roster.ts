import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { parseDay } from '../../src/view/day.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, modal, text } from '../../src/view/message.ts';
import { firstLines, plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { TEXTS as CREDITS } from '../credits/en.ts';
import { readInput } from '../credits/pay/pay.ts';
import { TEXTS as PRIVILEGES } from '../privileges/en.ts';
import { findMembers } from '../privileges/members.ts';
import { splitList } from '../privileges/names.ts';
import { type Context, NEEDS, openRoster, requireRight, requireServer } from './access.ts';
import { CHECK, openMember, strip } from './check/check.ts';
import { type RosterTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { type Imported, parseMembers } from './importList.ts';
import { changeRoster, MAX_MEMBERS, MAX_PROPOSALS, type Member, type Roster, readRoster } from './kept.ts';
import { askToDelete, deleteRoster, forgetReadings, objectTo, showMine } from './mine.ts';
import { echo, exportView, MAX_LIST, rosterView } from './rosterView.ts';

const { group, subcommand, on, update, reply, post, pages } = commandsIn(TEXTS);

const describe = (name: keyof RosterTexts['descriptions']) => (texts: RosterTexts) => texts.descriptions[name];
const MAX_RANK = 30;
const FIELDS = { list: 'list', file: 'file' } as const;

const RANK = { kind: 'text', description: describe('rank'), maxLength: MAX_RANK } as const;
const MEMBERS = {
  ...CHARACTER_OPTION,
  description: describe('members'),
  required: true,
  keepsTyped: true,
  maxLength: 3_000,
} as const;

export const roster = group({
  name: 'roster',
  main: 'show',
  batches: [CHECK.kind],
  description: describe('roster'),
  subcommands: {
    show: subcommand({
      description: describe('show'),
      needs: NEEDS,
      run: (context) => show({ ...context, args: { page: 1 } }),
    }),
    add: subcommand({
      description: describe('add'),
      needs: NEEDS,
      options: { member: MEMBERS, rank: RANK, away: { kind: 'text', description: describe('away'), maxLength: 40 } },
      run: ({ options, ...context }) => add(context, options),
    }),
    remove: subcommand({
      description: describe('remove'),
      needs: NEEDS,
      options: { member: MEMBERS },
      run: async ({ options, ...context }) => remove(context, splitList(options.member)),
    }),
    import: subcommand({
      description: describe('import'),
      needs: NEEDS,
      options: { list: { kind: 'text', description: describe('list') } },
      modal: ({ options: { list }, texts }) => (list === undefined ? importModal(texts) : undefined),
      run: ({ options: { list = '' }, ...context }) => importList(context, list),
    }),
    export: subcommand({
      description: describe('export'),
      needs: NEEDS,
      run: async (context) => exportView(context.texts, (await openRoster(context)).roster),
    }),
    check: subcommand({ description: describe('check'), needs: NEEDS, run: (context) => CHECK.open(context, {}) }),
    me: subcommand({ description: describe('me'), needs: [], run: showMine }),
    delete: subcommand({ description: describe('delete'), run: askToDelete }),
  },
  actions: on(ids, {
    ...pages(ids, 'show', { needs: NEEDS, show }),
    ...pages(ids, 'check', {
      needs: NEEDS,
      show: (context) => CHECK.open(context, {}, context.args.page),
      subcommand: 'check',
    }),
    again: update({ needs: NEEDS, run: (context) => CHECK.again(context, {}) }),
    member: reply({ needs: NEEDS, run: ({ values, ...context }) => openMember(context, values[0] ?? '') }),
    remove: update({ needs: NEEDS, run: ({ args, ...context }) => remove(context, [args.uid]) }),
    strip: reply({ needs: NEEDS, run: strip }),
    invite: post({
      needs: NEEDS,
      run: async (context) => {
        const { faction } = (await openRoster(context)).roster;
        const { texts } = context;
        const sentence = text(`## ${texts.title(echo(faction.name))}`, texts.invites);
        return message('neutral', sentence, buttons(button(texts.join, ids.join(), { style: 'primary' })));
      },
    }),
    join: reply({ isForAnyone: true, needs: [], run: propose }),
    accept: update({ needs: NEEDS, run: accept }),
    import: update({
      subcommand: 'import',
      run: async ({ fields, files, runCommand, ...context }) => {
        const texts = CREDITS[context.language];
        const list = await readInput({ ...context, texts }, fields[FIELDS.list], files[FIELDS.file]);
        return await runCommand(['roster', 'import'], { list });
      },
    }),
    delete: update({ subcommand: 'delete', run: deleteRoster }),
    me: reply({ needs: [], run: showMine }),
    object: update({ subcommand: 'me', needs: [], run: objectTo }),
  }),
});

async function show(context: Context & { args: { page: number } }): Promise<MessageView> {
  return rosterView(context.texts, (await openRoster(context)).roster, context.args.page);
}

async function add(
  context: Context,
  options: { member: string; rank?: string | undefined; away?: string | undefined },
) {
  const { texts, services } = context;
  const { rank, away } = options;
  const awayUntil = away === undefined ? undefined : parseDay(away, services.now());
  if (away !== undefined && (awayUntil ?? 0) <= services.now()) throw new UserError(texts.wrongDay(plain(away, 40)));
  const rows = splitList(options.member).map((name): Imported => ({ name, rank, awayUntil }));
  return await addAll(context, rows);
}

/** Adds members and changes those who are listed. Names without a UID cost a request each. */
async function addAll(
  context: Context,
  rows: readonly Imported[],
  wrong: readonly number[] = [],
): Promise<MessageView> {
  const { texts } = context;
  const server = await requireOwn(context);
  const names = rows.filter(({ uid }) => uid === undefined).map(({ name }) => name);
  const asking = { ...context, texts: PRIVILEGES[context.language] };
  const { done, places, leftOut } = await findMembers(asking, names);
  const resolved = new Map(places.map((place, at) => [names[place], done[at]]));
  const members = rows.flatMap((row): Member[] => {
    const { uid, name } = row.uid === undefined ? (resolved.get(row.name) ?? {}) : row;
    if (uid === undefined || name === undefined) return [];
    const { rank, awayUntil } = row;
    return [{ uid, name, ...(rank !== undefined && { rank }), ...(awayUntil !== undefined && { awayUntil }) }];
  });
  const counts = { added: 0, changed: 0 };
  await changeRoster(context, server.id, (stored) => {
    const all = new Map((stored ?? server.empty).members.map((one) => [one.uid, one]));
    Object.assign(counts, { added: 0, changed: 0 });
    for (const { uid, ...given } of members) {
      const known = all.get(uid);
      const name = given.name === uid ? (known?.name ?? uid) : given.name;
      const next = toMember({ ...known, ...given, uid, name });
      if (!known) counts.added += 1;
      else if (JSON.stringify(known) !== JSON.stringify(next)) counts.changed += 1;
      all.set(uid, next);
    }
    if (all.size > MAX_MEMBERS) throw new UserError(texts.full(MAX_MEMBERS));
    const proposals = (stored?.proposals ?? []).filter(({ uid }) => !all.has(uid));
    return { ...(stored ?? server.empty), members: [...all.values()], proposals };
  });
  const problems = [...leftOut.map(({ name, why }) => `- ${name}: ${why}`)];
  if (wrong.length > 0) problems.push(`- ${texts.wrongLines(wrong.slice(0, 20).join(', '))}`);
  const view = text(texts.added(counts.added, counts.changed), firstLines(problems, MAX_LIST));
  return message(problems.length > 0 ? 'warning' : 'good', view, buttons(button(texts.showAll, ids.show({ page: 1 }))));
}

/** Empty texts and past days are left out. */
function toMember({ rank, awayUntil, uid, name }: Member): Member {
  return { uid, name, ...(rank && { rank }), ...(awayUntil && { awayUntil }) };
}

/** The server and, without a roster, an empty one for the person's faction. */
async function requireOwn(context: Context): Promise<{ id: string; empty: Roster }> {
  const id = requireServer(context);
  const stored = await readRoster(context, id);
  const faction = stored?.faction ?? (await findOwnFaction(context));
  await requireRight(context, id, faction);
  return { id, empty: { faction, members: [], proposals: [], ranks: [], usedAt: 0 } };
}

async function findOwnFaction({ game, texts }: Context): Promise<Roster['faction']> {
  const { faction } = await game.character.me();
  if (faction?.uid === undefined) throw new UserError(texts.noFaction);
  return { uid: faction.uid, name: faction.name };
}

async function remove(context: Context, named: readonly string[]): Promise<MessageView> {
  const { texts } = context;
  const { server } = await openRoster(context);
  const wanted = new Set(named.map((name) => name.trim().toLowerCase()));
  let removed: Member[] = [];
  await changeRoster(context, server, (stored) => {
    removed = (stored?.members ?? []).filter(({ uid, name }) => wanted.has(uid) || wanted.has(name.toLowerCase()));
    return stored && { ...stored, members: stored.members.filter((one) => !removed.includes(one)) };
  });
  if (removed.length === 0) throw new UserError(texts.notListed(named.map(echo).slice(0, 5).join(', ')));
  await forgetReadings(context, server, removed);
  const names = removed.map(({ name }) => `**${echo(name)}**`);
  return noticeView(texts.removed(names.slice(0, 10).join(', '), removed.length), 'good');
}

function importModal(texts: RosterTexts) {
  const list = { customId: FIELDS.list, label: texts.importLabel, description: texts.importHint, minLength: 0 };
  const attached = { customId: FIELDS.file, label: texts.fileLabel, description: texts.fileHint };
  return modal(
    texts.importTitle,
    ids.import(),
    { ...list, maxLength: 4_000, isParagraph: true, isOptional: true },
    attached,
  );
}

async function importList(context: Context, list: string): Promise<MessageView> {
  const { texts, services } = context;
  const { rows, wrong } = parseMembers(list, services.now());
  if (rows.length === 0)
    throw new UserError(wrong.length > 0 ? texts.wrongLines(wrong.slice(0, 20).join(', ')) : texts.emptyList);
  if (rows.length > MAX_MEMBERS) throw new UserError(texts.full(MAX_MEMBERS));
  return await addAll(context, rows, wrong);
}

async function propose(context: HandlerContext<readonly [], RosterTexts>): Promise<MessageView> {
  const { texts, me } = context;
  const result = { is: 'proposed' as 'listed' | 'proposed' | 'tooMany' };
  await changeRoster(context, requireServer(context), (stored) => {
    if (!stored) throw new UserError(texts.none);
    const others = stored.proposals.filter(({ uid }) => uid !== me.uid);
    const isListed = stored.members.some(({ uid }) => uid === me.uid);
    result.is = isListed ? 'listed' : others.length >= MAX_PROPOSALS ? 'tooMany' : 'proposed';
    return result.is === 'proposed' ? { ...stored, proposals: [...others, { uid: me.uid, name: me.name }] } : stored;
  });
  return noticeView(texts.proposal[result.is](echo(me.name)), result.is === 'tooMany' ? 'warning' : 'good');
}

async function accept(context: Context & { values: readonly string[] }): Promise<MessageView> {
  const { server } = await openRoster(context);
  await changeRoster(context, server, (stored) => {
    const accepted = stored?.proposals.filter(({ uid }) => context.values.includes(uid)) ?? [];
    if (!stored || stored.members.length + accepted.length > MAX_MEMBERS)
      throw new UserError(context.texts.full(MAX_MEMBERS));
    const proposals = stored.proposals.filter((one) => !accepted.includes(one));
    return { ...stored, members: [...stored.members, ...accepted], proposals };
  });
  return await show({ ...context, args: { page: 1 } });
}
