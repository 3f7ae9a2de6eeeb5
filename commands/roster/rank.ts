import { commandsIn } from '../../src/discord/declare/command.ts';
import { RECIPIENT_OPTION } from '../characters/contacts.ts';
import { MODE_OPTION } from '../privileges/change/preview.ts';
import { NEEDS } from '../privileges/read.ts';
import { type RosterTexts, TEXTS } from './en.ts';
import { MAX_RANK } from './rankNames.ts';
import { applyRank, deleteRank, renameRank, saveRank, showRanks } from './ranks.ts';
import { askRank } from './survey/survey.ts';

const { group, subcommand } = commandsIn(TEXTS);

const describe = (name: keyof RosterTexts['ofRanks']) => (texts: RosterTexts) => texts.ofRanks[name];
const NAME = { kind: 'text', description: describe('name'), required: true, maxLength: MAX_RANK } as const;
/** A former release stored longer names. */
const MAX_STORED_RANK = 100;
const RANK = { kind: 'text', description: describe('rank'), maxLength: MAX_RANK } as const;

export const rank = group({
  name: 'rank',
  main: 'check',
  description: describe('ranks'),
  subcommands: {
    save: subcommand({
      description: describe('save'),
      needs: NEEDS,
      options: { name: NAME, from: { ...RECIPIENT_OPTION, description: describe('from'), required: true } },
      run: saveRank,
    }),
    show: subcommand({ description: describe('show'), needs: NEEDS, options: { rank: RANK }, run: showRanks }),
    delete: subcommand({ description: describe('delete'), needs: NEEDS, options: { rank: NAME }, run: deleteRank }),
    rename: subcommand({
      description: describe('rename'),
      needs: NEEDS,
      options: {
        rank: { ...NAME, description: describe('oldName'), maxLength: MAX_STORED_RANK },
        name: NAME,
      },
      run: renameRank,
    }),
    apply: subcommand({
      description: describe('apply'),
      needs: NEEDS,
      options: {
        rank: NAME,
        to: { kind: 'text', description: describe('to'), maxLength: 3_000 },
        mode: MODE_OPTION,
      },
      run: applyRank,
    }),
    check: subcommand({ description: describe('check'), needs: NEEDS, options: { rank: RANK }, run: askRank }),
  },
});
