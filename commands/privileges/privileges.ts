import { commandsIn } from '../../src/discord/declare/command.ts';
import type { Autocomplete } from '../../src/discord/declare/context.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { chooseSelected, listGroups, showEditor, showGroup, showGroups } from './browse.ts';
import { cancelChanges, confirmChanges, proposeAgain, proposeOne, toUndoId, undoChanges } from './change.ts';
import { CHANGE } from './changeWrite.ts';
import { type PrivilegesTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { privilegeView } from './privilegesView.ts';
import { NEEDS, readPrivilege } from './read.ts';
import { suggestFactions, suggestGroups, suggestPrivileges } from './suggest.ts';

const { group, subcommand, on, update, recheck, pages } = commandsIn(TEXTS);

const describe = (name: keyof PrivilegesTexts['descriptions']) => (texts: PrivilegesTexts) => texts.descriptions[name];
const named = (name: keyof PrivilegesTexts['descriptions'], autocomplete: Autocomplete) =>
  ({ kind: 'text', description: describe(name), maxLength: 100, autocomplete }) as const;

const SUBJECT = { character: CHARACTER_OPTION, faction: named('faction', suggestFactions) };
const GROUP = { ...named('group', suggestGroups), required: true } as const;
const PRIVILEGE = { ...named('privilege', suggestPrivileges), required: true } as const;
const ONE = { needs: NEEDS, options: { group: GROUP, privilege: PRIVILEGE, ...SUBJECT } } as const;

export const privileges = group({
  name: 'privileges',
  writes: [CHANGE],
  description: describe('privileges'),
  subcommands: {
    list: subcommand({ description: describe('list'), needs: NEEDS, options: SUBJECT, run: listGroups }),
    show: subcommand({
      ...ONE,
      description: describe('show'),
      run: async (context) => privilegeView(context.texts, await readPrivilege(context, context.options)),
    }),
    grant: subcommand({ ...ONE, description: describe('grant'), run: (context) => proposeOne(context, false) }),
    revoke: subcommand({ ...ONE, description: describe('revoke'), run: (context) => proposeOne(context, true) }),
  },
  actions: on(ids, {
    ...pages(ids, 'groups', { needs: NEEDS, show: showGroups }),
    pick: update({
      needs: NEEDS,
      run: (context) => showGroup({ ...context, args: { ...context.args, index: Number(context.values[0]), page: 1 } }),
    }),
    ...pages(ids, 'group', { needs: NEEDS, show: showGroup }),
    edit: update({ needs: NEEDS, run: showEditor }),
    choose: update({ needs: NEEDS, run: chooseSelected }),
    confirm: update({ needs: NEEDS, writes: CHANGE, confirms: ({ ticket }) => ticket, run: confirmChanges }),
    cancel: update({ needs: NEEDS, run: cancelChanges }),
    again: update({ needs: NEEDS, run: proposeAgain }),
    undo: update({ needs: NEEDS, writes: CHANGE, confirms: ({ id }) => toUndoId(id), run: undoChanges }),
    check: recheck(CHANGE, NEEDS),
  }),
});
