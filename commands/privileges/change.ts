import { withPostingNotice } from '../../src/bot/postingNotice.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import {
  type PrivilegeChanges,
  type PrivilegeReceipt,
  privilegeChangesView,
  privilegeProgressView,
  privilegeReceiptView,
} from '../../src/view/privilegeChangeViews.ts';
import { plain } from '../../src/view/text.ts';
import { applyChanges, lookAfter, readValues, toReverse } from './apply.ts';
import { findPrivilege, findSubject, readPrivileges } from './read.ts';
import { CHANGES, type Context, look, RECEIPT, take } from './tickets.ts';

/** A progress message for each change would run into Discord's limits. */
const CHANGES_A_PROGRESS = 5;

export type NamedPrivilege = {
  group: string;
  privilege: string;
  character?: string | undefined;
  faction?: string | undefined;
};

/** The preview of one change; where it is so already, only that is said. */
export async function proposeOne(context: Context, named: NamedPrivilege, revoke: boolean): Promise<MessageView> {
  const asked = await findSubject(context, named);
  // The list, for it names the faction that the change would be made in.
  const { subject, privileges } = await readPrivileges(context, asked);
  const { group, privilege } = findPrivilege(privileges, subject, named);
  if (privilege.isGranted === !revoke) {
    const [who, what] = [plain(subject.character.name, 60), plain(`${group}/${privilege.name}`, 120)];
    const { alreadyGranted, notGrantedAnyway } = context.words.privileges;
    return noticeView(revoke ? notGrantedAnyway(who, what) : alreadyGranted(who, what));
  }
  return await propose(context, { subject, group, changes: [{ privilege: privilege.name, revoke }] });
}

/** The changes with their values now, to confirm within two minutes. Changes nothing. */
export async function propose(context: Context, wanted: PrivilegeChanges): Promise<MessageView> {
  const { me, person, words, services, idFor } = context;
  const until = new Date(Date.now() + CHANGES.ttlMs);
  const ticket = await services.tickets.issue(CHANGES, person.id, { ...wanted, actor: me.uid });
  const ids = { confirm: idFor('confirm', ticket), cancel: idFor('cancel', ticket) };
  return await withPostingNotice(context, privilegeChangesView(words, wanted, until, ids));
}

/** Makes the changes of a preview: whoever takes its ticket, once. */
export async function confirmChanges(context: Context, ticket: string): Promise<MessageView> {
  // Read before the ticket is used: when that fails, the person can press again.
  const before = await readValues(context, await look(context, CHANGES, ticket));
  return await carryOut(context, await take(context, CHANGES, ticket), before, false);
}

/** Takes back what a receipt says was done, once. */
export async function undoChanges(context: Context, ticket: string): Promise<MessageView> {
  const toChanges = ({ subject, group, results }: PrivilegeReceipt): PrivilegeChanges => ({
    subject,
    group,
    changes: toReverse(results),
  });
  const before = await readValues(context, toChanges(await look(context, RECEIPT, ticket)));
  return await carryOut(context, toChanges(await take(context, RECEIPT, ticket)), before, true);
}

/** Reads again what became of changes whose answer was lost; sends nothing. */
export async function lookAgain(context: Context, ticket: string): Promise<MessageView> {
  const { actor: _, until, ...receipt } = await take(context, RECEIPT, ticket);
  const results = await lookAfter(context, receipt, receipt.results);
  return await showReceipt(context, { ...receipt, results }, undefined, until);
}

/** Makes the changes of a ticket that was taken. */
async function carryOut(
  context: Context,
  { subject, group, changes }: PrivilegeChanges,
  before: ReadonlyMap<string, boolean>,
  isUndo: boolean,
): Promise<MessageView> {
  const wanted = { subject, group, changes };
  const { results, note } = await applyChanges(context, wanted, before, async (done) => {
    if (done % CHANGES_A_PROGRESS > 0) return;
    // A progress that cannot be shown is no reason to stop half-way.
    await context.showMeanwhile(privilegeProgressView(context.words, wanted, done)).catch(() => {});
  });
  return await showReceipt(context, { subject, group, results, isUndo }, note, Date.now() + RECEIPT.ttlMs);
}

async function showReceipt(
  { me, person, words, services, idFor }: Context,
  receipt: PrivilegeReceipt,
  note: string | undefined,
  until: number,
): Promise<MessageView> {
  const isUnknown = receipt.results.some(({ outcome }) => outcome === 'unknown');
  const canUndo = !receipt.isUndo && toReverse(receipt.results).length > 0;
  const leftMs = until - Date.now();
  // What was done is told also when the way back cannot be kept.
  const ticket =
    (isUnknown || canUndo) && leftMs > 0
      ? await services.tickets
          .issue({ ...RECEIPT, ttlMs: leftMs }, person.id, { ...receipt, actor: me.uid, until })
          .catch(() => undefined)
      : undefined;
  return privilegeReceiptView(words, receipt, {
    note,
    ...(ticket !== undefined && {
      ...(isUnknown && { look: idFor('look', ticket) }),
      ...(canUndo && { undo: { id: idFor('undo', ticket), until: new Date(until) } }),
    }),
  });
}
