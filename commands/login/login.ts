import { commandsIn } from '../../src/discord/declare/command.ts';
import { NO_PENDING_COMMAND } from '../../src/discord/declare/context.ts';
import { coversScope, isScope } from '../../src/game/scopes.ts';
import { explanationView } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { CHOICES, scopesOf } from './choices.ts';
import { de } from './de.ts';
import { codeModal, STEP } from './loginView.ts';
import { en } from './messages.ts';
import { cancel, changeScopes, confirm, enterCode, invite, orWhatToDo } from './steps.ts';

const { command, modal, reply, update } = commandsIn({ en, de });

export const login = command({
  name: 'login',
  description: ({ description }) => description,
  options: {
    permissions: {
      kind: 'text',
      description: ({ optionPermissions }) => optionPermissions,
      choices: CHOICES.map((value) => ({ value, label: ({ choices }) => choices[value] })),
    },
  },
  run: async ({ options, ...context }) => {
    const { link, messages, idFor } = context;
    const wanted = scopesOf(['lookAround', options.permissions ?? 'lookAround']);
    if (!link || wanted.some((scope) => !coversScope(link.scopes, scope)))
      return await invite(context, NO_PENDING_COMMAND, wanted);
    const sentence = messages.nothingMissing(plain(link.character.name, 80));
    const action = { label: messages.askAnyway, scopes: [] };
    return explanationView({ sentence, tone: 'good', action }, (scopes) =>
      idFor('start', { waiting: NO_PENDING_COMMAND, scopes }),
    );
  },
  actions: {
    // From an error reply or /account, whose select's values are scopes.
    start: reply({
      args: { waiting: 'text', scopes: 'list' },
      run: async ({ args: { waiting, scopes }, values, needsOf, ...context }) =>
        await invite(context, waiting, [...(await needsOf(waiting)), ...[...scopes, ...values].filter(isScope)]),
    }),
    choose: update({ args: STEP, run: orWhatToDo(changeScopes) }),
    code: modal({ args: STEP, run: ({ args, messages, idFor }) => codeModal(messages, idFor('submitCode', args)) }),
    submitCode: update({ args: STEP, run: orWhatToDo(enterCode) }),
    confirm: update({ args: STEP, run: orWhatToDo(confirm) }),
    cancel: update({ args: STEP, run: orWhatToDo(cancel) }),
    again: reply({ args: { waiting: 'text' }, run: ({ args, runAgain }) => runAgain(args.waiting) }),
  },
});
