import { commandsIn } from '../../src/discord/declare/command.ts';
import { parseNames } from '../../src/input/names.ts';
import { RECIPIENT_OPTION } from '../characters/contacts.ts';
import { readInput } from '../credits/pay/pay.ts';
import { NEEDS } from '../privileges/read.ts';
import { type RosterTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { accept, add, exportMembers, importList, importModal, invite, propose, remove, show } from './members.ts';
import { askToDelete, deleteRoster, objectTo, showMine } from './mine.ts';
import { MAX_RANK } from './rankNames.ts';
import { openMember, strip } from './survey/card.ts';
import { acceptDrift, restore } from './survey/drift.ts';
import { ask, postCount, SURVEY, showAnswer } from './survey/survey.ts';

const { group, subcommand, on, update, reply, post, pages } = commandsIn(TEXTS);

const describe = (name: keyof RosterTexts['descriptions']) => (texts: RosterTexts) => texts.descriptions[name];
const FIELDS = { list: 'list', file: 'file' } as const;

const RANK = { kind: 'text', description: describe('rank'), maxLength: MAX_RANK } as const;
const MEMBERS = { ...RECIPIENT_OPTION, description: describe('members'), required: true, maxLength: 3_000 } as const;

export const roster = group({
  name: 'roster',
  main: 'show',
  batches: [SURVEY],
  description: describe('roster'),
  subcommands: {
    show: subcommand({ description: describe('show'), needs: NEEDS, run: show }),
    add: subcommand({
      description: describe('add'),
      needs: NEEDS,
      options: { member: MEMBERS, rank: RANK, away: { kind: 'text', description: describe('away'), maxLength: 40 } },
      run: add,
    }),
    remove: subcommand({
      description: describe('remove'),
      needs: NEEDS,
      options: { member: MEMBERS },
      run: (context) => remove(context, parseNames(context.options.member)),
    }),
    import: subcommand({
      description: describe('import'),
      needs: NEEDS,
      options: { list: { kind: 'text', description: describe('list') } },
      modal: ({ options, texts }) => (options.list === undefined ? importModal(texts, FIELDS) : undefined),
      run: (context) => importList(context, context.options.list ?? ''),
    }),
    export: subcommand({ description: describe('export'), needs: NEEDS, run: exportMembers }),
    check: subcommand({
      description: describe('check'),
      needs: NEEDS,
      run: (context) => ask(context, { is: 'check' }),
    }),
    me: subcommand({ description: describe('me'), needs: [], run: showMine }),
    delete: subcommand({ description: describe('delete'), run: askToDelete }),
  },
  actions: on(ids, {
    ...pages(ids, 'show', { needs: NEEDS, show }),
    ...pages(ids, 'ask', { needs: NEEDS, show: (context) => showAnswer(context, context.args) }),
    open: reply({ isForAnyone: true, needs: NEEDS, run: (context) => ask(context, context.args) }),
    again: update({ needs: NEEDS, run: (context) => ask(context, context.args, 0) }),
    post: post({ needs: NEEDS, run: postCount }),
    member: reply({ needs: NEEDS, run: (context) => openMember(context, context.values[0] ?? '') }),
    remove: update({ needs: NEEDS, run: (context) => remove(context, [context.args.uid]) }),
    strip: reply({ needs: NEEDS, run: strip }),
    restore: reply({ needs: NEEDS, run: restore }),
    acceptDrift: update({ needs: NEEDS, run: acceptDrift }),
    invite: post({ needs: NEEDS, run: invite }),
    join: reply({ isForAnyone: true, needs: [], run: propose }),
    accept: update({ needs: NEEDS, run: accept }),
    import: update({
      subcommand: 'import',
      run: async ({ fields, files, runCommand, ...context }) =>
        runCommand(['roster', 'import'], { list: await readInput(context, fields[FIELDS.list], files[FIELDS.file]) }),
    }),
    delete: update({ subcommand: 'delete', run: deleteRoster }),
    me: reply({ needs: [], run: showMine }),
    object: update({ subcommand: 'me', needs: [], run: objectTo }),
  }),
});
