import type { Privilege, PrivilegeGroup, Privileges } from '../game/privileges.ts';
import { button, buttons, divider, type MessageView, message, select, text } from './message.ts';
import { type PageIds, pagerRow, toPosition } from './pager.ts';
import { joined, plain, unbroken, unformatted } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** Whose privileges, and where; without a faction the character's main one is meant. */
export type PrivilegeSubject = {
  character: { uid: string; name: string };
  faction?: { uid?: string | undefined; name?: string | undefined } | undefined;
};

/** Where the components of these views lead; groups are numbered from 0 by their place in the list, pages from 1. */
export type PrivilegeIds = {
  /** The list of groups. */
  groups: PageIds;
  /** The select of a group; its values are the groups' numbers. */
  pick: string;
  group: (index: number) => PageIds;
  edit: (index: number, page: number) => string;
};

/** As many as Discord's select takes; an editor is one select. */
export const ITEMS_A_PAGE = 25;
const LONGEST_NAME = 50;
const LONGEST_UID = 30;
const LONGEST_PARTY = 60;
const LONGEST_LABEL = 50;

/** The groups with their counts, and a select that opens one; `page` counts from 1. */
export function privilegeGroupsView(
  words: Words,
  subject: PrivilegeSubject,
  { groups }: Privileges,
  page: number,
  ids: PrivilegeIds,
): MessageView {
  const { privileges } = words;
  if (groups.length === 0)
    return message('neutral', text(privileges.empty(plain(subject.character.name, LONGEST_PARTY))));
  const { position, first, items } = toPage(groups, page);
  const lines = items.map((group) => joined(`**${plain(group.name, LONGEST_NAME)}**`, unbroken(toCount(words, group))));
  return message(
    'neutral',
    text(`## ${privileges.of(plain(subject.character.name, LONGEST_PARTY))}`, subjectLine(words, subject)),
    divider(),
    text(lines.join('\n')),
    groupSelect(words, items, first, ids),
    pagerRow(words, position, ids.groups),
  );
}

/** One group: each privilege, granted or not; with a way to edit what the page shows, and to the other groups. */
export function privilegeGroupView(
  words: Words,
  subject: PrivilegeSubject,
  { groups }: Privileges,
  { index, page }: { index: number; page: number },
  ids: PrivilegeIds,
): MessageView {
  const { privileges } = words;
  const group = groups[index];
  if (!group) return privilegeGroupsView(words, subject, { groups }, 1, ids);
  const { position, items } = toPage(group.privileges, page);
  const lines = items.map(({ name, isGranted }) => toLine(plain(name, LONGEST_NAME), isGranted));
  const siblings = toPage(groups, Math.floor(index / ITEMS_A_PAGE) + 1);
  return message(
    'neutral',
    text(`## ${plain(group.name, LONGEST_PARTY)} · ${toCount(words, group)}`, subjectLine(words, subject, true)),
    divider(),
    text(lines.length > 0 ? lines.join('\n') : privileges.emptyGroup, lines.length > 0 && `-# ${privileges.legend}`),
    pagerRow(words, position, ids.group(index)),
    groupSelect(words, siblings.items, siblings.first, ids, index),
    buttons(
      ...(items.length > 0
        ? [button(privileges.edit, ids.edit(index, position.page), { style: 'primary' as const })]
        : []),
      button(privileges.allGroups, ids.groups.to(siblings.position.page, 'here')),
    ),
  );
}

/** The privileges of one page in a select, ticked as they are; its values are their places, from 0. */
export function privilegeEditorView(
  words: Words,
  subject: PrivilegeSubject,
  group: string,
  shown: readonly Privilege[],
  ids: { choose: string; back: string },
): MessageView {
  const { privileges } = words;
  const choices = shown.map(({ name, isGranted }, place) => ({
    label: unformatted(name, LONGEST_LABEL),
    value: String(place),
    isChosen: isGranted,
  }));
  return message(
    'neutral',
    text(`## ${privileges.edit}: ${plain(group, LONGEST_PARTY)}`, subjectLine(words, subject, true)),
    text(privileges.editHint),
    select(ids.choose, choices, { placeholder: privileges.editPlaceholder, least: 0, most: choices.length }),
    buttons(button(privileges.back, ids.back)),
  );
}

/** One privilege's value. */
export function privilegeValueView(
  words: Words,
  subject: PrivilegeSubject,
  group: string,
  { name, isGranted }: Privilege,
): MessageView {
  const { privileges } = words;
  return message(
    'neutral',
    text(
      `## ${plain(name, LONGEST_PARTY)}: ${toValue(words, isGranted)}`,
      privileges.group(plain(group, LONGEST_PARTY)),
      subjectLine(words, subject, true),
    ),
  );
}

/** Who and where: UID and faction, with the name where the title does not say it. */
export function subjectLine(words: Words, { character, faction }: PrivilegeSubject, withName = false): string {
  const { privileges } = words;
  const uid = privileges.uid(plain(character.uid, LONGEST_UID));
  const name = faction?.name === undefined ? undefined : plain(faction.name, LONGEST_PARTY);
  const factionUid = faction?.uid === undefined ? undefined : plain(faction.uid, LONGEST_UID);
  const where = name && factionUid ? `${name} (${factionUid})` : (name ?? factionUid ?? privileges.mainFaction);
  const who = withName ? `${plain(character.name, LONGEST_PARTY)} · ${uid}` : uid;
  return `-# ${who} · ${where}`;
}

export function toValue({ privileges }: Words, isGranted: boolean): string {
  return isGranted ? privileges.granted : privileges.notGranted;
}

/** The page with this number, or the last one: a list may have become shorter since the page before was shown. */
export function toPage<T>(all: readonly T[], page: number) {
  const { pages } = toPosition({ startIndex: 1, itemCount: ITEMS_A_PAGE, total: all.length });
  const number = Math.min(Math.max(1, page), pages);
  const first = (number - 1) * ITEMS_A_PAGE;
  return { position: { page: number, pages }, first, items: all.slice(first, first + ITEMS_A_PAGE) };
}

function toLine(name: string, isGranted: boolean): string {
  return isGranted ? `✓ **${name}**` : `– ${name}`;
}

function toCount({ privileges }: Words, { privileges: entries }: PrivilegeGroup): string {
  return privileges.count(entries.filter(({ isGranted }) => isGranted).length, entries.length);
}

function groupSelect(words: Words, groups: readonly PrivilegeGroup[], first: number, ids: PrivilegeIds, open?: number) {
  const choices = groups.map((group, place) => ({
    label: unformatted(group.name, LONGEST_LABEL),
    value: String(first + place),
    description: toCount(words, group),
    isChosen: first + place === open,
  }));
  return select(ids.pick, choices, { placeholder: words.privileges.choose });
}
