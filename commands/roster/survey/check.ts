import { joined, plain } from '../../../src/view/text.ts';
import { echo, lastLogin, toAway } from '../rosterView.ts';
import type { Question } from './question.ts';
import type { Readings } from './readings.ts';

/** Members' states, most urgent first. `hidden`: the profile is private and says nothing. */
const STANDINGS = ['left', 'probablyLeft', 'unread', 'hidden', 'here'] as const;

/** Later than any login (ms). */
const NEVER = Number.MAX_SAFE_INTEGER;

/** All members, first those who need an officer, then those whose last login is longest ago. */
export const CHECK: Question = {
  reads: 'profile',
  answer({ texts, roster: { faction }, all }) {
    const members = all.map(({ member, readings }) => {
      const { formerName, lastLoginAt } = readings.profile ?? {};
      const place = STANDINGS.indexOf(toStanding(readings, faction.uid));
      return { member, place, lastLoginAt, formerName: formerName === member.name ? undefined : formerName };
    });
    const sorted = members
      .toSorted((one, other) => (one.lastLoginAt ?? NEVER) - (other.lastLoginAt ?? NEVER))
      .toSorted((one, other) => Number(!one.formerName) - Number(!other.formerName))
      .toSorted((one, other) => one.place - other.place);
    const counts = STANDINGS.map((standing, place) => {
      const { length: count } = members.filter((one) => one.place === place);
      return count > 0 && `${texts.standings[standing]}: ${count}`;
    });
    const lines = sorted.map(({ member, place, lastLoginAt, formerName }) => {
      const standing = STANDINGS[place] ?? 'unread';
      const facts = [
        standing === 'here' && lastLogin(texts, { lastLoginAt }),
        formerName !== undefined && texts.renamed(echo(formerName)),
        member.rank && plain(member.rank, 30),
        toAway(texts, member),
      ];
      return { member, section: texts.standings[standing], text: joined(`**${echo(member.name)}**`, ...facts) };
    });
    return { title: texts.checkTitle(echo(faction.name)), notes: [joined(...counts)], lines };
  },
};

function toStanding({ profile, privileges }: Readings, faction: string): (typeof STANDINGS)[number] {
  if (!profile) return 'unread';
  if (profile.factions.includes(faction)) return 'here';
  if (!profile.isPrivate) return 'left';
  // The privileges of a private profile are read right after it.
  if (!privileges || privileges.at < profile.at) return 'hidden';
  return privileges.granted === undefined ? 'probablyLeft' : 'here';
}
