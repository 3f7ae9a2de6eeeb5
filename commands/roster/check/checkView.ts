import { button, buttons, divider, message, select, text } from '../../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../../src/view/pager.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../../src/view/text.ts';
import type { RosterTexts } from '../en.ts';
import { ids } from '../ids.ts';
import type { Roster } from '../kept.ts';
import { echo, MAX_LIST } from '../rosterView.ts';
import type { Read } from '../survey/memberSurvey.ts';
import { type Checked, STANDINGS, toCheck } from './membership.ts';

const MEMBERS_A_PAGE = 20;

/** All members, first those who need an officer, then those whose last login is longest ago. */
export function checkView(texts: RosterTexts, { faction }: Roster, read: readonly Read[], page: number) {
  const all = read.map((one) => ({ ...one, ...toCheck(one, faction.uid) }));
  const rank = ({ standing, renamedTo }: Checked): number => 2 * STANDINGS.indexOf(standing) + (renamedTo ? 0 : 1);
  const login = ({ readings }: Checked): number => readings.profile?.lastLoginAt ?? Infinity;
  const sorted = all.toSorted((one, other) => rank(one) - rank(other) || (login(one) < login(other) ? -1 : 1));
  const list = cutPage(texts, sorted, page, MEMBERS_A_PAGE);
  const counts = STANDINGS.flatMap((standing) => {
    const { length: count } = all.filter((one) => one.standing === standing);
    return count > 0 ? texts.check.counts[standing](count) : [];
  });
  const readAt = all.flatMap(({ readings }) => readings.profile?.at ?? []);
  const ages = [Math.min(...readAt), Math.max(...readAt)].map((ms) => timestamp(new Date(ms), 'R'));
  const choices = list.items.map(({ member }) => ({
    label: unformatted(member.name),
    value: member.uid,
    description: member.uid,
  }));
  const lines = list.items.flatMap((one, at) => toLines(texts, one, one.standing !== list.items[at - 1]?.standing));
  return message(
    'neutral',
    text(
      `## ${texts.check.title(echo(faction.name))}`,
      counts.join(', '),
      readAt.length > 0 && `-# ${texts.check.readBetween(ages[0] ?? '', ages[1] ?? '')}`,
    ),
    divider(),
    text(firstLines(lines, MAX_LIST) || texts.empty),
    choices.length > 0 && select(ids.member(), choices, { placeholder: texts.check.choose }),
    pagerRow(texts, toPosition(list), ids.check, ids.checkJump, {}),
    buttons(button(texts.check.again, ids.again())),
  );
}

/** A heading where the standing changes, and a line for each member. */
function toLines(
  texts: RosterTexts,
  { member, readings: { profile }, standing, renamedTo }: Checked,
  isFirst: boolean,
) {
  const when = (ms: number): string => timestamp(new Date(ms), 'R');
  const login = profile?.lastLoginAt === undefined ? texts.hiddenLogin : when(profile.lastLoginAt);
  const facts = joined(
    standing === 'here' && login,
    renamedTo && texts.check.renamed(echo(renamedTo)),
    member.rank && plain(member.rank, 30),
    member.awayUntil !== undefined && texts.awayUntil(timestamp(new Date(member.awayUntil), 'd')),
  );
  const line = joined(`**${echo(member.name)}**`, facts);
  return isFirst ? [`### ${texts.check.standings[standing]}`, line] : [line];
}
