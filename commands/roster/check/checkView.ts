import { button, buttons, divider, message, select, text } from '../../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../../src/view/pager.ts';
import { joined, timestamp, unformatted } from '../../../src/view/text.ts';
import type { RosterTexts } from '../en.ts';
import { ids } from '../ids.ts';
import type { Roster } from '../kept.ts';
import { echo } from '../rosterView.ts';
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
  const choices = list.items.map(({ member }) => ({
    label: unformatted(member.name),
    value: member.uid,
    description: member.uid,
  }));
  return message(
    'neutral',
    text(`## ${texts.check.title(echo(faction.name))}`, counts.join(', ')),
    divider(),
    text(...list.items.map((one) => toLine(texts, one)), list.items.length === 0 && texts.empty),
    choices.length > 0 && select(ids.member(), choices, { placeholder: texts.check.choose }),
    pagerRow(texts, toPosition(list), ids.check, ids.checkJump, {}),
    buttons(button(texts.check.again, ids.again())),
  );
}

function toLine(texts: RosterTexts, { member, readings: { profile }, standing, renamedTo }: Checked): string {
  const when = (ms: number): string => timestamp(new Date(ms), 'R');
  const login = profile?.lastLoginAt === undefined ? texts.hiddenLogin : texts.lastLogin(when(profile.lastLoginAt));
  const facts = joined(
    texts.check.standings[standing],
    standing === 'here' && login,
    renamedTo && texts.check.renamed(echo(renamedTo)),
    member.awayUntil !== undefined && texts.awayUntil(timestamp(new Date(member.awayUntil), 'd')),
    profile && texts.check.readAt(when(profile.at)),
  );
  return `**${echo(member.name)}** · ${facts}`;
}
