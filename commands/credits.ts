import { anyKind } from '../src/discord/writeKind.ts';
import { suggestCharacters } from './characters/contacts.ts';
import { exportCreditLog, showCreditLog, WINDOWS } from './credits/log.ts';
import { cancelTransfer, confirmTransfer, lookAgain, offerTransfer, typeAmount } from './credits/transfer.ts';
import { TRANSFER } from './credits/transferWrite.ts';
import { group, modal, pages, reply, subcommand, update } from './declare.ts';
import { balanceView } from './profile/profileView.ts';

const TICKET = { ticket: 'text' } as const;

export const credits = group({
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
    confirm: update({
      needs: ['CREDITS_WRITE', 'CHARACTER_CREDITS'],
      args: TICKET,
      run: (context) => confirmTransfer(context, context.args.ticket),
    }),
    type: modal({
      args: { ticket: 'text', amount: 'integer' },
      run: ({ messages, idFor, args }) => typeAmount(messages, idFor, args),
    }),
    typed: update({
      needs: ['CREDITS_WRITE', 'CHARACTER_CREDITS'],
      args: TICKET,
      run: (context) => confirmTransfer(context, context.args.ticket, context.fields),
    }),
    cancel: update({ args: TICKET, run: (context) => cancelTransfer(context, context.args.ticket) }),
    look: update({
      needs: ['CHARACTER_CREDITS'],
      args: { id: 'text' },
      run: (context) => lookAgain(context, context.args.id),
    }),
    ...pages('page', {
      args: { window: WINDOWS },
      needs: ['CHARACTER_CREDITS'],
      show: ({ args: { window, page }, ...context }) => showCreditLog(context, { isOldest: window === 'oldest', page }),
    }),
    export: reply({
      needs: ['CHARACTER_CREDITS'],
      args: { window: WINDOWS },
      run: (context) => exportCreditLog(context, context.args.window === 'oldest'),
    }),
  },
});
