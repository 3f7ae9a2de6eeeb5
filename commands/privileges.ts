import { suggestOwnFactions } from '../src/discord/findFaction.ts';
import type { Options } from '../src/discord/options.ts';
import { anyKind } from '../src/discord/writeKind.ts';
import { noticeView } from '../src/view/errorView.ts';
import { privilegeValueView } from '../src/view/privilegeViews.ts';
import type { WORDS } from '../src/view/words/wordsFor.ts';
import { suggestCharacters } from './characters/contacts.ts';
import { group, pages, subcommand, update } from './declare.ts';
import { chooseTicked, showEditor, showGroup, showGroups } from './privileges/browse.ts';
import { confirmChanges, lookAgain, proposeOne, undoChanges } from './privileges/change.ts';
import { CHANGE } from './privileges/changeWrite.ts';
import { suggestGroups, suggestPrivileges } from './privileges/names.ts';
import { findSubject, readPrivilege } from './privileges/read.ts';
import { CHANGES, LIST, look, NEEDS, ticketGone } from './privileges/tickets.ts';

const subjectOptions = {
  character: {
    kind: 'text',
    description: ({ privileges }) => privileges.options.character,
    maxLength: 100,
    autocomplete: suggestCharacters,
  },
  faction: {
    kind: 'text',
    description: ({ privileges }) => privileges.options.faction,
    maxLength: 100,
    autocomplete: suggestOwnFactions,
  },
} as const satisfies Options<typeof WORDS.en>;

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
} as const satisfies Options<typeof WORDS.en>;

const TICKET = { ticket: 'text' } as const;

export const privileges = group({
  name: 'privileges',
  writes: [anyKind(CHANGE)],
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
    grant: subcommand({
      description: ({ privileges }) => privileges.grant,
      needs: NEEDS,
      options: privilegeOptions,
      run: ({ options, ...context }) => proposeOne(context, options, false),
    }),
    revoke: subcommand({
      description: ({ privileges }) => privileges.revoke,
      needs: NEEDS,
      options: privilegeOptions,
      run: ({ options, ...context }) => proposeOne(context, options, true),
    }),
  },
  actions: {
    ...pages('groups', {
      args: TICKET,
      needs: NEEDS,
      show: async ({ args: { ticket, page }, ...context }) => {
        const { subject } = await look(context, LIST, ticket);
        return await showGroups(context, subject, page, ticket);
      },
    }),
    pick: update({
      needs: NEEDS,
      args: TICKET,
      run: ({ args: { ticket }, values: [index = ''], ...context }) => showGroup(context, ticket, Number(index), 1),
    }),
    ...pages('group', {
      args: { ticket: 'text', index: 'integer' },
      needs: NEEDS,
      show: ({ args: { ticket, index, page }, ...context }) => showGroup(context, ticket, index, page),
    }),
    edit: update({
      needs: NEEDS,
      args: { ticket: 'text', index: 'integer', page: 'integer' },
      run: ({ args: { ticket, index, page }, ...context }) => showEditor(context, ticket, index, page),
    }),
    choose: update({
      needs: NEEDS,
      args: TICKET,
      run: ({ args: { ticket }, values, ...context }) => chooseTicked(context, ticket, values),
    }),

    confirm: update({
      needs: NEEDS,
      args: TICKET,
      run: ({ args: { ticket }, ...context }) => confirmChanges(context, ticket),
    }),
    cancel: update({
      args: TICKET,
      run: async ({ args: { ticket }, services, person, words }) => {
        if (!(await services.tickets.take(CHANGES, ticket, person.id))) throw ticketGone();
        return noticeView(words.privileges.canceled);
      },
    }),
    undo: update({
      needs: NEEDS,
      args: { id: 'text' },
      run: ({ args: { id }, ...context }) => undoChanges(context, id),
    }),
    look: update({
      needs: NEEDS,
      args: { id: 'text' },
      run: ({ args: { id }, ...context }) => lookAgain(context, id),
    }),
  },
});
