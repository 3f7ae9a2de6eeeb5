import { type Link, narrowed } from '../../src/account/links.ts';
import { type ActionContext, commandsIn } from '../../src/discord/declare/command.ts';
import { ALL_SCOPES, coversScope, isScope, type Scope } from '../../src/game/scopes.ts';
import { explanationView } from '../../src/view/errorView.ts';
import { message, select, text } from '../../src/view/message.ts';
import { plain, shorten } from '../../src/view/text.ts';
import { CHOICES, grantedBy, scopesOf } from './choices.ts';
import { type LoginTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { codeModal } from './loginView.ts';
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

/** Without the first, the game doesn't even say who someone is. */
const [ALWAYS, ...OTHERS] = ALL_SCOPES;

/** What the bot may do for a linked person, to be changed; `dropped`: what they just took away. */
function permissionsMenuView(texts: LoginTexts, link: Link | undefined, dropped: readonly Scope[] = []) {
  const granted = grantedBy(link);
  const toOption = (scope: Scope) => ({
    ...{ value: scope, isChosen: granted.includes(scope) },
    label: shorten(texts.permissions[scope], 100),
  });
  return message(
    dropped.length > 0 ? 'good' : 'neutral',
    dropped.length > 0 && text(`**${texts.noLonger}**`, ...dropped.map((scope) => `- ${texts.permissions[scope]}`)),
    text(`## ${texts.shared.changePermissions}`, texts.howToChange),
    select(ids.keepOnly(), OTHERS.map(toOption), { min: 0, max: OTHERS.length, placeholder: texts.nothingMore }),
    text(`-# ${texts.stillGranted}`),
  );
}

/** Drops what was deselected at once. A login asks the game for what was added. */
async function setPermissions(context: ActionContext<LoginTexts, readonly [], object>) {
  const { link, texts, person, services, values } = context;
  const granted = grantedBy(link);
  const chosen = ALL_SCOPES.filter((scope) => scope === ALWAYS || values.includes(scope));
  const dropped = granted.filter((scope) => !chosen.includes(scope));
  if (dropped.length > 0) await services.links.narrow(person.id, chosen);
  const left = link && narrowed(link, chosen);
  const added = chosen.filter((scope) => !granted.includes(scope));
  return added.length > 0 ? await invite({ ...context, link: left }, added) : permissionsMenuView(texts, left, dropped);
}
