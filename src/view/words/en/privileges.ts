const numbers = new Intl.NumberFormat('en-US');

/** Words of the area "privileges", in English. */
export const privileges = {
  description: 'Privileges in a faction: see them, and change them as an officer',
  list: 'All privileges by group, granted or not',
  show: 'Whether one privilege is granted',
  grant: 'Grant a privilege, after a preview',
  revoke: 'Revoke a privilege, after a preview',
  options: {
    group: 'The group of the privilege, such as ship',
    privilege: 'The privilege in that group',
    character: 'Whose privileges: a handle or a UID; yours if left out',
    faction: 'A faction’s UID, or the name of one of yours; your main faction if left out',
  },

  of: (name: string): string => `Privileges of ${name}`,
  uid: (uid: string): string => `UID ${uid}`,
  mainFaction: 'main faction',
  group: (name: string): string => `group ${name}`,
  count: (granted: number, total: number): string => `${numbers.format(granted)} of ${numbers.format(total)} granted`,
  empty: (name: string): string => `**${name}** belongs to no faction, so there are no privileges to show.`,
  emptyGroup: 'There is no privilege in this group.',
  legend: '✓ granted, – not granted',
  choose: 'Choose a group',
  allGroups: 'All groups',
  edit: 'Edit',
  editHint:
    'Open the menu: what is granted is ticked. Tick and untick what you want; nothing is changed before you confirm.',
  editPlaceholder: 'None is granted',
  back: 'Back',
  granted: 'granted',
  notGranted: 'not granted',

  changeTitle: (count: number): string =>
    count === 1 ? 'Change this privilege?' : `Change these ${numbers.format(count)} privileges?`,
  now: (value: string): string => `now ${value}`,
  changeLegend: '**+** is granted, **−** is revoked.',
  confirmUntil: (when: string): string => `Nothing is done before you confirm. These buttons end ${when}.`,
  confirm: 'Confirm',
  cancel: 'Cancel',
  canceled: 'Nothing was changed.',
  working: (done: number, total: number): string =>
    `Changing privileges: ${numbers.format(done)} of ${numbers.format(total)} done …`,

  changed: 'Privileges changed',
  partlyChanged: 'Privileges changed in part',
  notChanged: 'No privilege was changed',
  notKnown: 'It is not known what was changed',
  undone: 'The changes were undone',
  partlyUndone: 'The changes were undone in part',
  notUndone: 'Nothing was undone',
  outcomes: {
    done: 'done',
    already: 'was so already',
    refused: 'refused by the game',
    failed: 'not done',
    unknown: 'the answer was lost',
    untried: 'not tried any more',
  },
  doneUnanswered: 'done, though the answer was lost',
  notDoneSoFar: 'the answer was lost, and so far it is not done',
  nowIs: (value: string): string => `now ${value}`,
  notRead: 'value not read',
  neverRepeated:
    'I do not repeat a change whose answer was lost. Look again in a moment, before you try it once more yourself.',
  stopped: 'The game or my database stopped answering, so I stopped there. Please try the rest again later.',
  undo: 'Undo',
  undoUntil: (when: string): string => `Undo takes back what was done, until ${when}.`,
  lookAgain: 'Look again',

  alreadyGranted: (name: string, privilege: string): string =>
    `**${name}** has the privilege ${privilege} already, so there is nothing to grant. /privileges revoke would take it back.`,
  notGrantedAnyway: (name: string, privilege: string): string =>
    `**${name}** does not have the privilege ${privilege}, so there is nothing to revoke. /privileges grant would give it.`,
  nothingChosen: 'That is how it is already, so there is nothing to change.',
  unknownGroup: (named: string, examples: string): string =>
    `There is no privilege group “${named}”. Groups are, for example, ${examples}.`,
  unknownPrivilege: (named: string, group: string, example: string | undefined): string =>
    `There is no privilege “${named}” in the group ${group}.${example === undefined ? '' : ` Try ${example}.`}`,
  groupGone: 'The game does not show this group any more. Run /privileges list again.',
  unknownFaction: (named: string, example: string): string =>
    `“${named}” is neither the UID of a faction nor the name of one of yours. This would work: ${example}`,
  notMember: (name: string, faction: string): string =>
    `**${name}** is no member of ${faction}, or there is no such faction. Leave the faction out, and I take your main one.`,
  notInMainFaction: (name: string): string =>
    `**${name}** isn’t in your main faction. If you share another faction, add it to the command.`,
  noFaction: (name: string): string =>
    `**${name}** belongs to no faction, so there are no privileges. Name a member of your faction, for example yourself by leaving the character out.`,
  mayNot: (reason: string): string =>
    `The game said no: ${reason} Only officers see and change what others may do in a faction; /privileges list shows your own.`,
};
