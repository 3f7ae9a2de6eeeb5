import type { Read } from '../survey/memberSurvey.ts';
import type { Readings } from '../survey/readings.ts';

/** Members' states, most urgent first. `hidden`: the profile is private and says nothing. */
export const STANDINGS = ['left', 'probablyLeft', 'unread', 'hidden', 'here'] as const;
export type Standing = (typeof STANDINGS)[number];
export type Checked = Read & { standing: Standing; renamedTo?: string | undefined };

/** A member's standing by the last readings. `faction`: the roster's, by UID. */
export function toCheck({ member, readings }: Read, faction: string): Pick<Checked, 'standing' | 'renamedTo'> {
  const name = readings.profile?.name;
  return { standing: toStanding(readings, faction), renamedTo: name === member.name ? undefined : name };
}

function toStanding({ profile, privileges }: Readings, faction: string): Standing {
  if (!profile) return 'unread';
  if (profile.factions.includes(faction)) return 'here';
  if (!profile.isPrivate) return 'left';
  // The privileges of a private profile are read right after it.
  if (!privileges || privileges.at < profile.at) return 'hidden';
  return privileges.granted === undefined ? 'probablyLeft' : 'here';
}
