import { z } from 'zod';
import { UserError } from '../../../src/view/errorView.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { proposeChanges } from '../change/propose.ts';
import { findSubject, type NamedSubject } from '../members.ts';
import { toKey } from '../names.ts';
import { type Context, readMember, readPrivileges, type Subject, subject } from '../read.ts';
import { ownerOf } from '../suggest.ts';
import { editorView } from './editorView.ts';
import { ITEMS_A_PAGE, listView, toParts } from './listView.ts';

type OnWho = Context & { args: { uid: string; faction?: string | undefined; name?: string | undefined } };
type OnTicket = Context & { args: { ticket: string } };
type Editor = z.output<typeof editor>;

const privilege = z.object({ name: z.string(), isGranted: z.boolean() });
const group = z.object({ name: z.string(), privileges: z.array(privilege) });
const change = z.object({ group: z.string(), privilege: z.string(), revoke: z.boolean() });
/** An editor: what the game showed, and what was chosen in any group. */
const editor = z.object({ subject, groups: z.array(group), changes: z.array(change) });
const EDITOR = ticketKind('privilege-editor', editor, 30 * 60_000);

/** The first page of what is granted to a character. */
export async function listPrivileges(context: Context & { options: NamedSubject }): Promise<MessageView> {
  return listView(context.texts, await readPrivileges(context, await findSubject(context, context.options)), 1);
}

/** A page of a list, as it is now. */
export async function showList(context: OnWho & { args: { page?: number } }): Promise<MessageView> {
  return listView(context.texts, await readPrivileges(context, await toSubject(context)), context.args.page ?? 1);
}

/** The editor, opened at a place of a list; reads the game once for all groups. */
export async function openEditor(context: OnWho & { values: readonly string[] }): Promise<MessageView> {
  const { subject, groups } = await readMember(context, await toSubject(context));
  return await showEditor(context, { subject, groups: [...groups], changes: [] }, Number(context.values[0]));
}

/** Another part of the groups in the same editor. */
export async function showPart(context: OnTicket, place: number): Promise<MessageView> {
  const { ticket } = context.args;
  const found = await findEditor(context);
  return editorView(context.texts, { ...found, ticket }, Math.min(place, toParts(found.groups).length - 1));
}

export const showParts = (context: OnTicket & { args: { page: number } }): Promise<MessageView> =>
  showPart(context, (context.args.page - 1) * ITEMS_A_PAGE);

/** Notes what was selected or deselected in a part; `values` are places in it. */
export async function choose(
  context: OnTicket & { args: { part: number }; values: readonly string[] },
): Promise<MessageView> {
  const { args, values } = context;
  const { changes, ...found } = await findEditor(context);
  const part = toParts(found.groups)[args.part];
  if (!part) throw new UserError(context.texts.errors.ticketGone);
  const names = part.privileges.map(({ name }) => ({ group: part.group, privilege: name }));
  const inPart = new Set(names.map(toKey));
  const chosen = part.privileges.flatMap(({ name, isGranted }, place) =>
    isGranted === values.includes(String(place)) ? [] : { group: part.group, privilege: name, revoke: isGranted },
  );
  const others = changes.filter((one) => !inPart.has(toKey(one)));
  return await showEditor(context, { ...found, changes: [...others, ...chosen] }, args.part);
}

/** Proposes what was chosen in an editor. */
export async function reviewEditor(context: OnTicket): Promise<MessageView> {
  const { subject, changes } = await findEditor(context);
  const member = await readMember(context, subject);
  return await proposeChanges(context, { members: [member], leftOut: [] }, () => changes);
}

async function showEditor(context: Context, edited: Editor, place: number): Promise<MessageView> {
  const ticket = await context.services.tickets.issue(EDITOR, ownerOf(context), edited);
  return editorView(context.texts, { ...edited, ticket }, place);
}

/** The name in a custom id is only shown. */
async function toSubject(context: OnWho): Promise<Subject> {
  const { uid, faction, name } = context.args;
  if (name === undefined) return await findSubject(context, { character: uid, faction });
  return { character: { uid, name }, ...(faction !== undefined && { faction: { uid: faction } }) };
}

async function findEditor(context: OnTicket): Promise<Editor> {
  const { services, texts, args } = context;
  const found = await services.tickets.peek(EDITOR, args.ticket, ownerOf(context));
  if (!found) throw new UserError(texts.errors.ticketGone);
  return found;
}
