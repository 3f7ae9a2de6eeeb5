import { ifFits } from '../../src/view/customId.ts';
import { UserError } from '../../src/view/errorView.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { firstLines, plain } from '../../src/view/text.ts';
import { isCopied } from '../privileges/change/changeBatch.ts';
import { listGranted, previewModel } from '../privileges/change/preview.ts';
import { TEXTS as PRIVILEGES } from '../privileges/en.ts';
import { findSubject, readMembers } from '../privileges/members.ts';
import { toPath } from '../privileges/names.ts';
import { readPrivileges } from '../privileges/read.ts';
import { type Context as AnyContext, openRoster } from '../roster/access.ts';
import { changeRoster, type Rank, type Roster } from '../roster/kept.ts';
import { MAX_LIST } from '../roster/rosterView.ts';
import type { RankTexts } from './en.ts';
import { ids } from './ids.ts';
import { matters } from './matters.ts';

export type Context = AnyContext<RankTexts>;

export const MAX_RANKS = 25;
export const MAX_RANK = 30;
const MAX_SHOWN = 10;

const isCalled =
  (typed: string) =>
  ({ name }: { name: string }): boolean =>
    name.toLowerCase() === typed.trim().toLowerCase();

/** Throws a {@link UserError} for an unknown rank. */
export function requireRank({ texts }: Pick<Context, 'texts'>, { ranks }: Roster, typed: string): Rank {
  const found = ranks.find(isCalled(typed));
  if (!found)
    throw new UserError(
      texts.unknown(plain(typed, MAX_RANK), ranks.map(({ name }) => plain(name, MAX_RANK)).join(', ')),
    );
  return found;
}

/** Saves a member's privileges as a rank's, without leadership. */
export async function saveRank(context: Context & { options: { name: string; from: string } }): Promise<MessageView> {
  const { texts, options } = context;
  const { server, roster } = await openRoster(context);
  const asking = { ...context, texts: PRIVILEGES[context.language] };
  const subject = await findSubject(asking, { character: options.from, faction: roster.faction.uid });
  const rights = listGranted(await readPrivileges(context, subject))
    .filter(isCopied)
    .map(toPath);
  const rank = { name: options.name.trim(), rights };
  const isUsable = ifFits(() => ids.restore({ rank: rank.name })) !== undefined;
  if (rank.name === '' || /[@,|]/.test(rank.name) || !isUsable) throw new UserError(texts.wrongName);
  await changeRoster(context, server, (stored = roster) => {
    const others = stored.ranks.filter((one) => !isCalled(rank.name)(one));
    if (others.length >= MAX_RANKS) throw new UserError(texts.full(MAX_RANKS));
    return { ...stored, ranks: [...others, rank] };
  });
  return ranksView(texts, [rank]);
}

export async function showRanks(context: Context & { options: { rank?: string | undefined } }): Promise<MessageView> {
  const { texts, options } = context;
  const { roster } = await openRoster(context);
  return ranksView(texts, options.rank === undefined ? roster.ranks : [requireRank(context, roster, options.rank)]);
}

export async function deleteRank(context: Context & { options: { rank: string } }): Promise<MessageView> {
  const { server, roster } = await openRoster(context);
  const { name } = requireRank(context, roster, context.options.rank);
  await changeRoster(context, server, (stored = roster) => ({
    ...stored,
    ranks: stored.ranks.filter((one) => !isCalled(name)(one)),
  }));
  return message('good', text(context.texts.deleted(plain(name, MAX_RANK))));
}

/** Previews giving a rank's privileges to members, by default to everyone of the rank. */
export async function applyRank(
  context: Context & { options: { rank: string; to?: string | undefined; mode?: 'add' | 'equal' | undefined } },
): Promise<MessageView> {
  const { texts, options } = context;
  const { roster } = await openRoster(context);
  const rank = requireRank(context, roster, options.rank);
  if (options.to === undefined && !roster.members.some((one) => isCalled(rank.name)({ name: one.rank ?? '' })))
    throw new UserError(texts.noMembers(plain(rank.name, MAX_RANK)));
  const asking = { ...context, texts: PRIVILEGES[context.language] };
  const found = await readMembers(asking, { character: options.to ?? `@${rank.name}`, faction: roster.faction.uid });
  return await previewModel(asking, found, new Set(rank.rights), options.mode === 'equal');
}

function ranksView(texts: RankTexts, ranks: readonly Rank[]): MessageView {
  const lines = ranks.map(({ name, rights }) => {
    const important = rights.filter(matters);
    const names = important
      .slice(0, MAX_SHOWN)
      .map((path) => plain(path, 60))
      .join(', ');
    const more = important.length > MAX_SHOWN ? ', …' : '';
    return `**${plain(name, MAX_RANK)}** · ${texts.rights(rights.length)}\n-# ${names ? `${names}${more}` : texts.noneMatter}`;
  });
  return message('neutral', text(`## ${texts.title}`, firstLines(lines, MAX_LIST) || texts.none));
}
