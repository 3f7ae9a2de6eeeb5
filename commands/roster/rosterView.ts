import { toCsv } from '../../src/view/csv.ts';
import { formatDay } from '../../src/view/day.ts';
import type { Language } from '../../src/view/languages.ts';
import { button, buttons, divider, file, message, select, text } from '../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, joined, plain, timestamp, unformatted } from '../../src/view/text.ts';
import type { RosterTexts } from './en.ts';
import { ids } from './ids.ts';
import type { Member, Roster } from './kept.ts';
import { unusableRankLines } from './rankNames.ts';
import type { Readings } from './survey/readings.ts';

const MEMBERS_A_PAGE = 20;
export const MAX_LIST = 3_300;
export const echo = (name: string): string => plain(name, 60);
const ROSTER_FILE = 'roster.csv';

/** Members by rank, then by name. */
export function rosterView(texts: RosterTexts, roster: Roster, page: number) {
  const { faction, members, proposals } = roster;
  const sorted = members.toSorted((one, other) => one.name.localeCompare(other.name)).toSorted(byRank);
  const list = cutPage(texts, sorted, page, MEMBERS_A_PAGE);
  const lines = list.items.map((member) => memberLine(texts, member));
  const asking = proposals.map(({ uid, name }) => ({ label: unformatted(name), value: uid, description: uid }));
  const check = button(texts.checkButton, ids.open({ is: 'check' }), { style: 'primary' });
  return message(
    'neutral',
    text(`## ${texts.title(echo(faction.name))}`, `-# ${texts.count(members.length)}`),
    divider(),
    text(firstLines([...unusableRankLines(texts, roster), ...lines], MAX_LIST) || texts.pager.empty),
    pagerRow(texts, toPosition(list), ids.show, ids.showJump, {}),
    asking.length > 0 && select(ids.accept(), asking, { placeholder: texts.accept(asking.length) }),
    buttons(check, button(texts.invite, ids.invite())),
  );
}

/** Members without a rank come last. */
export function byRank({ rank: one }: Pick<Member, 'rank'>, { rank: other }: Pick<Member, 'rank'>): number {
  return Number(!one) - Number(!other) || (one ?? '').localeCompare(other ?? '');
}

export const toAway = (texts: RosterTexts, { awayUntil }: Pick<Member, 'awayUntil'>): string | false =>
  awayUntil !== undefined && texts.awayUntil(formatDay(awayUntil, texts.language as Language));

export function memberLine(texts: RosterTexts, { name, uid, rank, ...others }: Member): string {
  return `**${echo(name)}** · ${joined(plain(uid, 30), rank && plain(rank, 30), toAway(texts, others))}`;
}

/** The whole roster; {@link parseMembers} reads it back. */
export function exportView(texts: RosterTexts, { faction, members }: Roster) {
  const { uid, name, rank, away } = texts.columns;
  const header = [uid, name, rank, away].map((names) => names.split(',')[0]);
  const toDay = (ms: number | undefined) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10));
  const rows = members.map((one) => [one.uid, one.name, one.rank ?? '', toDay(one.awayUntil)]);
  const title = text(`## ${texts.title(echo(faction.name))}`, `-# ${texts.count(members.length)}`);
  return message('neutral', title, file(ROSTER_FILE, toCsv(texts, [header, ...rows])));
}

export const lastLogin = (texts: RosterTexts, { lastLoginAt: at }: { lastLoginAt?: number | undefined }): string =>
  at === undefined ? texts.hiddenLogin : texts.lastLogin(timestamp(new Date(at), 'R'));

/** A member's readings with their age. */
export function readingLines(texts: RosterTexts, { profile, privileges }: Readings): string[] {
  const when = (ms: number): string => timestamp(new Date(ms), 'R');
  const granted = privileges?.granted === undefined ? texts.unknownMember : texts.granted(privileges.granted.length);
  return [
    ...(profile ? [`- ${texts.readProfile(when(profile.at))}: ${lastLogin(texts, profile)}`] : []),
    ...(privileges ? [`- ${texts.readPrivileges(when(privileges.at))}: ${granted}`] : []),
  ];
}
