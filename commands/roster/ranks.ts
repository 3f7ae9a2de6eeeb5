import { ifFits } from '../../src/view/customId.ts';
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
import { ids } from './ids.ts';
import { MAX_RANK } from './importList.ts';
import { MAX_MEMBERS, type Member, type Rank, type Roster } from './kept.ts';
import { MAX_LIST } from './rosterView.ts';

const MAX_RANKS = 25;
const MAX_SHOWN = 10;

/** The saved rank with this name, in any case. */
export function findRank(ranks: readonly Rank[], named = ''): Rank | undefined {
  return ranks.find(({ name }) => name.toLowerCase() === named.trim().toLowerCase());
}

/** Throws a {@link UserError} for an unknown rank. */
export function requireRank({ texts }: Pick<Context, 'texts'>, { ranks }: Roster, typed: string): Rank {
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
  const name = options.name.trim();
  const isUsable = ifFits(() => ids.askJump({ is: 'rank', of: name, pages: MAX_MEMBERS })) !== undefined;
  if (/^(roster)?$|[@,|]/i.test(name) || !isUsable) throw new UserError(texts.wrongRank);
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
  return ranksView(texts, options.rank === undefined ? roster.ranks : [requireRank(context, roster, options.rank)]);
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

function ranksView(texts: RosterTexts, ranks: readonly Rank[]): MessageView {
  const lines = ranks.map(({ name, rights }) => {
    const important = listSome(rights.filter(matters), MAX_SHOWN) || texts.noneMatter;
    return `**${plain(name, MAX_RANK)}** · ${texts.rights(rights.length)}\n-# ${important}`;
  });
  return message('neutral', text(`## ${texts.ranksTitle}`, firstLines(lines, MAX_LIST) || texts.noRanks));
}
