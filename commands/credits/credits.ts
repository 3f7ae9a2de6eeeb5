import { commandsIn } from '../../src/discord/declare/command.ts';
import { stepButton } from '../../src/discord/declare/steps.ts';
import { buttons, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { RECIPIENT_OPTION } from '../characters/contacts.ts';
import { findTarget } from '../characters/findCharacter.ts';
import { askAgain, askToConfirm, cancelTransfer, confirmTransfer, startOver, WRITE_SCOPES } from './confirmation.ts';
import { TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { log, logActions, report } from './log/log.ts';
import { pay, payActions, paylist } from './pay/pay.ts';
import { PAY } from './pay/payBatch.ts';
import { request, requestActions, requests } from './requests/requests.ts';
import { typedConfirmationModal } from './transferView.ts';
import { TRANSFER } from './transferWrite.ts';

const { group, subcommand, menu, on, update, recheck, modal } = commandsIn(TEXTS);

const READ_SCOPES = ['CHARACTER_CREDITS'] as const;
const SEND_SCOPES = [...WRITE_SCOPES, 'CHARACTER_READ'] as const;
const NEXT = ['credits log', 'credits transfer', 'profile'] as const;

export const credits = group({
  name: 'credits',
  main: 'transfer',
  writes: [TRANSFER],
  batches: [PAY],
  description: ({ descriptions }) => descriptions.credits,
  subcommands: {
    balance: subcommand({
      description: ({ descriptions }) => descriptions.balance,
      needs: READ_SCOPES,
      run: async ({ me, game, texts }) => {
        const balance = await game.character.credits.get({ uid: me.uid });
        return message(
          'neutral',
          text(texts.balanceOf(plain(me.name)), `# ${texts.credits(balance)}`),
          buttons(...NEXT.map((step) => stepButton(texts, step))),
        );
      },
    }),

    transfer: subcommand({
      description: ({ descriptions }) => descriptions.transfer,
      needs: SEND_SCOPES,
      options: {
        amount: { kind: 'amount', description: ({ descriptions }) => descriptions.amount, required: true },
        recipient: { ...RECIPIENT_OPTION, description: ({ descriptions }) => descriptions.recipient, required: true },
        reason: { kind: 'text', description: ({ descriptions }) => descriptions.reason },
      },
      run: (context) => askToConfirm(context),
    }),

    pay,
    paylist,
    request,
    requests,
    log,
    report,
  },
  actions: {
    ...logActions,
    ...requestActions,
    ...payActions,
    ...on(ids, {
      confirm: update({
        needs: WRITE_SCOPES,
        writes: TRANSFER,
        confirms: ({ ticket }) => ticket,
        run: confirmTransfer,
      }),
      type: modal({ run: ({ texts, args }) => typedConfirmationModal(texts, args.amount, args.ticket) }),
      cancel: update({ run: cancelTransfer }),
      again: update({ needs: WRITE_SCOPES, run: askAgain }),
      check: recheck(TRANSFER, READ_SCOPES),
      startOver: update({ needs: WRITE_SCOPES, run: startOver }),
    }),
  },
});

export const sendCredits = menu({
  of: 'user',
  name: 'sendCredits',
  label: ({ menu }) => menu,
  needs: SEND_SCOPES,
  modal: async ({ target, formFor, ...context }) => {
    const { uid, name } = await findTarget(context, target);
    // By UID: the handle may be someone else's by now.
    const shown = { option: 'recipient', text: name };
    return await formFor({ path: ['credits', 'transfer'], values: { recipient: uid }, shown });
  },
});
