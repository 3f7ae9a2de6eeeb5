import type { Privilege, PrivilegeGroup } from '../../src/game/resources/privileges.ts';
import { button, buttons, divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { pagerRow } from '../../src/view/pager.ts';
import { joined, plain, unbroken, unformatted } from '../../src/view/text.ts';
import type { PrivilegesTexts } from './en.ts';
import { ids } from './ids.ts';
import type { FoundGroups, FoundPrivilege, Subject } from './read.ts';

/** The groups of a subject; `ticket` is that of the components. */
export type GroupList = FoundGroups & { ticket: string };
/** One group of a list, by its place from 0; pages count from 1. */
export type OpenGroup = GroupList & { group: PrivilegeGroup; index: number };
/** `ticket` is the editor's own. */
type Editor = { subject: Subject; group: string; shown: readonly Privilege[]; ticket: string };

/** As many as Discord's select takes; an editor is one select. */
export const ITEMS_A_PAGE = 25;
const MAX_NAME = 50;
const MAX_UID = 30;
const MAX_PARTY = 60;

/** The groups with their counts, and a select that opens one. */
export function groupsView(texts: PrivilegesTexts, list: GroupList, page: number): MessageView {
  const { subject, groups, ticket } = list;
  const name = plain(subject.character.name, MAX_PARTY);
  if (groups.length === 0) return message('neutral', text(texts.noFaction(name)));
  const { position, items } = toPage(groups, page);
  const lines = items.map((group) => joined(`**${plain(group.name, MAX_NAME)}**`, unbroken(toCount(texts, group))));
  return message(
    'neutral',
    text(`## ${texts.of(name)}`, subjectLine(texts, subject)),
    divider(),
    text(lines.join('\n')),
    groupSelect(texts, list, page),
    pagerRow(texts, position, ids.groups, ids.groupsJump, { ticket }),
  );
}

/** The privileges of a group, with the ways to edit a page of them and to the other groups. */
export function groupView(texts: PrivilegesTexts, open: OpenGroup, page: number): MessageView {
  const { subject, group, index, ticket } = open;
  const { position, items } = toPage(group.privileges, page);
  const isEmpty = items.length === 0;
  const lines = items.map(({ name, isGranted }) =>
    isGranted ? `✓ **${plain(name, MAX_NAME)}**` : `– ${plain(name, MAX_NAME)}`,
  );
  const groupsPage = Math.floor(index / ITEMS_A_PAGE) + 1;
  const edit = ids.edit({ ticket, index, page: position.page });
  return message(
    'neutral',
    text(`## ${plain(group.name, MAX_PARTY)} · ${toCount(texts, group)}`, subjectLine(texts, subject, true)),
    divider(),
    isEmpty ? text(texts.emptyGroup) : text(...lines, `-# ${texts.legend}`),
    pagerRow(texts, position, ids.group, ids.groupJump, { ticket, index }),
    groupSelect(texts, open, groupsPage, index),
    buttons(
      button(texts.edit, edit, { style: 'primary', isDisabled: isEmpty }),
      button(texts.allGroups, ids.groups({ ticket, page: groupsPage }, 'here')),
    ),
  );
}

/** A page of privileges in a select; its values are their places, from 0. `back` is the group's. */
export function editorView(texts: PrivilegesTexts, editor: Editor, back: Parameters<typeof ids.group>[0]): MessageView {
  const { subject, group, shown, ticket } = editor;
  const choices = shown.map(({ name, isGranted }, place) => ({
    label: unformatted(name, MAX_NAME),
    value: String(place),
    isChosen: isGranted,
  }));
  return message(
    'neutral',
    text(`## ${texts.edit}: ${plain(group, MAX_PARTY)}`, subjectLine(texts, subject, true)),
    text(texts.editHint),
    select(ids.choose({ ticket }), choices, { placeholder: texts.noneGranted, min: 0, max: choices.length }),
    buttons(button(texts.back, ids.group(back))),
  );
}

export function privilegeView(texts: PrivilegesTexts, { subject, group, privilege }: FoundPrivilege): MessageView {
  const title = `## ${plain(privilege.name, MAX_PARTY)}: ${texts.value(privilege.isGranted)}`;
  const where = texts.inGroup(plain(group, MAX_PARTY));
  return message('neutral', text(title, where, subjectLine(texts, subject, true)));
}

/** Who and where: UID and faction, with the name if the title doesn't have it. */
export function subjectLine(texts: PrivilegesTexts, { character, faction }: Subject, withName = false): string {
  const name = faction?.name === undefined ? undefined : plain(faction.name, MAX_PARTY);
  const uid = faction?.uid === undefined ? undefined : plain(faction.uid, MAX_UID);
  const where = name && uid ? `${name} (${uid})` : (name ?? uid ?? texts.mainFaction);
  const who = withName ? [plain(character.name, MAX_PARTY)] : [];
  return `-# ${[...who, `UID ${plain(character.uid, MAX_UID)}`, where].join(' · ')}`;
}

/** This page, or the last one if the list is shorter now. `first` is its first place, from 0. */
export function toPage<T>(all: readonly T[], page: number) {
  const pages = Math.max(1, Math.ceil(all.length / ITEMS_A_PAGE));
  const number = Math.min(Math.max(1, page), pages);
  const first = (number - 1) * ITEMS_A_PAGE;
  return { position: { page: number, pages }, first, items: all.slice(first, first + ITEMS_A_PAGE) };
}

function toCount(texts: PrivilegesTexts, { privileges }: PrivilegeGroup): string {
  return texts.count(privileges.filter(({ isGranted }) => isGranted).length, privileges.length);
}

function groupSelect(texts: PrivilegesTexts, { groups, ticket }: GroupList, page: number, open?: number) {
  const { items, first } = toPage(groups, page);
  const choices = items.map((group, place) => ({
    label: unformatted(group.name, MAX_NAME),
    value: String(first + place),
    description: toCount(texts, group),
    isChosen: first + place === open,
  }));
  return select(ids.pick({ ticket }), choices, { placeholder: texts.choose });
}
