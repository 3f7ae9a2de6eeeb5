import { commandsIn } from '../../src/discord/declare/command.ts';
import { coversScope, isScope } from '../../src/game/scopes.ts';
import { explanationView } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { CHOICES, scopesOf } from './choices.ts';
import { TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { codeModal } from './loginView.ts';
import { permissionsMenuView, setPermissions } from './permissionsMenu.ts';
import { cancel, chooseAgain, confirm, enterCode, invite, withRecovery } from './steps.ts';

const { command, modal, on, reply, update } = commandsIn(TEXTS);

export const login = command({
  name: 'login',
  description: ({ description }) => description,
  options: {
    permissions: {
      kind: 'choice',
      description: ({ optionPermissions }) => optionPermissions,
      choices: CHOICES,
      labels: ({ choices }) => choices,
    },
  },
  run: async ({ options, ...context }) => {
    const { link, texts } = context;
    const wanted = scopesOf(['lookAround', options.permissions ?? 'lookAround']);
    if (!link || wanted.some((scope) => !coversScope(link.scopes, scope))) return await invite(context, wanted);
    const sentence = texts.nothingMissing(plain(link.character.name, 80));
    const action = { label: texts.askAnyway, scopes: [] };
    return explanationView({ sentence, tone: 'good', action }, (scopes) => ids.start({ scopes }));
  },
  actions: on(ids, {
    // From an error reply or /account, whose select's values are scopes.
    start: reply({
      run: async ({ args: { waiting, scopes }, values, needsOf, ...context }) =>
        await invite(context, [...(await needsOf(waiting)), ...[...scopes, ...values].filter(isScope)], waiting),
    }),
    choose: update({ run: withRecovery(chooseAgain) }),
    code: modal({ run: ({ args, texts }) => codeModal(texts, ids.submitCode(args)) }),
    submitCode: update({ run: withRecovery(enterCode) }),
    link: modal({ run: ({ args, texts }) => codeModal(texts, ids.submitLink(args)) }),
    submitLink: update({ run: withRecovery(enterCode) }),
    confirm: update({ run: withRecovery(confirm) }),
    cancel: update({ run: withRecovery(cancel) }),
    again: reply({ run: ({ args, runAgain }) => runAgain(args.waiting) }),
    permissions: reply({ needs: [], run: async ({ texts, link }) => permissionsMenuView(texts, link) }),
    keepOnly: update({ needs: [], run: setPermissions }),
  }),
});
