import { type Texts, translate } from '../../src/view/language.ts';

const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

export const en = {
  descriptions: {
    roster: "Keep your faction's roster for this server's officers",
    show: 'Show the roster',
    add: 'Add members to the roster, or change their rank or absence',
    remove: 'Remove members from the roster',
    import: 'Add or change many members from a CSV or a list of handles or UIDs',
    export: 'Get the roster as a CSV file',
    check: 'See who left, who is away, and when members last logged in',
    me: 'See which rosters list your character, and what they know about it',
    delete: "Delete this server's roster and everything that was read for it",
    members: 'Handles or UIDs, separated by commas',
    rank: 'Their rank, such as Pilot',
    away: 'The day until which they are away, such as 2026-12-24',
    list: 'One handle or UID; leave it out to paste or attach a list',
  },
  title: (faction: string): string => `Roster of ${faction}`,
  count: members,
  empty: 'No one is on the roster yet.',
  awayUntil: (day: string): string => `away until ${day}`,
  accept: (count: number): string => (count === 1 ? '1 character wants to join' : `${count} characters want to join`),
  invite: 'Post a Join button',
  invites: 'Do you belong to this faction? Propose your linked character for the roster; an officer accepts it.',
  join: 'Join',
  proposal: {
    proposed: (name: string): string => `I've proposed **${name}**. An officer can accept it in </roster show>.`,
    listed: (name: string): string => `**${name}** is already on the roster.`,
    tooMany: (name: string): string => `**${name}** can't be proposed yet: too many others are waiting for an officer.`,
  },
  /** Column names, also of files in other languages. */
  columns: { uid: 'uid, id', name: 'name, handle, character, member', rank: 'rank', away: 'away, away until' },
  importTitle: 'Import members',
  importLabel: 'One member per line',
  importHint: 'A handle or UID, or a CSV with a header: uid,name,rank,away',
  fileLabel: 'Or a text file or CSV',
  fileHint: 'Up to 256 KB. Members without a UID cost one request each.',
  added: (added: number, changed: number): string => `${members(added)} added, ${changed} changed.`,
  removed: (names: string, count: number): string => `Removed ${count === 1 ? names : `${members(count)}: ${names}`}.`,
  showAll: 'Show roster',
  wrongLines: (lines: string): string => `I can't read these lines: ${lines}.`,
  emptyList: 'There are no members in it. Write one handle or UID per line.',
  wrongDay: (typed: string): string => `“${typed}” isn't a day in the future. Try \`away: 2026-12-24\`.`,
  full: (max: number): string => `A roster has at most ${max} members.`,
  none: 'This server has no roster. Officers create one with </roster add>.',
  serversOnly: 'Rosters belong to servers. Use this command in a server.',
  noRight: (faction: string): string =>
    `Only members who may change privileges in ${faction} can use this roster, and your login doesn't show that right.`,
  noFaction: "Your character isn't in a faction, so it can't start a roster.",
  notListed: (names: string): string => `${names} isn't on the roster.`,
  noSuchRank: (rank: string): string => `No one on the roster has the rank “${rank}”.`,
  otherFaction: "the game's response was about another faction",

  readProfile: (when: string): string => `Profile read ${when}`,
  readPrivileges: (when: string): string => `Privileges read ${when}`,
  lastLogin: (when: string): string => `last login ${when}`,
  hiddenLogin: 'last login hidden',
  granted: (count: number): string => (count === 1 ? '1 granted' : `${count} granted`),
  unknownMember: 'not a member, or hidden',
  survey: {
    profile: (count: number): string => `Read the profiles of ${members(count)}`,
    privileges: (count: number): string => `Read the privileges of ${members(count)}`,
    allFresh: 'Everything was read in the last ten minutes.',
    members: 'These members:',
    whoSees: 'Officers here who may change privileges can see the readings for 35 days. Each member can see their own.',
  },
  check: {
    button: 'Check',
    title: (faction: string): string => `Check of ${faction}`,
    counts: {
      left: (count: number): string => `${count} left`,
      probablyLeft: (count: number): string => `${count} probably left`,
      unread: (count: number): string => `${count} not read yet`,
      hidden: (count: number): string => `${count} hidden`,
      here: (count: number): string => `${count} here`,
    },
    standings: { left: 'Left', probablyLeft: 'Probably left', unread: 'Not read yet', hidden: 'Hidden', here: 'Here' },
    renamed: (name: string): string => `now called ${name}`,
    readBetween: (from: string, to: string): string => `Last logins. Profiles read ${from} to ${to}.`,
    choose: 'Choose a member',
    again: 'Read again',
    remove: 'Remove from roster',
    strip: 'Revoke all privileges',
  },
  mine: {
    title: (name: string): string => `Rosters with ${name}`,
    whoSees: 'Officers of the faction in that server can see this.',
    none: (name: string): string => `No roster lists **${name}**.`,
    noReadings: 'Nothing was read about your character.',
    object: 'Delete the readings',
  },
  deletion: {
    asks: (faction: string, count: number): string =>
      `Delete the roster of ${faction} with ${members(count)}, its ranks and everything that was read? This can't be undone.`,
    button: 'Delete the roster',
    done: 'The roster was deleted.',
  },
};

export type RosterTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
