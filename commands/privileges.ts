import { z } from 'zod';
import { action, commandGroup, subcommand } from '../src/bot/command.ts';
import type { HandlerContext } from '../src/bot/context.ts';
import { suggestOwnFactions } from '../src/bot/findFaction.ts';
import { applyChanges, lookAfter, readValues, toReverse } from '../src/bot/privilegeChanges.ts';
import {
  findPrivilege,
  findSubject,
  readPrivilege,
  readPrivileges,
  suggestGroups,
  suggestPrivileges,
} from '../src/bot/privileges.ts';
import type { TicketKind } from '../src/bot/tickets.ts';
import type { Privileges } from '../src/game/records.ts';
import { Mistake, noticeView } from '../src/view/errorView.ts';
import type { MessageView } from '../src/view/message.ts';
import {
  type PrivilegeChanges,
  type PrivilegeReceipt,
  privilegeChangesView,
  privilegeProgressView,
  privilegeReceiptView,
} from '../src/view/privilegeChangeViews.ts';
import {
  type PrivilegeIds,
  type PrivilegeSubject,
  privilegeEditorView,
  privilegeGroupsView,
  privilegeGroupView,
  privilegeValueView,
  toPage,
} from '../src/view/privilegeViews.ts';
import { plain } from '../src/view/text.ts';

const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;

type Context = HandlerContext<typeof NEEDS>;

const MINUTE_MS = 60_000;
/** A progress message for each change would run into Discord's limits. */
const CHANGES_A_PROGRESS = 5;

const subjectSchema: z.ZodType<PrivilegeSubject> = z.object({
  character: z.object({ uid: z.string(), name: z.string() }),
  faction: z.object({ uid: z.string().optional(), name: z.string().optional() }).optional(),
});
const changeShape = { privilege: z.string(), revoke: z.boolean() };
/** Who acts: a ticket of one character must not be used as another after a new login. */
const by = { actor: z.string(), subject: subjectSchema };

/** A list that was shown; its components name groups by their places in it. */
const LIST: TicketKind<{ actor: string; subject: PrivilegeSubject; groups: string[] }> = {
  name: 'privilege-list',
  schema: z.object({ ...by, groups: z.array(z.string()) }),
  ttlMs: 24 * 60 * MINUTE_MS,
};

/** An editor that was shown: what was ticked in it tells what is changed. */
const EDITOR: TicketKind<{
  actor: string;
  subject: PrivilegeSubject;
  group: string;
  shown: { name: string; isGranted: boolean }[];
}> = {
  name: 'privilege-editor',
  schema: z.object({
    ...by,
    group: z.string(),
    shown: z.array(z.object({ name: z.string(), isGranted: z.boolean() })),
  }),
  ttlMs: 30 * MINUTE_MS,
};

/** Changes that wait for being confirmed. */
const CHANGES: TicketKind<PrivilegeChanges & { actor: string }> = {
  name: 'privilege-changes',
  schema: z.object({ ...by, group: z.string(), changes: z.array(z.object(changeShape)) }),
  ttlMs: 2 * MINUTE_MS,
};

/** What was done, to take it back or to look again. */
const RECEIPT: TicketKind<PrivilegeReceipt & { actor: string; until: number }> = {
  name: 'privilege-receipt',
  schema: z.object({
    ...by,
    group: z.string(),
    isUndo: z.boolean(),
    /** Milliseconds since the epoch. */
    until: z.number(),
    results: z.array(
      z.object({
        ...changeShape,
        outcome: z.enum(['done', 'already', 'refused', 'failed', 'unknown', 'untried']),
        isGranted: z.boolean().optional(),
        wasFound: z.boolean().optional(),
        reason: z.string().optional(),
      }),
    ),
  }),
  ttlMs: 10 * MINUTE_MS,
};

const subjectOptions = {
  character: { kind: 'text', description: ({ privileges }) => privileges.options.character, maxLength: 100 },
  faction: {
    kind: 'text',
    description: ({ privileges }) => privileges.options.faction,
    maxLength: 100,
    autocomplete: suggestOwnFactions,
  },
} as const satisfies Parameters<typeof subcommand>[0]['options'];

const privilegeOptions = {
  group: {
    kind: 'text',
    description: ({ privileges }) => privileges.options.group,
    required: true,
    maxLength: 100,
    autocomplete: suggestGroups,
  },
  privilege: {
    kind: 'text',
    description: ({ privileges }) => privileges.options.privilege,
    required: true,
    maxLength: 100,
    autocomplete: suggestPrivileges,
  },
  ...subjectOptions,
} as const satisfies Parameters<typeof subcommand>[0]['options'];

export const privileges = commandGroup({
  name: 'privileges',
  description: ({ privileges }) => privileges.description,
  subcommands: {
    list: subcommand({
      description: ({ privileges }) => privileges.list,
      needs: NEEDS,
      options: subjectOptions,
      run: async ({ options, ...context }) => showGroups(context, await findSubject(context, options), 1),
    }),
    show: subcommand({
      description: ({ privileges }) => privileges.show,
      needs: NEEDS,
      options: privilegeOptions,
      run: async ({ options, ...context }) => {
        const asked = await findSubject(context, options);
        const { subject, group, privilege } = await readPrivilege(context, asked, options);
        return privilegeValueView(context.words, subject, group, privilege);
      },
    }),
    grant: change(false),
    revoke: change(true),
  },
  actions: {
    groups: action({
      answer: 'update',
      needs: NEEDS,
      run: async ({ args: [ticket = '', page], ...context }) => {
        const { subject } = await look(context, LIST, ticket);
        return await showGroups(context, subject, Number(page) || 1, ticket);
      },
    }),
    pick: action({
      answer: 'update',
      needs: NEEDS,
      run: ({ args: [ticket = ''], values: [index = ''], ...context }) => showGroup(context, ticket, Number(index), 1),
    }),
    group: action({
      answer: 'update',
      needs: NEEDS,
      run: ({ args: [ticket = '', index, page], ...context }) =>
        showGroup(context, ticket, Number(index), Number(page) || 1),
    }),
    edit: action({
      answer: 'update',
      needs: NEEDS,
      run: ({ args: [ticket = '', index, page], ...context }) =>
        showEditor(context, ticket, Number(index), Number(page) || 1),
    }),
    choose: action({
      answer: 'update',
      needs: NEEDS,
      run: async ({ args: [ticket = ''], values, ...context }) => {
        const { subject, group, shown } = await look(context, EDITOR, ticket);
        const changes = shown.flatMap(({ name, isGranted }, place) =>
          isGranted === values.includes(String(place)) ? [] : [{ privilege: name, revoke: isGranted }],
        );
        if (changes.length === 0) throw new Mistake(({ privileges }) => privileges.nothingChosen);
        return await propose(context, { subject, group, changes });
      },
    }),

    confirm: action({
      answer: 'update',
      needs: NEEDS,
      run: async ({ args: [ticket = ''], ...context }) => {
        // Read before the ticket is used: when that fails, the person can press again.
        const before = await readValues(context, await look(context, CHANGES, ticket));
        return await carryOut(context, await take(context, CHANGES, ticket), before, false);
      },
    }),
    cancel: action({
      answer: 'update',
      run: async ({ args: [ticket = ''], services, person, words }) => {
        if (!(await services.tickets.take(CHANGES, ticket, person.id))) throw ticketGone();
        return noticeView(words.privileges.cancelled);
      },
    }),
    undo: action({
      answer: 'update',
      needs: NEEDS,
      run: async ({ args: [ticket = ''], ...context }) => {
        const toChanges = ({ subject, group, results }: PrivilegeReceipt): PrivilegeChanges => ({
          subject,
          group,
          changes: toReverse(results),
        });
        const before = await readValues(context, toChanges(await look(context, RECEIPT, ticket)));
        return await carryOut(context, toChanges(await take(context, RECEIPT, ticket)), before, true);
      },
    }),
    look: action({
      answer: 'update',
      needs: NEEDS,
      run: async ({ args: [ticket = ''], ...context }) => {
        const { actor: _, until, ...receipt } = await take(context, RECEIPT, ticket);
        const results = await lookAfter(context, receipt, receipt.results);
        return await showReceipt(context, { ...receipt, results }, undefined, until);
      },
    }),
  },
});

function change(revoke: boolean) {
  return subcommand({
    description: ({ privileges }) => (revoke ? privileges.revoke : privileges.grant),
    needs: NEEDS,
    options: privilegeOptions,
    run: async ({ options, ...context }) => {
      const asked = await findSubject(context, options);
      // The list, for it names the faction that the change would be made in.
      const { subject, privileges } = await readPrivileges(context, asked);
      const { group, privilege } = findPrivilege(privileges, subject, options);
      if (privilege.isGranted === !revoke) {
        const [who, what] = [plain(subject.character.name, 60), plain(`${group}/${privilege.name}`, 120)];
        const { alreadyGranted, notGrantedAnyway } = context.words.privileges;
        return noticeView(revoke ? notGrantedAnyway(who, what) : alreadyGranted(who, what));
      }
      return await propose(context, { subject, group, changes: [{ privilege: privilege.name, revoke }] });
    },
  });
}

async function showGroups(
  context: Context,
  asked: PrivilegeSubject,
  page: number,
  ticket?: string,
): Promise<MessageView> {
  const { subject, privileges } = await readPrivileges(context, asked);
  const ids = toIds(context, await keepList(context, subject, privileges, ticket));
  return privilegeGroupsView(context.words, subject, privileges, page, ids);
}

async function showGroup(context: Context, ticket: string, index: number, page: number): Promise<MessageView> {
  const { subject, privileges, place } = await readGroup(context, ticket, index);
  const ids = toIds(context, await keepList(context, subject, privileges, ticket));
  return privilegeGroupView(context.words, subject, privileges, { index: place, page }, ids);
}

async function showEditor(context: Context, ticket: string, index: number, page: number): Promise<MessageView> {
  const { me, person, words, services, idFor } = context;
  const { subject, group } = await readGroup(context, ticket, index);
  const shown = toPage(group.privileges, page).items;
  if (shown.length === 0) return await showGroup(context, ticket, index, 1);
  const editor = { actor: me.uid, subject, group: group.name, shown };
  const ids = {
    choose: idFor('choose', await services.tickets.issue(EDITOR, person.id, editor)),
    back: idFor('group', ticket, index, page),
  };
  return privilegeEditorView(words, subject, group.name, shown, ids);
}

/** The group at a place of a list that was shown, as it is now, and its place now. */
async function readGroup(context: Context, ticket: string, index: number) {
  const { subject: asked, groups } = await look(context, LIST, ticket);
  const { subject, privileges } = await readPrivileges(context, asked);
  const place = privileges.groups.findIndex(({ name }) => name === groups[index]);
  const group = privileges.groups[place];
  if (!group) throw new Mistake(({ privileges }) => privileges.groupGone);
  return { subject, privileges, group, place };
}

/** A ticket whose places are those of this list: the one there is, or a new one when the game's groups have changed. */
async function keepList(
  { me, person, services }: Context,
  subject: PrivilegeSubject,
  privileges: Privileges,
  ticket: string | undefined,
): Promise<string> {
  const groups = privileges.groups.map(({ name }) => name);
  const kept = ticket === undefined ? undefined : await services.tickets.look(LIST, ticket, person.id);
  if (ticket !== undefined && kept && kept.groups.join('\n') === groups.join('\n')) return ticket;
  return await services.tickets.issue(LIST, person.id, { actor: me.uid, subject, groups });
}

function toIds({ idFor }: Context, ticket: string): PrivilegeIds {
  return {
    groups: (page, role) => idFor('groups', ticket, page, role),
    pick: idFor('pick', ticket),
    group: (index, page, role) => idFor('group', ticket, index, page, role),
    edit: (index, page) => idFor('edit', ticket, index, page),
  };
}

async function propose(context: Context, wanted: PrivilegeChanges): Promise<MessageView> {
  const { me, person, words, services, idFor } = context;
  const until = new Date(Date.now() + CHANGES.ttlMs);
  const ticket = await services.tickets.issue(CHANGES, person.id, { ...wanted, actor: me.uid });
  return privilegeChangesView(words, wanted, until, {
    confirm: idFor('confirm', ticket),
    cancel: idFor('cancel', ticket),
  });
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

async function look<T extends { actor: string }>(
  { services, person, me }: Context,
  kind: TicketKind<T>,
  id: string,
): Promise<T> {
  const value = await services.tickets.look(kind, id, person.id);
  if (value?.actor !== me.uid) throw ticketGone();
  return value;
}

async function take<T extends { actor: string }>(context: Context, kind: TicketKind<T>, id: string): Promise<T> {
  await look(context, kind, id);
  const value = await context.services.tickets.take(kind, id, context.person.id);
  if (!value) throw ticketGone();
  return value;
}

function ticketGone(): Mistake {
  return new Mistake(({ errors }) => errors.ticketGone);
}
