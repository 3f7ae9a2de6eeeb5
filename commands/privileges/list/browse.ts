import { z } from 'zod';
import { Expired, UserError } from '../../../src/view/errorView.ts';
import { button, buttons, message, select, text } from '../../../src/view/message.ts';
import { pagerRow } from '../../../src/view/pager.ts';
import { unformatted } from '../../../src/view/text.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { previewChanges } from '../change/preview.ts';
import type { PrivilegesTexts } from '../en.ts';
import { ids } from '../ids.ts';
import { findSubject, type NamedSubject } from '../members.ts';
import { type Change, toKey, toOpposite, toPath } from '../names.ts';
import { type Context, echo, type FoundGroups, readPrivileges, type Subject, subject } from '../read.ts';
import {
  ITEMS_A_PAGE,
  listView,
  MAX_NAME,
  partSelect,
  shortened,
  subjectLine,
  toPage,
  toParts,
  whoOf,
} from './listView.ts';

type OnWho = Context & { args: { uid: string; faction?: string | undefined; name?: string | undefined } };
type OnTicket = Context & { args: { ticket: string } };
type Editor = z.output<typeof editor>;

const group = z.object({
  name: z.string(),
  privileges: z.array(z.object({ name: z.string(), isGranted: z.boolean() })),
});
const change = z.object({ group: z.string(), privilege: z.string(), revoke: z.boolean() });
/** The privileges that the game showed, and the selected changes in all groups. */
const editor = z.object({ subject, groups: z.array(group), changes: z.array(change) });
const EDITOR = ticketKind('privilege-editor', editor, 30 * 60_000);

/** An editor belongs to one character. */
const ownerOf = ({ person, me }: Context): string => `${person.id}:${me.uid}`;

export async function listPrivileges(context: Context & { options: NamedSubject }) {
  return listView(context.texts, await readPrivileges(context, await findSubject(context, context.options)), 1);
}

export async function showList(context: OnWho & { args: { page?: number } }) {
  return listView(context.texts, await readPrivileges(context, await toSubject(context)), context.args.page ?? 1);
}

/** Opens the editor at an item of a list; reads all groups at once. */
export async function openEditor(context: OnWho & { values: readonly string[] }) {
  const { subject, groups } = await readPrivileges(context, await toSubject(context));
  return await showEditor(context, { subject, groups: [...groups], changes: [] }, Number(context.values[0]));
}

export async function showPart(context: OnTicket, place: number) {
  return editorView(context.texts, { ...(await findEditor(context)), ticket: context.args.ticket }, place);
}

export const showParts = (context: OnTicket & { args: { page: number } }) =>
  showPart(context, (context.args.page - 1) * ITEMS_A_PAGE);

/** Stores the selection in a part; `values` are indexes in it. */
export async function choose(context: OnTicket & { args: { part: number }; values: readonly string[] }) {
  const { args, values } = context;
  const { changes, ...found } = await findEditor(context);
  const part = toParts(found.groups)[args.part];
  if (!part) throw new Expired(context.texts.errors.ticketGone);
  const inPart = new Set(part.privileges.map(toKey));
  const others = changes.filter((one) => !inPart.has(toKey(one)));
  const chosen = part.privileges.filter(({ isGranted }, place) => isGranted !== values.includes(String(place)));
  return await showEditor(context, { ...found, changes: [...others, ...chosen.map(toOpposite)] }, args.part);
}

export async function reviewEditor(context: OnTicket) {
  const { subject, changes } = await findEditor(context);
  const members = [await readPrivileges(context, subject)];
  return await previewChanges(context, { members, leftOut: [] }, () => changes);
}

async function showEditor(context: Context, edited: Editor, place: number) {
  const ticket = await context.services.tickets.issue(EDITOR, { ...context.person, id: ownerOf(context) }, edited);
  return editorView(context.texts, { ...edited, ticket }, place);
}

/** The name in a custom id is only for display. */
async function toSubject(context: OnWho): Promise<Subject> {
  const { uid, faction, name } = context.args;
  if (name === undefined) return await findSubject(context, { character: uid, faction });
  return { character: { uid, name }, ...(faction !== undefined && { faction: { uid: faction } }) };
}

async function findEditor(context: OnTicket): Promise<Editor> {
  const { services, texts, args } = context;
  const found = await services.tickets.peek(EDITOR, args.ticket, ownerOf(context));
  if (!found) throw new Expired(texts.errors.ticketGone);
  return found;
}

/** Max length of the selection. */
const MAX_CHOSEN = 1_500;

/** A part of the groups with the selected changes. `wanted`: its index. `ticket`: the editor's. */
export function editorView(
  texts: PrivilegesTexts,
  editor: FoundGroups & { ticket: string; changes: readonly Change[] },
  wanted: number,
) {
  const { subject, groups, changes, ticket } = editor;
  const parts = toParts(groups);
  // There may be fewer groups than in the list.
  const place = Math.min(wanted, parts.length - 1);
  const part = parts[place];
  if (!part) throw new UserError(texts.errors.outdated);
  const page = Math.floor(place / ITEMS_A_PAGE) + 1;
  const { position, first, items } = toPage(parts, page);
  const changed = new Set(changes.map(toKey));
  const who = whoOf(subject);
  const choices = part.privileges.map((one, index) => ({
    label: unformatted(one.privilege, MAX_NAME),
    value: String(index),
    isChosen: one.isGranted !== changed.has(toKey(one)),
  }));
  const chosen = changes.map(({ revoke, ...name }) => `${revoke ? '−' : '+'} ${echo(toPath(name))}`);
  const [isDisabled, limits] = [chosen.length === 0, { placeholder: texts.noneGranted, min: 0 }];
  return message(
    'neutral',
    text(`## ${texts.edit}: ${echo(part.title)}`, subjectLine(texts, subject)),
    text(texts.editHint),
    select(ids.choose({ ticket, part: place }), choices, { ...limits, max: choices.length }),
    partSelect(texts, ids.open({ ticket }), items, first, place),
    pagerRow(texts, position, ids.parts, ids.partsJump, { ticket }),
    chosen.length > 0 && text(`${texts.chosen} ${shortened(texts, chosen, MAX_CHOSEN)}`),
    buttons(
      button(texts.review(changes.length), ids.review({ ticket }), { style: 'primary', isDisabled }),
      who && button(texts.shared.back, ids.list({ ...who, page })),
    ),
  );
}
