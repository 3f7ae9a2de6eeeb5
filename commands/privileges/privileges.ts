import { commandsIn } from '../../src/discord/declare/command.ts';
import type { Autocomplete } from '../../src/discord/declare/context.ts';
import { CHARACTER_OPTION, RECIPIENT_OPTION } from '../characters/contacts.ts';
import { findTarget } from '../characters/findCharacter.ts';
import { askWho } from '../roster/survey/survey.ts';
import { PRIVILEGE_CHANGES } from './change/changeBatch.ts';
import { MODE_OPTION, previewCopy, previewNamed, previewStrip } from './change/preview.ts';
import { type PrivilegesTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { choose, listPrivileges, openEditor, reviewEditor, showList, showPart, showParts } from './list/browse.ts';
import { privilegeView } from './list/listView.ts';
import { readPrivilege } from './members.ts';
import { NEEDS } from './read.ts';
import { suggestFactions, suggestGroups, suggestMembers, suggestPrivileges } from './suggest.ts';

const { group, subcommand, menu, on, update, reply, pages } = commandsIn(TEXTS);

/** Suggestions have at most 100 characters; longer lists can be typed. */
const MAX_LIST_LENGTH = 3_000;

const describe = (name: keyof PrivilegesTexts['descriptions']) => (texts: PrivilegesTexts) => texts.descriptions[name];
const named = (name: keyof PrivilegesTexts['descriptions'], autocomplete: Autocomplete, maxLength = 100) =>
  ({ kind: 'text', description: describe(name), maxLength, autocomplete }) as const;

const required = <O extends object>(option: O) => ({ ...option, required: true }) as const;
const changing = <O extends object>(option: O) => ({ ...option, keepsTyped: true }) as const;

const FACTION = named('faction', suggestFactions);
const GROUP = named('group', suggestGroups);
const MEMBERS = changing(named('members', suggestMembers, MAX_LIST_LENGTH));
const SUBJECT = { character: CHARACTER_OPTION, faction: FACTION };
const MANY = {
  needs: NEEDS,
  options: {
    privilege: changing(named('several', suggestPrivileges, MAX_LIST_LENGTH)),
    ...{ character: MEMBERS, group: changing(GROUP), faction: changing(FACTION) },
  },
} as const;

const COPY = {
  from: required({ ...RECIPIENT_OPTION, description: describe('from') }),
  to: required({ ...MEMBERS, description: describe('to') }),
  ...{ mode: MODE_OPTION, faction: changing(FACTION) },
} as const;

export const privileges = group({
  name: 'privileges',
  main: 'list',
  batches: [PRIVILEGE_CHANGES],
  description: describe('privileges'),
  subcommands: {
    list: subcommand({ description: describe('list'), needs: NEEDS, options: SUBJECT, run: listPrivileges }),
    show: subcommand({
      description: describe('show'),
      needs: NEEDS,
      options: { group: required(GROUP), privilege: required(named('privilege', suggestPrivileges)), ...SUBJECT },
      run: async (context) => privilegeView(context.texts, await readPrivilege(context, context.options)),
    }),
    grant: subcommand({ ...MANY, description: describe('grant'), run: (context) => previewNamed(context, false) }),
    revoke: subcommand({ ...MANY, description: describe('revoke'), run: (context) => previewNamed(context, true) }),
    copy: subcommand({ description: describe('copy'), needs: NEEDS, options: COPY, run: previewCopy }),
    who: subcommand({
      description: describe('whoHas'),
      needs: NEEDS,
      options: { privilege: named('whoWhat', suggestPrivileges) },
      run: (context) => askWho(context, context.options.privilege),
    }),
    strip: subcommand({
      description: describe('strip'),
      needs: NEEDS,
      options: { character: required({ ...MEMBERS, description: describe('who') }), faction: changing(FACTION) },
      run: previewStrip,
    }),
  },
  actions: on(ids, {
    ...pages(ids, 'list', { needs: NEEDS, show: showList }),
    show: reply({ needs: NEEDS, run: showList }),
    pick: update({ needs: NEEDS, run: openEditor }),
    ...pages(ids, 'parts', { needs: NEEDS, show: showParts }),
    open: update({ needs: NEEDS, run: (context) => showPart(context, Number(context.values[0])) }),
    choose: update({ needs: NEEDS, run: choose }),
    review: update({ needs: NEEDS, run: reviewEditor }),
  }),
});

export const memberPrivileges = menu({
  of: 'user',
  name: 'memberPrivileges',
  label: ({ menu }) => menu,
  needs: NEEDS,
  run: async ({ target, ...context }) => showList({ ...context, args: await findTarget(context, target) }),
});
