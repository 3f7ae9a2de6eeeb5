import { z } from 'zod';
import { divider, type MessageView, message, text } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { Finished, WriteKind } from '../../../src/writes/kind.ts';
import { type PrivilegesTexts, TEXTS } from '../en.ts';
import { toPlace } from '../list/listView.ts';
import { listNames } from '../names.ts';
import { readPrivileges, subject } from '../read.ts';
import { PRIVILEGE_CHANGES } from './changeBatch.ts';

const change = z.object({ privilege: z.string(), revoke: z.boolean() });
const data = z.object({ subject, group: z.string(), changes: z.array(change) });
/** `found` and `unknown`: the response was lost; `untried`: not attempted after a failure. */
const result = change.extend({
  outcome: z.enum(['done', 'found', 'already', 'refused', 'failed', 'unknown', 'untried']),
  /** The value read last; missing if it couldn't be read. */
  isGranted: z.boolean().optional(),
});
const outcome = z.object({ results: z.array(result) });
/** Whether each privilege of the group was granted, by name. */
const values = z.record(z.string(), z.boolean());

type Data = z.output<typeof data>;
type Result = z.output<typeof result>;
type Outcome = z.output<typeof outcome>;

/** So that 25 fit into a message, each character escaped. */
const MAX_NAME = 40;

const rejectSending = () => Promise.reject(new Error('privileges are changed by batches'));

/** Changes in one group, as releases before batches made them: what they left open is looked up and
 * told. Nothing of this kind is sent any more. */
export const CHANGE: WriteKind<Data, z.output<typeof values>, Outcome, PrivilegesTexts> = {
  ...{ name: 'privileges.change', texts: TEXTS, data, baseline: values, outcome },
  ...{ before: rejectSending, send: rejectSending },
  async lookUp(acting, { subject, group, changes }, before) {
    const { groups } = await readPrivileges(acting, subject).catch(() => ({ groups: [] }));
    const now = new Map(listNames(groups.filter(({ name }) => name === group)).map((one) => [one.privilege, one]));
    const results = changes.map((one): Result => {
      const isGranted = now.get(one.privilege)?.isGranted;
      const isSet = isGranted === !one.revoke;
      const wasSet = before[one.privilege] === !one.revoke;
      return { ...one, isGranted, outcome: wasSet ? 'already' : isSet ? 'found' : 'unknown' };
    });
    return { results };
  },
  isOpen: ({ results }) => results.some(({ outcome }) => outcome === 'unknown'),
  changes({ subject, group, changes }, outcome) {
    const made = outcome?.results ?? changes.map((change): Result => ({ ...change, outcome: 'unknown' }));
    return made.flatMap(({ privilege, revoke, outcome }) => {
      if (outcome === 'already' || outcome === 'untried') return [];
      const row = { subject, group, privilege, revoke, endsOwnRight: false };
      const { target, ...change } = PRIVILEGE_CHANGES.record(row);
      return [{ ...change, targets: [target], result: outcome === 'found' ? 'done' : outcome }];
    });
  },
  gone: ({ errors }) => errors.ticketGone,
  view: changesReceipt,
};

/** Each change with the value that was read last. */
function changesReceipt(texts: PrivilegesTexts, { data, outcome: { results } }: Finished<Data, Outcome>): MessageView {
  const { earlier } = texts;
  const isAllSet = results.every(({ outcome }) => ['done', 'found', 'already'].includes(outcome));
  const notAll = results.some(({ isGranted }) => isGranted === undefined) ? earlier.unknown : earlier.some;
  const lines = results.map(({ privilege, revoke, isGranted }) => {
    const value = isGranted === undefined ? earlier.notRead : texts.value(isGranted);
    return `${revoke ? '**−**' : '**+**'} ${plain(privilege, MAX_NAME)} · ${earlier.now(value)}`;
  });
  return message(
    isAllSet ? 'good' : 'warning',
    text(`## ${isAllSet ? earlier.all : notAll}`, toPlace(texts, data.subject)),
    text(texts.inGroup(`**${plain(data.group, MAX_NAME)}**`)),
    divider(),
    text(...lines),
    results.some(({ outcome }) => outcome === 'unknown') && text(earlier.neverRepeated),
  );
}
