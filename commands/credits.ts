import { commandGroup, subcommand } from '../src/bot/command.ts';
import { balanceView } from '../src/view/characterViews.ts';

export const credits = commandGroup({
  name: 'credits',
  description: ({ balance }) => balance.description,
  subcommands: {
    balance: subcommand({
      description: ({ balance }) => balance.show,
      needs: ['CHARACTER_CREDITS'],
      run: async ({ me, game, words }) => balanceView(words, me, await game.character.credits.get({ uid: me.uid })),
    }),
  },
});
