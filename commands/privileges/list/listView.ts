import type { PrivilegeGroup } from '../../../src/game/resources/privileges.ts';
import { ifFits } from '../../../src/view/customId.ts';
import { divider, message, select, text } from '../../../src/view/message.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { fitting, plain, unformatted } from '../../../src/view/text.ts';
import type { PrivilegesTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { type Held, listNames } from '../names.ts';
import { echo, type FoundGroups, type FoundPrivilege, type Subject } from '../read.ts';

/** The part of a group that fits into one select; the titles of later parts are numbered. */
type Part = { title: string; privileges: readonly Held[]; granted: readonly Held[] };

export const ITEMS_A_PAGE = 25;
const MAX_LIST = 2_900;
export const MAX_NAME = 50;
const MAX_UID = 30;
/** More pages than any list has. */
const MANY = 999;

export function listView(texts: PrivilegesTexts, { subject, groups }: FoundGroups, page: number) {
  const { position, first, items } = toPage(toParts(groups), page);
  const held = items.filter(({ granted }) => granted.length > 0);
  const others = items.filter((part) => !held.includes(part)).map(({ title }) => plain(title, MAX_NAME));
  const heads = held.map(({ title, granted, privileges }) => {
    return `**${plain(title, MAX_NAME)}** · ${texts.count(granted.length, privileges.length)}: `;
  });
  const rest = MAX_LIST - heads.join('\n').length - others.join(', ').length;
  const lines = held.map(({ granted }, place) => {
    const names = granted.map(({ privilege }) => plain(privilege, MAX_NAME));
    return (heads[place] ?? '') + shortened(texts, names, Math.max(0, rest / held.length));
  });
  const who = whoOf(subject);
  return message(
    'neutral',
    text(`## ${texts.of(echo(subject.character.name))}`, `-# ${toWhere(texts, subject)}`),
    divider(),
    items.length > 0 && text(...lines, others.length > 0 && `-# ${texts.noneIn(others.join(', '))}`),
    who && items.length > 0 && partSelect(texts, ids.pick(who), items, first),
    who && pagerRow(texts, position, ids.list, ids.listJump, who),
  );
}

export function privilegeView(texts: PrivilegesTexts, { subject, ...found }: FoundPrivilege) {
  const title = `## ${echo(found.privilege)}: ${texts.value(found.isGranted)}`;
  return message('neutral', text(title, texts.inGroup(echo(found.group)), subjectLine(texts, subject)));
}

export function toPlace(texts: PrivilegesTexts, subject: Subject): string {
  return `**${echo(subject.character.name)}** · ${toWhere(texts, subject)}`;
}

export function subjectLine(texts: PrivilegesTexts, subject: Subject): string {
  return `-# ${echo(subject.character.name)} · ${toWhere(texts, subject)}`;
}

function toWhere(texts: PrivilegesTexts, { character, faction }: Subject): string {
  const name = faction?.name === undefined ? undefined : echo(faction.name);
  const uid = faction?.uid === undefined ? undefined : plain(faction.uid, MAX_UID);
  const where = name && uid ? `${name} (${uid})` : (name ?? uid ?? texts.mainFaction);
  return `UID ${plain(character.uid, MAX_UID)} · ${where}`;
}

/** Arguments for a subject's list, with the name if it fits; undefined if the UIDs are too long. */
export function whoOf({ character: { uid, name }, faction }: Subject): Parameters<typeof ids.show>[0] | undefined {
  const who = { uid, faction: faction?.uid };
  return [{ ...who, name }, who].find((one) =>
    ifFits(() => [ids.listJump({ ...one, pages: MANY }), ids.list({ ...one, page: MANY }, 'previous')]),
  );
}

export function toParts(groups: readonly PrivilegeGroup[]): Part[] {
  return groups.flatMap((group) => {
    const all = listNames([group]);
    return Array.from({ length: Math.ceil(all.length / ITEMS_A_PAGE) }, (_, index) => {
      const privileges = all.slice(index * ITEMS_A_PAGE, (index + 1) * ITEMS_A_PAGE);
      const title = index > 0 ? `${group.name} (${index + 1})` : group.name;
      return { title, privileges, granted: privileges.filter(({ isGranted }) => isGranted) };
    });
  });
}

/** This page, or the last one if the list is shorter now. `first`: the index of its first item. */
export function toPage<T>(all: readonly T[], page: number) {
  const pages = Math.max(1, Math.ceil(all.length / ITEMS_A_PAGE));
  const number = Math.min(Math.max(1, page), pages);
  const first = (number - 1) * ITEMS_A_PAGE;
  return { position: { page: number, pages }, first, items: all.slice(first, first + ITEMS_A_PAGE) };
}

/** The names that fit, and the number of others. */
export function shortened(texts: PrivilegesTexts, names: readonly string[], maxLength: number): string {
  const whole = names.join(', ');
  if (whole.length <= maxLength) return whole;
  const shown = fitting(names, maxLength - texts.more(names.length).length);
  return [...shown, texts.more(names.length - shown.length)].join(', ');
}

export function partSelect(texts: PrivilegesTexts, id: string, parts: readonly Part[], first: number, open?: number) {
  const choices = parts.map((part, index) => ({
    label: unformatted(part.title, MAX_NAME),
    value: String(first + index),
    description: texts.count(part.granted.length, part.privileges.length),
    isChosen: first + index === open,
  }));
  return select(id, choices, { placeholder: texts.choose });
}
