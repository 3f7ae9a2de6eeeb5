import { UserError } from '../../../src/view/errorView.ts';
import { button } from '../../../src/view/message.ts';
import { joined, plain, timestamp } from '../../../src/view/text.ts';
import type { Actor } from '../../../src/writes/kind.ts';
import { TEXTS as PRIVILEGES } from '../../privileges/en.ts';
import { isCalled, listNames, matters, requireNames, toPath } from '../../privileges/names.ts';
import { readNotedNames } from '../../privileges/suggest.ts';
import { ids } from '../ids.ts';
import { findRank } from '../ranks.ts';
import { byRank, echo } from '../rosterView.ts';
import type { Question } from './question.ts';

/** Who has a privilege, one of a group, or one that matters; by rank. ⚠: not part of their rank. */
export const WHO: Question = {
  reads: 'privileges',
  async answer({ actor, texts, roster, all, of }) {
    const paths = await findPaths(actor, of);
    const sorted = all.toSorted((one, other) => byRank(one.member, other.member));
    const holders = paths.flatMap((path) =>
      sorted.flatMap(({ member, readings: { privileges } }) => {
        if (!privileges?.granted?.includes(path)) return [];
        const mark = findRank(roster.ranks, member.rank)?.rights.includes(path) === false ? '⚠' : '';
        return [{ path, member, mark, at: new Date(privileges.at) }];
      }),
    );
    const lines = holders.map(({ path, member, mark, at }) => {
      const line = joined(`${mark} **${echo(member.name)}**`.trim(), echo(member.rank ?? ''), timestamp(at, 'R'));
      return { member, text: line, ...(paths.length > 1 && { section: plain(path, 80) }) };
    });
    const cells = holders.map(({ path, member: { uid, name, rank }, mark, at }) => [
      ...[path, uid, name, rank, mark, at.toISOString()],
    ]);
    const { length: read } = all.filter(({ readings }) => readings.privileges);
    const count = texts.who.count(new Set(holders.map(({ member }) => member.uid)).size, read);
    return {
      title: texts.who.title(plain(of ?? texts.who.matters, 60)),
      notes: [count, holders.some(({ mark }) => mark !== '') && `-# ${texts.who.outside}`],
      ...{ lines, csv: [texts.who.columns, ...cells] },
      buttons: [read === all.length && (of ?? '').length <= MAX_SUBJECT && button(texts.who.post, ids.post({ of }))],
    };
  },
};

/** Fits a custom id in any script. */
const MAX_SUBJECT = 30;

/** A privilege, a group, or by default what matters. Throws a {@link UserError}. */
export async function findPaths(actor: Actor, of: string | undefined): Promise<string[]> {
  const groups = await readNotedNames(actor);
  if (of === undefined) return listNames(groups).map(toPath).filter(matters);
  const group = groups.find(isCalled(of));
  const texts = PRIVILEGES[actor.language];
  if (group?.privileges.length === 0) throw new UserError(texts.emptyGroup);
  return (group ? listNames([group]) : requireNames(texts, groups, { privilege: of })).map(toPath);
}
