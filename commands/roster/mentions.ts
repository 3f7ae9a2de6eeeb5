import type { z } from 'zod';
import type { party } from '../../src/game/parameters.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { type Context, openRoster } from './access.ts';
import { TEXTS } from './en.ts';

const EVERYONE = 'roster';
const toComparable = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

/** Splits typed names into the members that `@rank` or `@roster` stands for, and other names. A
 * mention needs the right to see the roster. Throws a {@link UserError}. */
export async function expandMentions(context: Context<unknown>, typed: readonly string[]) {
  const isMention = (name: string): boolean => name.trim().startsWith('@');
  const others = typed.filter((name) => !isMention(name));
  const mentions = typed.filter(isMention).map((name) => toComparable(name.trim().slice(1)));
  if (mentions.length === 0) return { members: [], others };
  const { members } = (await openRoster(context)).roster;
  const found = mentions.flatMap((mention) => {
    const own = members.filter(({ rank }) => mention === EVERYONE || toComparable(rank ?? '') === mention);
    if (own.length === 0) throw new UserError(TEXTS[context.language].noSuchRank(plain(mention, 40)));
    return own;
  });
  const named = found.map(({ uid, name }): z.output<typeof party> => ({ uid, name }));
  return { members: [...new Map(named.map((one) => [one.uid, one])).values()], others };
}

/** Rows with a row for each member in place of a mention, by UID. `known`: these members. */
export async function expandRows<R extends { name: string }>(context: Context<unknown>, rows: readonly R[]) {
  const expanded = await Promise.all(
    rows.map(async (row) => {
      const { members } = await expandMentions(context, [row.name]);
      return { members, rows: members.length > 0 ? members.map(({ uid }) => ({ ...row, name: uid })) : [row] };
    }),
  );
  return { rows: expanded.flatMap((one) => one.rows), known: expanded.flatMap((one) => one.members) };
}
