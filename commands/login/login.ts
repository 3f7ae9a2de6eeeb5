import { type Link, narrowed } from '../../src/account/links.ts';
import { type ActionContext, commandsIn } from '../../src/discord/declare/command.ts';
import { coversScope, isScope, OPTIONAL_SCOPES, type Scope, toRequestedScopes } from '../../src/game/scopes.ts';
import { explanationView } from '../../src/view/errorView.ts';
import { message, select, text } from '../../src/view/message.ts';
import { plain, shorten } from '../../src/view/text.ts';
import { CHOICES, FIRST_SCOPES, grantedBy, SCOPES_BY_CHOICE } from './choices.ts';
import { type LoginTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { codeModal } from './loginView.ts';
import { cancel, confirm, enterCode, invite, withRecovery } from './steps.ts';

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
    const wanted = [...FIRST_SCOPES, ...SCOPES_BY_CHOICE[options.permissions ?? 'lookAround']];
    if (!link || wanted.some((scope) => !coversScope(link.scopes, scope))) return await invite(context, wanted);
    const sentence = texts.nothingMissing(plain(link.character.name, 80));
    const action = { label: texts.askAnyway, scopes: [] };
    return explanationView({ sentence, tone: 'good', action }, (scopes) => ids.start({ scopes }));
  },
  actions: on(ids, {
    // From an error reply or /account.
    start: reply({
      run: async ({ args: { waiting, scopes }, needsOf, ...context }) =>
        await invite(context, [...(await needsOf(waiting)), ...scopes.filter(isScope)], waiting),
    }),
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

/** `dropped`: the permissions that they just took away. */
function permissionsMenuView(texts: LoginTexts, link: Link | undefined, dropped: readonly Scope[] = []) {
  const granted = grantedBy(link);
  const options = OPTIONAL_SCOPES.map((scope) => ({
    ...{ value: scope, isChosen: granted.includes(scope) },
    label: shorten(texts.permissions[scope], 100),
  }));
  return message(
    dropped.length > 0 ? 'good' : 'neutral',
    dropped.length > 0 && text(`**${texts.noLonger}**`, ...dropped.map((scope) => `- ${texts.permissions[scope]}`)),
    text(`## ${texts.shared.changePermissions}`, texts.howToChange),
    select(ids.keepOnly(), options, { min: 0, max: options.length, placeholder: texts.nothingMore }),
    text(`-# ${texts.stillGranted}`),
  );
}

/** Drops deselected permissions at once. Additions need a login. */
async function setPermissions(context: ActionContext<LoginTexts, readonly [], object>) {
  const { link, texts, person, services, values } = context;
  const granted = grantedBy(link);
  const chosen = toRequestedScopes(values);
  const dropped = granted.filter((scope) => !chosen.includes(scope));
  // An open login would restore them.
  if (dropped.length > 0) await services.login.endAllOf(person.id);
  if (dropped.length > 0) await services.links.narrow(person.id, chosen);
  const left = link && narrowed(link, chosen);
  const added = chosen.filter((scope) => !granted.includes(scope));
  return added.length > 0 ? await invite({ ...context, link: left }, added) : permissionsMenuView(texts, left, dropped);
}
