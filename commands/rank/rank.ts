import { commandsIn } from '../../src/discord/declare/command.ts';
import { RECIPIENT_OPTION } from '../characters/contacts.ts';
import { NEEDS } from '../roster/access.ts';
import { acceptDrift, checkRanks, DRIFT, openDrift, restore } from './drift.ts';
import { type RankTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { applyRank, deleteRank, MAX_RANK, saveRank, showRanks } from './ranks.ts';

const { group, subcommand, on, update, reply } = commandsIn(TEXTS);

const describe = (name: keyof RankTexts['descriptions']) => (texts: RankTexts) => texts.descriptions[name];
const NAME = { kind: 'text', description: describe('name'), required: true, maxLength: MAX_RANK } as const;
const RANK = { kind: 'text', description: describe('rank'), maxLength: MAX_RANK } as const;
const MODE = {
  kind: 'choice',
  description: describe('mode'),
  choices: ['add', 'equal'],
  labels: ({ modes }: RankTexts) => modes,
} as const;

export const rank = group({
  name: 'rank',
  main: 'check',
  batches: [DRIFT.kind],
  description: describe('ranks'),
  subcommands: {
    save: subcommand({
      description: describe('save'),
      needs: NEEDS,
      options: { name: NAME, from: { ...RECIPIENT_OPTION, description: describe('from'), required: true } },
      run: saveRank,
    }),
    show: subcommand({ description: describe('show'), needs: NEEDS, options: { rank: RANK }, run: showRanks }),
    delete: subcommand({
      description: describe('delete'),
      needs: NEEDS,
      options: { rank: { ...RANK, required: true } },
      run: deleteRank,
    }),
    apply: subcommand({
      description: describe('apply'),
      needs: NEEDS,
      options: {
        rank: { ...RANK, required: true },
        to: { kind: 'text', description: describe('to'), maxLength: 3_000 },
        mode: MODE,
      },
      run: applyRank,
    }),
    check: subcommand({ description: describe('check'), needs: NEEDS, options: { rank: RANK }, run: checkRanks }),
  },
  actions: on(ids, {
    again: update({ needs: NEEDS, run: (context) => DRIFT.again(context, context.args) }),
    open: reply({ needs: NEEDS, run: (context) => openDrift({ ...context, uid: context.values[0] ?? '' }) }),
    restore: reply({ needs: NEEDS, run: restore }),
    restoreOne: reply({ needs: NEEDS, run: ({ args: { uid }, ...context }) => restore({ ...context, args: {}, uid }) }),
    accept: update({ needs: NEEDS, run: acceptDrift }),
  }),
});
