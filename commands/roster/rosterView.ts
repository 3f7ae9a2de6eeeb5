import { toCsv } from '../../src/view/csv.ts';
import { formatDay } from '../../src/view/day.ts';
import type { Language } from '../../src/view/languages.ts';
import { button, buttons, divider, file, message, select, text } from '../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../src/view/text.ts';
import type { RosterTexts } from './en.ts';
import { ids } from './ids.ts';
import type { Member, Roster } from './kept.ts';
import type { Readings } from './survey/readings.ts';

const MEMBERS_A_PAGE = 20;
export const MAX_LIST = 3_300;
const ROSTER_FILE = 'roster.csv';
export const echo = (name: string): string => plain(name, 60);

/** Members by rank, then by name. */
export function rosterView(texts: RosterTexts, { faction, members, proposals }: Roster, page: number) {
  const sorted = members.toSorted((one, other) => one.name.localeCompare(other.name)).toSorted(byRank);
  const list = cutPage(texts, sorted, page, MEMBERS_A_PAGE);
  const asking = proposals.map(({ uid, name }) => ({ label: unformatted(name), value: uid, description: uid }));
  return message(
    'neutral',
    text(`## ${texts.title(echo(faction.name))}`, `-# ${texts.count(members.length)}`),
    divider(),
    text(
      firstLines(
        list.items.map((member) => memberLine(texts, member)),
        MAX_LIST,
      ) || texts.empty,
    ),
    pagerRow(texts, toPosition(list), ids.show, ids.showJump, {}),
    asking.length > 0 && select(ids.accept(), asking, { placeholder: texts.accept(asking.length) }),
    buttons(
      button(texts.check.button, ids.check({ page: 1 }), { style: 'primary' }),
      button(texts.invite, ids.invite()),
    ),
  );
}

/** Members without a rank come last. */
export function byRank({ rank: one }: Pick<Member, 'rank'>, { rank: other }: Pick<Member, 'rank'>): number {
  return Number(!one) - Number(!other) || (one ?? '').localeCompare(other ?? '');
}

export function memberLine(texts: RosterTexts, { name, uid, rank, awayUntil }: Member): string {
  const away = awayUntil !== undefined && texts.awayUntil(formatDay(awayUntil, texts.language as Language));
  return `**${echo(name)}** · ${joined(plain(uid, 30), rank && plain(rank, 30), away)}`;
}

/** The whole roster; {@link parseMembers} reads it back. */
export function exportView(texts: RosterTexts, { faction, members }: Roster) {
  const { uid, name, rank, away } = texts.columns;
  const header = [uid, name, rank, away].map((names) => names.split(',')[0]);
  const toDay = (ms: number | undefined) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10));
  const rows = members.map((one) => [one.uid, one.name, one.rank ?? '', toDay(one.awayUntil)]);
  const title = text(`## ${texts.title(echo(faction.name))}`, `-# ${texts.count(members.length)}`);
  return message('neutral', title, file(ROSTER_FILE, toCsv([header, ...rows])));
}

/** A member's readings with their age. */
export function readingLines(texts: RosterTexts, { profile, privileges }: Readings): string[] {
  const when = (ms: number): string => timestamp(new Date(ms), 'R');
  const login = profile?.lastLoginAt === undefined ? texts.hiddenLogin : texts.lastLogin(when(profile.lastLoginAt));
  const granted = privileges?.granted === undefined ? texts.unknownMember : texts.granted(privileges.granted.length);
  return [
    ...(profile ? [`- ${texts.readProfile(when(profile.at))}: ${login}`] : []),
    ...(privileges ? [`- ${texts.readPrivileges(when(privileges.at))}: ${granted}`] : []),
  ];
}
