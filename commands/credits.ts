import { action, commandGroup, subcommand } from '../src/discord/command.ts';
import { suggestCharacters } from '../src/discord/contacts.ts';
import { anyKind } from '../src/discord/writeKind.ts';
import { balanceView } from '../src/view/characterViews.ts';
import { exportCreditLog, showCreditLog, toLogPage } from './credits/log.ts';
import { cancelTransfer, confirmTransfer, lookAgain, offerTransfer, typeAmount } from './credits/transfer.ts';
import { TRANSFER } from './credits/transferWrite.ts';

export const credits = commandGroup({
  name: 'credits',
  writes: [anyKind(TRANSFER)],
  description: ({ balance }) => balance.description,
  subcommands: {
    balance: subcommand({
      description: ({ balance }) => balance.show,
      needs: ['CHARACTER_CREDITS'],
      run: async ({ me, game, words }) => balanceView(words, me, await game.character.credits.get({ uid: me.uid })),
    }),

    transfer: subcommand({
      description: ({ transfers }) => transfers.description,
      needs: ['CREDITS_WRITE', 'CHARACTER_CREDITS', 'CHARACTER_READ'],
      options: {
        // Any number: what is wrong with −5 or 1.5 deserves our sentence.
        amount: { kind: 'number', description: ({ transfers }) => transfers.amount, required: true },
        recipient: {
          kind: 'text',
          description: ({ transfers }) => transfers.recipient,
          required: true,
          maxLength: 100,
          autocomplete: suggestCharacters,
        },
        reason: { kind: 'text', description: ({ transfers }) => transfers.reason },
      },
      run: ({ options, ...context }) => offerTransfer(context, options),
    }),

    log: subcommand({
      description: ({ transfers }) => transfers.log.description,
      needs: ['CHARACTER_CREDITS'],
      options: { oldest: { kind: 'boolean', description: ({ transfers }) => transfers.log.oldest } },
      run: ({ options: { oldest = false }, ...context }) => showCreditLog(context, { isOldest: oldest, page: 1 }),
    }),
  },
  actions: {
    confirm: action({
      answer: 'update',
      needs: ['CREDITS_WRITE', 'CHARACTER_CREDITS'],
      run: (context) => confirmTransfer(context, context.args[0]),
    }),
    type: action({ answer: 'modal', run: ({ words, idFor, args }) => typeAmount(words, idFor, args) }),
    typed: action({
      answer: 'update',
      needs: ['CREDITS_WRITE', 'CHARACTER_CREDITS'],
      run: (context) => confirmTransfer(context, context.args[0], context.fields),
    }),
    cancel: action({ answer: 'update', run: (context) => cancelTransfer(context, context.args[0]) }),
    look: action({
      answer: 'update',
      needs: ['CHARACTER_CREDITS'],
      run: (context) => lookAgain(context, context.args[0]),
    }),
    page: action({
      answer: 'update',
      needs: ['CHARACTER_CREDITS'],
      run: (context) => showCreditLog(context, toLogPage(context.args)),
    }),
    export: action({
      answer: 'reply',
      needs: ['CHARACTER_CREDITS'],
      run: (context) => exportCreditLog(context, toLogPage(context.args)),
    }),
  },
});
