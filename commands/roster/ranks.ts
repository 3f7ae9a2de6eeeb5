import { matchName } from '../../src/input/names.ts';
import { UserError } from '../../src/view/errorView.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { firstLines, plain } from '../../src/view/text.ts';
import { isCopied } from '../privileges/change/changeBatch.ts';
import { previewModel } from '../privileges/change/preview.ts';
import { findSubject, readMembers } from '../privileges/members.ts';
import { listGranted, listSome, matters, toPath } from '../privileges/names.ts';
import { readPrivileges } from '../privileges/read.ts';
import { type Context, editRoster, openRoster } from './access.ts';
import type { RosterTexts } from './en.ts';
import type { Member, Rank, Roster } from './kept.ts';
import { isSameRank, MAX_RANK, requireUsableRank, unusableRankLines } from './rankNames.ts';
import { MAX_LIST } from './rosterView.ts';

const MAX_RANKS = 25;
const MAX_SHOWN = 10;

/** The only saved rank with this name, as people type it. */
export function findRank(ranks: readonly Rank[], named = ''): Rank | undefined {
  const match = matchName(ranks, named, ({ name }) => name);
  return match.kind === 'one' ? match.item : undefined;
}

/** Throws a {@link UserError} for an unknown rank. */
export function requireRank({ texts }: Pick<Context, 'texts'>, { ranks }: Pick<Roster, 'ranks'>, typed: string): Rank {
  const found = findRank(ranks, typed);
  if (found) return found;
  const known = ranks.map(({ name }) => plain(name, MAX_RANK)).join(', ');
  throw new UserError(texts.unknownRank(plain(typed, MAX_RANK), known));
}

/** Members with a saved rank; `of`: with this one. */
export function listRanked({ members, ranks }: Roster, of?: string): Member[] {
  const wanted = ranks.filter(({ name }) => name === (of ?? name));
  return members.filter(({ rank }) => findRank(wanted, rank));
}

/** Saves a member's privileges as a rank's, without leadership. */
export async function saveRank(context: Context & { options: { name: string; from: string } }): Promise<MessageView> {
  const { texts, options } = context;
  const name = requireUsableRank(texts, options.name);
  const { roster } = await openRoster(context);
  const subject = await findSubject(context, { character: options.from, faction: roster.faction.uid });
  const granted = listGranted(await readPrivileges(context, subject));
  const rank = { name, rights: granted.filter(isCopied).map(toPath) };
  await editRoster(context, ({ ranks }) => {
    const others = ranks.filter((one) => one !== findRank(ranks, name));
    if (others.length >= MAX_RANKS) throw new UserError(texts.fullRanks(MAX_RANKS));
    return { ranks: [...others, rank] };
  });
  return ranksView(texts, [rank]);
}

export async function showRanks(context: Context & { options: { rank?: string | undefined } }): Promise<MessageView> {
  const { texts, options } = context;
  const { roster } = await openRoster(context);
  const ranks = options.rank === undefined ? roster.ranks : [requireRank(context, roster, options.rank)];
  return ranksView(texts, ranks, unusableRankLines(texts, roster));
}

/** Renames a saved rank, and the rank of all members who have it. */
export async function renameRank(context: Context & { options: { rank: string; name: string } }): Promise<MessageView> {
  const { texts, options } = context;
  const name = requireUsableRank(texts, options.name);
  let renamedCount = 0;
  await editRoster(context, ({ ranks, members }) => {
    const isOld = (one: string | undefined): boolean => one !== undefined && isSameRank(one, options.rank);
    const isOther = !isSameRank(name, options.rank);
    if (isOther && ranks.some((one) => isSameRank(one.name, name)))
      throw new UserError(texts.rankExists(plain(name, MAX_RANK)));
    renamedCount = members.filter(({ rank }) => isOld(rank)).length;
    const isKnown = renamedCount > 0 || ranks.some((one) => isOld(one.name));
    if (!isKnown) requireRank(context, { ranks }, options.rank);
    return {
      ranks: ranks.map((one) => (isOld(one.name) ? { ...one, name } : one)),
      members: members.map((one) => (isOld(one.rank) ? { ...one, rank: name } : one)),
    };
  });
  return message('good', text(texts.rankRenamed(plain(options.rank, MAX_RANK), plain(name, MAX_RANK), renamedCount)));
}

export async function deleteRank(context: Context & { options: { rank: string } }): Promise<MessageView> {
  const { name } = requireRank(context, (await openRoster(context)).roster, context.options.rank);
  await editRoster(context, ({ ranks }) => ({ ranks: ranks.filter((one) => one.name !== name) }));
  return message('good', text(context.texts.rankDeleted(plain(name, MAX_RANK))));
}

/** Previews giving a rank's privileges to members, by default to everyone of the rank. */
export async function applyRank(
  context: Context & { options: { rank: string; to?: string | undefined; mode?: 'add' | 'equal' | undefined } },
): Promise<MessageView> {
  const { texts, options } = context;
  const { roster } = await openRoster(context);
  const rank = requireRank(context, roster, options.rank);
  const members = options.to === undefined ? listRanked(roster, rank.name) : undefined;
  if (members?.length === 0) throw new UserError(texts.noMembers(plain(rank.name, MAX_RANK)));
  const found = await readMembers(context, { character: options.to, faction: roster.faction.uid, members });
  return await previewModel(context, found, new Set(rank.rights), options.mode === 'equal');
}

function ranksView(texts: RosterTexts, ranks: readonly Rank[], notes: readonly string[] = []): MessageView {
  const lines = ranks.map(({ name, rights }) => {
    const important = listSome(rights.filter(matters), MAX_SHOWN) || texts.noneMatter;
    return `**${plain(name, MAX_RANK)}** · ${texts.rights(rights.length)}\n-# ${important}`;
  });
  return message(
    'neutral',
    text(`## ${texts.ranksTitle}`, firstLines([...notes, ...lines], MAX_LIST) || texts.noRanks),
  );
}
