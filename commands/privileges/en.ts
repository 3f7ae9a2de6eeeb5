import { type Texts, translate } from '../../src/view/language.ts';

const privileges = (count: number): string => (count === 1 ? '1 privilege' : `${count} privileges`);

export const en = {
  descriptions: {
    privileges: 'See faction privileges, and change them as an officer',
    list: 'List granted privileges by group, and edit them',
    show: 'Check whether a privilege is granted',
    grant: 'Grant privileges to one or more members (asks first)',
    revoke: 'Revoke privileges from one or more members (asks first)',
    copy: "Copy one member's privileges to others (asks first)",
    whoHas: 'See which roster members have a privilege, one of a group, or what matters',
    whoWhat: 'A privilege or a group (default: what matters)',
    strip: 'Revoke all privileges of one or more members (asks first)',
    group: 'The group that has the privilege, such as ship',
    privilege: 'The privilege in that group',
    several: 'Privileges or groups, separated by commas, such as ship view, cities (default: the group)',
    members: 'Handles, UIDs or mentions, separated by commas (default: you)',
    who: 'Handles, UIDs or mentions, separated by commas',
    from: 'The member whose privileges are copied',
    to: 'Who gets them: handles, UIDs or mentions, separated by commas',
    mode: 'Whether to also revoke everything else (default: no)',
    faction: "A faction's UID, or the name of one of yours (default: your main faction)",
  },
  menu: 'Privileges',
  modes: { add: 'Add what is missing', equal: 'Make identical: also revoke everything else' },

  of: (name: string): string => `${name}'s privileges`,
  mainFaction: 'main faction',
  inGroup: (name: string): string => `group ${name}`,
  count: (granted: number, total: number): string => `${granted} of ${total}`,
  more: (count: number): string => `and ${count} more`,
  noneIn: (groups: string): string => `None granted in ${groups}`,
  noFaction: (name: string): string => `**${name}** isn't in a faction.`,
  emptyGroup: 'This group has no privileges.',
  choose: 'Choose a group to edit',
  edit: 'Edit',
  editHint:
    'Granted privileges are selected. Change the selection in as many groups as you like, then review all changes together. Nothing changes until you confirm.',
  noneGranted: 'None granted',
  chosen: 'Chosen so far:',
  review: (count: number): string => (count === 1 ? 'Review 1 change' : `Review ${count} changes`),
  value: (isGranted: boolean): string => (isGranted ? 'granted' : 'not granted'),
  change: (isGranted: boolean): string => (isGranted ? 'granted → not granted' : 'not granted → granted'),

  changing: {
    title: (granted: number, revoked: number): string => {
      if (granted === 0) return `Revoke ${privileges(revoked)}`;
      return `Grant ${privileges(granted)}${revoked > 0 ? ` and revoke ${privileges(revoked)}` : ''}`;
    },
    each: (count: number, members: number): string => `**${privileges(count)} for each of ${members}:**`,
    back: 'See privileges',
    warns: {
      giving: {
        grant: "Will be able to change everyone's privileges:",
        revoke: 'Will no longer be able to change privileges:',
      },
      leading: { grant: 'Will lead the faction:', revoke: 'Will no longer lead the faction:' },
      deputy: { grant: 'Will get second-in-command privileges:', revoke: 'Will lose second-in-command privileges:' },
    },
    ownRight: "⚠ You may lose your own privilege to change privileges. If so, you can't undo this yourself.",
  },
  manyRequests: (count: number): string => `Finding and reading these members takes ${count} requests. Go on?`,
  neverCopied: 'Leadership and second-in-command privileges are never copied, nor granted with their group.',

  unknownGroup: (named: string): string => `There's no privilege group “${named}”.`,
  groupsInclude: (examples: string): string => `Groups include ${examples}.`,
  unknownPrivilege: (named: string, group: string | undefined): string =>
    group === undefined ? `There's no privilege “${named}”.` : `There's no privilege “${named}” in the group ${group}.`,
  severalGroups: (named: string, examples: string): string =>
    `Several groups have a privilege “${named}”. Add the group, as in ${examples}.`,
  isGroup: (named: string, example: string): string => `“${named}” is a group. Add a privilege, as in ${example}.`,
  didYouMean: (names: string): string => `Did you mean ${names}?`,
  tryThis: (example: string): string => `Try ${example}.`,
  unknownFaction: (named: string, example: string): string =>
    `“${named}” isn't a faction's UID or the name of one of your factions. Try ${example}.`,
  notMember: (name: string, faction: string): string =>
    `Either **${name}** isn't a member of ${faction}, or that faction doesn't exist, or you aren't allowed to see this. Leave the faction out to use your main one.`,
  notInMainFaction: (name: string): string =>
    `Either **${name}** isn't in your main faction, or you aren't allowed to see this. If you share another faction, add it to the command.`,
  otherFaction: (asked: string, answered: string): string =>
    `I asked about ${asked}, but the game's response was about ${answered}, so I stopped there. Please try again later.`,
  refusedSilently:
    "The game refused and gave no reason. Only officers can see and change other members' privileges. Use </privileges list> to see yours.",
};

export type PrivilegesTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
