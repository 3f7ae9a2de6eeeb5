import { type Texts, translate } from '../../src/view/language.ts';

const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

export const en = {
  descriptions: {
    ranks: 'Save what a rank may do, apply it, and find who differs from it',
    save: "Save a member's privileges as a rank's (replaces a rank of that name)",
    show: 'Show the ranks and their important privileges',
    delete: 'Delete a rank; members keep their privileges',
    apply: "Give members a rank's privileges (asks first)",
    check: "Find members whose privileges differ from their rank's",
    name: 'The name of the rank, such as Pilot',
    rank: 'The name of the rank (default: all)',
    from: 'The member whose privileges are saved',
    to: 'Handles, UIDs or @ranks, separated by commas (default: everyone of the rank)',
    mode: 'Whether to also revoke everything else (default: no)',
  },
  modes: { add: 'Add what is missing', equal: 'And nothing else: also revoke what the rank lacks' },
  title: 'Ranks',
  none: 'There are no ranks yet. Save one with </rank save>.',
  rights: (count: number): string => (count === 1 ? '1 privilege' : `${count} privileges`),
  noneMatter: 'Nothing about money, members or privileges.',
  unknown: (typed: string, known: string): string =>
    known
      ? `There's no rank “${typed}”. There are ${known}.`
      : `There's no rank “${typed}”. Save it with </rank save>.`,
  wrongName: "A rank's name can't be empty or too long, or contain @, a comma or |.",
  full: (max: number): string => `A roster has at most ${max} ranks.`,
  deleted: (name: string): string => `The rank **${name}** was deleted. Members keep their privileges.`,
  noMembers: (name: string): string =>
    `No one on the roster has ${name ? `the rank “${name}”` : 'a saved rank'}. Set ranks with </roster add>.`,
  drift: (count: number): string =>
    count === 0 ? 'Everyone fits their rank' : `${members(count)} differ from their rank`,
  noDrift: 'Nothing differs in the last readings.',
  readAt: (when: string): string => `read ${when}`,
  between: (from: string, to: string): string => `changed between ${from} and ${to}`,
  ...{ missing: 'missing', extra: 'too much' },
  more: (count: number): string => `and ${count} more`,
  choose: 'Choose a member',
  again: 'Read again',
  restoreAll: (count: number): string => (count === 1 ? 'Restore 1 member' : `Restore ${count} members`),
  restoreOne: 'Restore the rank',
  accept: (rank: string): string => `Accept for ${rank}`,
  accepted: (rank: string): string => `The rank **${rank}** now has these privileges.`,
  tooOld: 'These readings are older than ten minutes. Press *Read again* first.',
};

export type RankTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
