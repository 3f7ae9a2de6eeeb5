import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { type Context, openRoster } from './access.ts';
import { TEXTS } from './en.ts';
import type { Member } from './kept.ts';
import { isReserved, isSameRank } from './rankNames.ts';

type Row = { name: string; amount?: number | undefined };

/** The members that each `@rank` or `@roster` among these names stands for. Mentions need the right
 * to see the roster. Throws a {@link UserError}. */
export async function findMentioned(context: Context<unknown>, names: readonly string[]) {
  const mentions = names.filter((name) => name.trim().startsWith('@'));
  const members = mentions.length > 0 ? (await openRoster(context)).roster.members : [];
  const found = mentions.map((name): [string, Member[]] => {
    const texts = TEXTS[context.language];
    const mention = name.trim().slice(1).trim();
    const isEveryone = isReserved(mention);
    const ofRank = members.filter(({ rank }) => rank !== undefined && isSameRank(rank, mention));
    // The mention would stand for the rank or for all: money must not go to more than meant.
    if (isEveryone && ofRank.length > 0) throw new UserError(texts.unusableRank(plain(mention, 40)));
    const mentioned = isEveryone ? members : ofRank;
    if (mentioned.length === 0) throw new UserError(texts.noMembers(plain(mention, 40)));
    return [name, mentioned];
  });
  return new Map(found);
}

/** Rows with a row for each `member` but oneself in place of a mention, by UID or by handle. */
export async function expandRows<R extends Row>(context: Context<unknown>, rows: readonly R[], isByHandle = false) {
  const names = rows.filter(({ amount }) => amount).map(({ name }) => name);
  const found = await findMentioned(context, names);
  return rows.flatMap((row): (R & { member?: Member })[] => {
    const members = row.amount ? found.get(row.name) : undefined;
    const others = members?.filter(({ uid }) => uid !== context.me.uid || members.length === 1);
    return others?.map((member) => ({ ...row, member, name: isByHandle ? member.name : member.uid })) ?? [row];
  });
}
