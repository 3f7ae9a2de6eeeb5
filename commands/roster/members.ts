import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { party } from '../../src/game/parameters.ts';
import { matchName, type NameMatch, parseNames } from '../../src/input/names.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, modal, text } from '../../src/view/message.ts';
import { firstLines, plain } from '../../src/view/text.ts';
import { findTarget, toTarget } from '../characters/findCharacter.ts';
import { findMembers } from '../privileges/members.ts';
import { type Context, editRoster, openRoster, requireRight, requireServer } from './access.ts';
import type { RosterTexts } from './en.ts';
import { ids } from './ids.ts';
import { type Imported, parseAway, parseMembers } from './importList.ts';
import { changeRoster, MAX_MEMBERS, MAX_PROPOSALS, type Member, type Roster, readRoster } from './kept.ts';
import { forgetReadings } from './mine.ts';
import { requireUsableRank } from './rankNames.ts';
import { echo, exportView, MAX_LIST, rosterView } from './rosterView.ts';

const MAX_NAMED = 10;

export async function show(context: Context & { args?: { page?: number } }): Promise<MessageView> {
  return rosterView(context.texts, (await openRoster(context)).roster, context.args?.page ?? 1);
}

export const exportMembers = async (context: Context): Promise<MessageView> =>
  exportView(context.texts, (await openRoster(context)).roster);

export async function add(
  context: Context & { options: { member: string; rank?: string | undefined; away?: string | undefined } },
): Promise<MessageView> {
  const { texts, services, options } = context;
  const { away } = options;
  const rank = options.rank === undefined ? undefined : requireUsableRank(texts, options.rank);
  const now = services.now();
  const awayUntil = away === undefined ? undefined : (parseAway(away, now) ?? 0);
  if (awayUntil !== undefined && awayUntil <= now) throw new UserError(texts.wrongDay(plain(away ?? '', 40)));
  const rows = parseNames(options.member).map((name): Imported => ({ name, rank, awayUntil }));
  if (rows.length === 0) throw new UserError(texts.namesWanted);
  return await addAll(context, rows);
}

export function importModal(texts: RosterTexts, fields: { list: string; file: string }) {
  const list = { customId: fields.list, label: texts.importLabel, description: texts.importHint, minLength: 0 };
  const attached = { customId: fields.file, label: texts.fileLabel, description: texts.fileHint };
  const typed = { ...list, maxLength: 4_000, isParagraph: true, isOptional: true };
  return modal(texts.importTitle, ids.import(), typed, attached);
}

export async function importList(context: Context, list: string): Promise<MessageView> {
  const { texts, services } = context;
  const { rows, wrong } = parseMembers(list, services.now());
  const problems = wrong.length > 0 ? [texts.wrongLines(wrong.slice(0, 2 * MAX_NAMED).join(', '))] : [];
  if (rows.length === 0) throw new UserError(problems[0] ?? texts.emptyList);
  return await addAll(context, rows, problems);
}

/** Adds members and changes those who are listed. Names without a UID cost a request each. */
async function addAll(context: Context, rows: readonly Imported[], problems: string[] = []): Promise<MessageView> {
  const { texts, game } = context;
  const server = requireServer(context);
  const begun = await readRoster(context, server);
  const { data: faction } = party.safeParse(begun?.faction ?? (await game.character.me()).faction);
  if (!faction) throw new UserError(texts.noFaction);
  await requireRight(context, server, faction);
  if (rows.length > MAX_MEMBERS) throw new UserError(texts.full(MAX_MEMBERS));
  const names = rows.flatMap(({ uid, name }) => (uid === undefined ? [name] : []));
  const found = await findMembers(context, names);
  const foundAs = new Map(found.places.map((place, at) => [names[place], found.done[at]]));
  const given = rows.flatMap(({ uid, name, ...others }) => {
    if (uid !== undefined) return [{ ...others, uid, name }];
    const character = foundAs.get(name);
    if (character === undefined) return [];
    return [{ ...others, uid: character.uid, name: character.name, nameReadAt: character.lookedUpAt }];
  });
  const counts = { added: 0, updated: 0 };
  await changeRoster(context, server, (stored) => {
    if (stored && stored.faction.uid !== faction.uid) throw new UserError(texts.noRight(echo(stored.faction.name)));
    const roster: Roster = stored ?? { faction, members: [], proposals: [], ranks: [], usedAt: 0 };
    const all = new Map(roster.members.map((one) => [one.uid, one]));
    for (const one of given) all.set(one.uid, merge(all.get(one.uid), one));
    if (all.size > MAX_MEMBERS) throw new UserError(texts.full(MAX_MEMBERS));
    counts.added = all.size - roster.members.length;
    counts.updated = new Set(given.map(({ uid }) => uid)).size - counts.added;
    const proposals = roster.proposals.filter(({ uid }) => !all.has(uid));
    return { ...roster, members: [...all.values()], proposals };
  });
  const lines = [...found.leftOut.map(({ name, why }) => `${name}: ${why}`), ...problems].map((line) => `- ${line}`);
  const view = text(texts.added(counts.added, counts.updated), firstLines(lines, MAX_LIST));
  return message(lines.length > 0 ? 'warning' : 'good', view, buttons(button(texts.showAll, ids.show({ page: 1 }))));
}

/** Missing columns change nothing; empty ones clear. A name that the game gave later than the given
 * one stays. */
function merge(known: Member | undefined, { uid, ...given }: Imported & { uid: string; nameReadAt?: number }): Member {
  const { rank = known?.rank, awayUntil = known?.awayUntil } = given;
  const isOlder = known?.nameReadAt !== undefined && known.nameReadAt > (given.nameReadAt ?? 0);
  const isUnnamed = given.name === uid;
  const name = known !== undefined && (isOlder || isUnnamed) ? known.name : given.name;
  const nameReadAt = isOlder ? known?.nameReadAt : given.nameReadAt;
  return {
    uid,
    name,
    ...(rank && { rank }),
    ...(awayUntil && { awayUntil }),
    ...(nameReadAt !== undefined && { nameReadAt }),
  };
}

/** Removes members, by handle, UID or Discord mention, with their readings, and declines
 * proposals. What isn't listed is named. */
export async function remove(context: Context, named: readonly string[]): Promise<MessageView> {
  const { texts } = context;
  const wanted = await Promise.all(named.map((name) => resolveMention(context, name)));
  let removed: Member[] = [];
  let problems: string[] = [];
  await editRoster(context, ({ members, proposals }) => {
    const listed = [...members, ...proposals];
    const matches = wanted.map((name) => ({ name, match: matchMember(listed, name) }));
    removed = [...new Set(matches.flatMap(({ match }) => (match.kind === 'one' ? [match.item] : [])))];
    problems = matches.flatMap(({ name, match }) => toProblem(texts, name, match));
    const isLeft = (one: Member): boolean => !removed.includes(one);
    return { members: members.filter(isLeft), proposals: proposals.filter(isLeft) };
  });
  const lines = problems.slice(0, MAX_NAMED).join('\n');
  if (removed.length === 0) throw new UserError(lines || texts.namesWanted);
  await forgetReadings(context, requireServer(context), removed);
  const names = removed.slice(0, MAX_NAMED).map(({ name }) => `**${echo(name)}**`);
  const sentence = texts.removed(names.join(', '), removed.length);
  return problems.length > 0 ? noticeView(`${sentence}\n${lines}`, 'warning') : noticeView(sentence, 'good');
}

/** The UID for a Discord mention, otherwise the name as it was typed. */
async function resolveMention(context: Context, name: string): Promise<string> {
  const target = toTarget(name);
  return target ? (await findTarget(context, target)).uid : name;
}

function matchMember(members: readonly Member[], named: string): NameMatch<Member> {
  const byUid = members.find(({ uid }) => uid === named.trim());
  return byUid ? { kind: 'one', item: byUid } : matchName(members, named, ({ name }) => name);
}

/** The reason why a name removes no one, if any. */
function toProblem(texts: RosterTexts, name: string, match: NameMatch<Member>): string[] {
  if (match.kind === 'none') return [texts.notListed(echo(name))];
  if (match.kind === 'one') return [];
  const uids = match.items.map(({ uid }) => plain(uid, 30)).join(', ');
  return [texts.severalListed(echo(name), uids)];
}

/** A public message in which people propose their own character. */
export async function invite(context: Context): Promise<MessageView> {
  const [{ texts }, { roster }] = [context, await openRoster(context)];
  const sentence = text(`## ${texts.title(echo(roster.faction.name))}`, texts.invites);
  return message('neutral', sentence, buttons(button(texts.join, ids.join(), { style: 'primary' })));
}

export async function propose(context: HandlerContext<readonly [], RosterTexts>): Promise<MessageView> {
  const { texts, me } = context;
  await changeRoster(context, requireServer(context), (stored) => {
    if (!stored) throw new UserError(texts.none);
    if (stored.members.some(({ uid }) => uid === me.uid)) throw new UserError(texts.isListed(echo(me.name)));
    const others = stored.proposals.filter(({ uid }) => uid !== me.uid);
    if (others.length >= MAX_PROPOSALS) throw new UserError(texts.tooManyProposals);
    return { ...stored, proposals: [...others, party.parse(me)] };
  });
  return noticeView(texts.proposed(echo(me.name)), 'good');
}

/** Lists the chosen characters that proposed themselves. */
export async function accept(context: Context & { values: readonly string[] }): Promise<MessageView> {
  await editRoster(context, ({ members, proposals }) => {
    const accepted = proposals.filter(({ uid }) => context.values.includes(uid));
    if (members.length + accepted.length > MAX_MEMBERS) throw new UserError(context.texts.full(MAX_MEMBERS));
    return { members: [...members, ...accepted], proposals: proposals.filter((one) => !accepted.includes(one)) };
  });
  return await show(context);
}
