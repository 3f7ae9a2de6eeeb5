import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  descriptions: {
    privileges: 'See faction privileges, and change them as an officer',
    list: 'List all privileges by group, granted or not',
    show: 'Check whether a privilege is granted',
    grant: 'Grant a privilege (asks first)',
    revoke: 'Revoke a privilege (asks first)',
    group: 'The group that has the privilege, such as ship',
    privilege: 'The privilege in that group',
    faction: "A faction's UID, or the name of one of yours (default: your main faction)",
  },

  of: (name: string): string => `${name}'s privileges`,
  mainFaction: 'main faction',
  inGroup: (name: string): string => `group ${name}`,
  count: (granted: number, total: number): string => `${granted} of ${total} granted`,
  noFaction: (name: string): string => `**${name}** isn't in a faction.`,
  emptyGroup: 'This group has no privileges.',
  legend: '✓ granted, – not granted',
  choose: 'Choose a group',
  allGroups: 'All groups',
  edit: 'Edit',
  editHint: 'Granted privileges are selected. Change the selection in the menu. Nothing changes until you confirm.',
  noneGranted: 'None granted',
  back: 'Back',
  value: (isGranted: boolean): string => (isGranted ? 'granted' : 'not granted'),
  change: (isGranted: boolean): string => (isGranted ? 'granted → not granted' : 'not granted → granted'),

  preview: {
    title: (count: number): string => (count === 1 ? 'Change this privilege?' : `Change these ${count} privileges?`),
    legend: '**+** will be granted, **−** will be revoked.',
    ownRight: "⚠ This may revoke your own privilege to change privileges. If so, you can't undo it yourself.",
    expires: (when: string): string => `Nothing changes until you confirm. Expires at ${when}.`,
    confirm: 'Confirm',
    cancel: 'Cancel',
    canceled: 'Nothing was changed.',
    expired: 'This confirmation has expired.',
    again: 'Review again',
  },

  working: (done: number, total: number): string => `Changing privileges: ${done} of ${total} done…`,
  changed: { all: 'Privileges changed', some: 'Only some privileges were changed', none: 'No privileges were changed' },
  undone: { all: 'Changes undone', some: 'Only some changes were undone', none: 'No changes were undone' },
  unknown: "I don't know what was changed",
  outcomes: {
    done: 'done',
    found: 'done, although the response was lost',
    already: 'already set',
    refused: 'refused by the game',
    failed: 'not done',
    unknown: 'the response was lost',
    untried: 'not attempted',
  },
  notRead: "current value couldn't be read",
  neverRepeated: 'I never repeat a change whose response was lost. Check again before you retry.',
  stopped: 'The game or my database stopped responding, so I stopped there. Please try the rest again later.',
  undo: 'Undo',
  undoUntil: (when: string): string => `You can undo this until ${when}.`,

  alreadyGranted: (name: string, privilege: string): string => `**${name}** already has the privilege ${privilege}.`,
  notGranted: (name: string, privilege: string): string => `**${name}** doesn't have the privilege ${privilege}.`,
  nothingToChange: "The privileges are already set that way, so there's nothing to change.",
  unknownGroup: (named: string, examples: string): string =>
    `There's no privilege group “${named}”. Groups include ${examples}.`,
  unknownPrivilege: (named: string, group: string, example: string): string =>
    `There's no privilege “${named}” in the group ${group}. Try ${example}.`,
  groupGone: 'The game no longer shows this group. Run </privileges list> again.',
  unknownFaction: (named: string, example: string): string =>
    `“${named}” isn't a faction's UID or the name of one of your factions. Try ${example}.`,
  notMember: (name: string, faction: string): string =>
    `Either **${name}** isn't a member of ${faction}, or that faction doesn't exist, or you aren't allowed to see this. Leave the faction out to use your main one.`,
  notInMainFaction: (name: string): string =>
    `Either **${name}** isn't in your main faction, or you aren't allowed to see this. If you share another faction, add it to the command.`,
  unknownOrForbidden: "The game doesn't know this member or privilege, or you aren't allowed to change it.",
  otherFaction: (asked: string, answered: string): string =>
    `I asked about ${asked}, but the game's response was about ${answered}, so I stopped there. Please try again later.`,
  refused: (reason: string): string => `The game refused: ${reason}`,
  refusedSilently:
    "The game refused and gave no reason. Only officers can see and change other members' privileges. Use </privileges list> to see yours.",
};

export type PrivilegesTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
