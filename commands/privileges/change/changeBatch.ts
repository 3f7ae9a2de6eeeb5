import { z } from 'zod';
import { GameError, NO_REASON } from '../../../src/game/errors.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { plain } from '../../../src/view/text.ts';
import type { Actor, ListKind, ListWords } from '../../../src/writes/kind.ts';
import { warnOfSimilar } from '../../characters/contacts.ts';
import { forgetPrivileges } from '../../roster/forget.ts';
import { type PrivilegesTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { toPlace, whoOf } from '../list/listView.ts';
import { listNames, listSome, type Name, toPath } from '../names.ts';
import { type FoundGroups, OtherFaction, readPrivileges, type Subject, subject, toParams, withNames } from '../read.ts';

/** The privileges to change privileges, and over the faction itself. */
const RIGHTS = [
  ['giving', /^privileges\/give_privs$/i],
  ['leading', /^members\/faction_leader$/i],
  ['deputy', /^second_in_command\/.*$/is],
] as const;

export const findRight = (name: Name) => RIGHTS.find(([, pattern]) => pattern.test(toPath(name)))?.[0];

/** Leadership and second in command are never copied. */
export const isCopied = (name: Name): boolean => !['leading', 'deputy'].includes(findRight(name) ?? '');

const row = z.object({
  ...{ subject, group: z.string(), privilege: z.string(), revoke: z.boolean(), endsOwnRight: z.boolean() },
});
/** A privilege to grant to one member, or to `revoke`. `endsOwnRight`: the actor could lose the
 * privilege to undo the change. */
export type Row = z.output<typeof row>;

/** True for granted privileges, by {@link toRowKey}. */
const values = z.record(z.string(), z.boolean());
type Values = z.output<typeof values>;

const MAX_PATH = 120;
const MAX_WARNED = 5;

export function toRow(me: { uid: string }, subject: Subject, name: Name, revoke: boolean): Row {
  const { group, privilege } = name;
  const [right, isOwn] = [findRight(name), me.uid === subject.character.uid];
  // A faction has one leader.
  const endsOwnRight = revoke ? isOwn && right !== undefined : !isOwn && right === 'leading';
  return { subject, group, privilege, revoke, endsOwnRight };
}

export function toValues(rows: readonly Row[], read: readonly FoundGroups[]): Values {
  const all = read.flatMap(({ subject, groups }) =>
    listNames(groups).map((name) => [toRowKey({ subject, ...name }), name.isGranted] as const),
  );
  const wanted = new Set(rows.map(toRowKey));
  return Object.fromEntries(all.filter(([key]) => wanted.has(key)));
}

export const PRIVILEGE_CHANGES: ListKind<Row, Values> = {
  name: 'privileges.changes',
  row,
  baseline: values,
  words: (language) => toWords(TEXTS[language]),
  scope: 'CHARACTER_PRIVILEGES',
  isImmediate: true,
  groupOf: ({ subject }) => toSubjectKey(subject),
  async read(acting, rows) {
    const subjects = new Map(rows.map(({ subject }) => [toSubjectKey(subject), subject]));
    const read = await Promise.all(Array.from(subjects.values(), (one) => readOrNothing(acting, one)));
    return toValues(rows, read.flat());
  },
  compare: (rows, _, now) =>
    rows.map(({ data }) => {
      const isGranted = now[toRowKey(data)];
      return isGranted === undefined ? undefined : isGranted === !data.revoke;
    }),
  // Each row says what it changes.
  toBaseline: () => ({}),
  async send(acting, { subject, group, privilege, revoke }) {
    const sent = { ...toParams(subject), privilegeGroup: group, privilege, revoke };
    const forget = () => forgetPrivileges(acting, subject.character.uid);
    const sending = acting.game.character.privileges.update(sent).finally(forget);
    await sending.catch((error: unknown) => {
      throw withNames(error, acting, subject);
    });
  },
  isReadBack: true,
  isAbout(reason, { subject: { character }, ...name }) {
    // A name like "view" alone is also a word in other sentences.
    const alone = /[_\s]/.test(name.privilege) ? [name.privilege] : [];
    // Such a refusal affects every row.
    const privilege = findRight(name) === 'giving' ? [] : [toPath(name), ...alone];
    const names = [character.name, character.uid, ...privilege];
    return names.some((name) => toPlainWords(reason).includes(toPlainWords(name)));
  },
  async ask(acting, rows) {
    const characters = rows.map(({ subject }) => subject.character);
    return { rows, notes: await warnOfSimilar(acting, characters) };
  },
  invert: ({ endsOwnRight, ...back }, { me }) =>
    endsOwnRight ? undefined : toRow(me, back.subject, back, !back.revoke),
  isDestructive: (rows) => rows.every(({ revoke }) => revoke),
  isUrgent: (rows) => rows.every(({ revoke }) => revoke),
  back({ subject }) {
    const who = whoOf(subject);
    return who && ids.show(who);
  },
  record({ subject: { character, faction }, group, privilege, revoke }) {
    const detail = [toPath({ group, privilege }), faction?.name ?? faction?.uid].filter(Boolean).join(', ');
    return { action: revoke ? 'privilege.revoke' : 'privilege.grant', target: character, detail };
  },
};

/** Empty if their privileges can't be read. A response about another faction is retried. */
async function readOrNothing(acting: Actor, subject: Subject): Promise<FoundGroups[]> {
  try {
    return [{ ...(await readPrivileges(acting, subject)), subject }];
  } catch (error) {
    if (error instanceof OtherFaction)
      throw new GameError({ code: 'service_unavailable', reason: error.message }, { cause: error });
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Words only, for matching. */
function toPlainWords(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['-'];
  return ` ${words.join(' ')} `;
}

function toSubjectKey({ character, faction }: Subject): string {
  return JSON.stringify([character.uid, faction?.uid]);
}

function toRowKey({ subject, group, privilege }: Pick<Row, 'subject' | 'group' | 'privilege'>): string {
  return JSON.stringify([subject.character.uid, subject.faction?.uid, group, privilege]);
}

function toWords(texts: PrivilegesTexts): ListWords<Row> {
  const { changing } = texts;
  const count = (rows: readonly Row[], isRevoked: boolean) => rows.filter(({ revoke }) => revoke === isRevoked).length;
  return {
    title: (rows) => changing.title(count(rows, false), count(rows, true)),
    each: changing.each,
    numbers(rows) {
      const [granted, revoked] = [count(rows, false), count(rows, true)];
      return `**${[granted > 0 && `+${granted}`, revoked > 0 && `−${revoked}`].filter(Boolean).join(' ')}**`;
    },
    heading: ({ subject }) => toPlace(texts, subject),
    line: ({ group, privilege, revoke }) => `${plain(toPath({ group, privilege }), MAX_PATH)}: ${texts.change(revoke)}`,
    warnings: (rows) => toWarnings(texts, rows),
    refusal: (reason) => (reason.startsWith(NO_REASON) ? texts.refusedSilently : reason),
    back: changing.back,
  };
}

function toWarnings({ changing }: PrivilegesTexts, rows: readonly Row[]): string[] {
  const alike = Map.groupBy(rows, (row) => {
    const right = findRight(row);
    return right && changing.warns[right][row.revoke ? 'revoke' : 'grant'];
  });
  const all = [...alike].flatMap(([warn, rows]) => {
    const names = [...new Set(rows.map(({ subject }) => subject.character.name))];
    return warn === undefined ? [] : `⚠ ${warn} **${listSome(names, MAX_WARNED)}**.`;
  });
  return rows.some(({ endsOwnRight }) => endsOwnRight) ? [...all, changing.ownRight] : all;
}
