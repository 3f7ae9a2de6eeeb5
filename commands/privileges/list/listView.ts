import type { Privilege, PrivilegeGroup } from '../../../src/game/resources/privileges.ts';
import { ifFits } from '../../../src/view/customId.ts';
import { divider, type MessageView, message, select, text } from '../../../src/view/message.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { plain, unformatted } from '../../../src/view/text.ts';
import type { PrivilegesTexts } from '../en.ts';
import { ids } from '../ids.ts';
import type { FoundGroups, FoundPrivilege, Subject } from '../read.ts';

/** As much of a group as one select takes; `number` counts from 1. */
type Part = { group: string; number: number; privileges: readonly Privilege[] };

/** As many as Discord's select takes. */
export const ITEMS_A_PAGE = 25;
/** Characters of a list's lines. */
const MAX_LIST = 2_900;
export const MAX_NAME = 50;
const MAX_UID = 30;
export const MAX_PARTY = 60;
/** More pages than any list has. */
const MANY = 999;

/** What is granted, by group, and a select that opens a group in the editor. */
export function listView(texts: PrivilegesTexts, { subject, groups }: FoundGroups, page: number): MessageView {
  const name = plain(subject.character.name, MAX_PARTY);
  if (groups.length === 0) return message('neutral', text(texts.noFaction(name)));
  const { position, first, items } = toPage(toParts(groups), page);
  const held = items.filter((part) => part.privileges.some(({ isGranted }) => isGranted));
  const others = items.filter((part) => !held.includes(part)).map((part) => plain(toTitle(part), MAX_NAME));
  const heads = held.map((part) => `**${plain(toTitle(part), MAX_NAME)}** · ${toCount(texts, part)}: `);
  const rest = MAX_LIST - heads.join('\n').length - others.join(', ').length;
  const lines = held.map(({ privileges }, place) => {
    const granted = privileges.filter(({ isGranted }) => isGranted).map((one) => plain(one.name, MAX_NAME));
    return (heads[place] ?? '') + shortened(texts, granted, Math.max(0, rest / held.length));
  });
  const who = whoOf(subject);
  return message(
    'neutral',
    text(`## ${texts.of(name)}`, subjectLine(texts, subject)),
    divider(),
    text(...lines, others.length > 0 && `-# ${texts.noneIn(others.join(', '))}`),
    who && items.length > 0 && partSelect(texts, ids.pick(who), items, first),
    who && pagerRow(texts, position, ids.list, ids.listJump, who),
  );
}

export function privilegeView(texts: PrivilegesTexts, { subject, group, privilege }: FoundPrivilege): MessageView {
  const title = `## ${plain(privilege.name, MAX_PARTY)}: ${texts.value(privilege.isGranted)}`;
  const where = texts.inGroup(plain(group, MAX_PARTY));
  return message('neutral', text(title, where, subjectLine(texts, subject, true)));
}

/** Who and where, as a heading. */
export function toPlace(texts: PrivilegesTexts, subject: Subject): string {
  return `**${plain(subject.character.name, MAX_PARTY)}** · ${toWhere(texts, subject)}`;
}

/** The arguments of custom ids that lead to a subject's list, with the name if that fits; undefined
 * if the game's UIDs are too long. */
export function whoOf({ character: { uid, name }, faction }: Subject): Parameters<typeof ids.show>[0] | undefined {
  return [
    { uid, faction: faction?.uid, name },
    { uid, faction: faction?.uid },
  ].find((who) => ifFits(() => [ids.listJump({ ...who, pages: MANY }), ids.list({ ...who, page: MANY }, 'previous')]));
}

export function toParts(groups: readonly PrivilegeGroup[]): Part[] {
  return groups.flatMap(({ name: group, privileges }) =>
    Array.from({ length: Math.ceil(privileges.length / ITEMS_A_PAGE) }, (_, index) => ({
      group,
      number: index + 1,
      privileges: privileges.slice(index * ITEMS_A_PAGE, (index + 1) * ITEMS_A_PAGE),
    })),
  );
}

/** This page, or the last one if the list is shorter now. `first` is its first place, from 0. */
export function toPage<T>(all: readonly T[], page: number) {
  const pages = Math.max(1, Math.ceil(all.length / ITEMS_A_PAGE));
  const number = Math.min(Math.max(1, page), pages);
  const first = (number - 1) * ITEMS_A_PAGE;
  return { position: { page: number, pages }, first, items: all.slice(first, first + ITEMS_A_PAGE) };
}

/** UID and faction, with the name if the title doesn't have it. */
export function subjectLine(texts: PrivilegesTexts, subject: Subject, withName = false): string {
  const who = withName ? `${plain(subject.character.name, MAX_PARTY)} · ` : '';
  return `-# ${who}${toWhere(texts, subject)}`;
}

function toWhere(texts: PrivilegesTexts, { character, faction }: Subject): string {
  const name = faction?.name === undefined ? undefined : plain(faction.name, MAX_PARTY);
  const uid = faction?.uid === undefined ? undefined : plain(faction.uid, MAX_UID);
  const where = name && uid ? `${name} (${uid})` : (name ?? uid ?? texts.mainFaction);
  return `UID ${plain(character.uid, MAX_UID)} · ${where}`;
}

/** As many names as fit, and how many others there are. */
export function shortened(texts: PrivilegesTexts, names: readonly string[], maxLength: number): string {
  const whole = names.join(', ');
  if (whole.length <= maxLength) return whole;
  let length = texts.more(names.length).length;
  const shown = names.filter((name) => {
    length += name.length + 2;
    return length <= maxLength;
  });
  return [...shown, texts.more(names.length - shown.length)].join(', ');
}

export const toTitle = ({ group, number }: Part): string => (number > 1 ? `${group} (${number})` : group);

function toCount(texts: PrivilegesTexts, { privileges }: Part): string {
  return texts.count(privileges.filter(({ isGranted }) => isGranted).length, privileges.length);
}

export function partSelect(texts: PrivilegesTexts, id: string, parts: readonly Part[], first: number, open?: number) {
  const choices = parts.map((part, index) => ({
    label: unformatted(toTitle(part), MAX_NAME),
    value: String(first + index),
    description: toCount(texts, part),
    isChosen: first + index === open,
  }));
  return select(id, choices, { placeholder: texts.choose });
}
