import type { Link } from '../src/account/links.ts';
import { LoginProblem } from '../src/account/loginProblem.ts';
import type { DiscordUser } from '../src/account/logins.ts';
import type { HandlerContext } from '../src/discord/context.ts';
import { ALL_SCOPES, coversScope, isScope, type Scope } from '../src/game/scopes.ts';
import { explain, explanationView, noticeView } from '../src/view/errorView.ts';
import {
  alreadyLinkedView,
  CODE_FIELD,
  codeModal,
  confirmLinkView,
  type Invitation,
  invitationView,
  linkedView,
  sentToDmView,
} from '../src/view/loginViews.ts';
import type { MessageView } from '../src/view/message.ts';
import { command, modal, reply, update } from './declare.ts';

/** What a first login asks for: to look, not to change anything. */
const FIRST_SCOPES: readonly Scope[] = ['CHARACTER_READ', 'CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'];

type Context = Pick<HandlerContext<undefined>, 'person' | 'link' | 'words' | 'services' | 'idFor' | 'isInBotDm'>;

/** Stands in a custom id where no command waits to be run again. */
const NOTHING_WAITS = '-';

const STEP = { loginId: 'text', waiting: 'text' } as const;

export const login = command({
  name: 'login',
  description: ({ login }) => login.description,
  options: {
    permissions: {
      kind: 'text',
      description: ({ account }) => account.login.permissions,
      choices: [
        { value: 'lookAround', label: ({ account }) => account.login.lookAround },
        { value: 'everything', label: ({ account }) => account.login.everything },
      ],
    },
  },
  run: async ({ options, ...context }) => {
    const wanted = options.permissions === 'everything' ? ALL_SCOPES : FIRST_SCOPES;
    const { link } = context;
    const isAllGranted = link && wanted.every((scope) => coversScope(link.scopes, scope));
    return isAllGranted
      ? alreadyLinkedView(context.words, link.character, context.idFor('start', { waiting: NOTHING_WAITS, scopes: [] }))
      : await invite(context, NOTHING_WAITS, wanted);
  },
  actions: {
    /** From an error reply or /account: the command that waits for the login; in `args` or `values`, scopes to ask for. */
    start: reply({
      args: { waiting: 'text', scopes: 'list' },
      run: async ({ args: { waiting, scopes }, values, needsOf, ...context }) => {
        const needs = waiting === NOTHING_WAITS ? [] : await needsOf(waiting);
        return await invite(context, waiting, [...needs, ...[...scopes, ...values].filter(isScope)]);
      },
    }),

    code: modal({
      args: STEP,
      run: ({ args, messages, idFor }) => codeModal(messages, idFor('submitCode', args)),
    }),

    submitCode: update({
      args: STEP,
      run: ({ args: { loginId, waiting }, fields, ...context }) =>
        orWhatToDo(context, loginId, waiting, async () => {
          const { person, words, services, idFor } = context;
          const character = await services.login.enterCode(loginId, person.id, fields[CODE_FIELD] ?? '');
          const ids = {
            confirm: idFor('confirm', { loginId, waiting }),
            cancel: idFor('cancel', { loginId, waiting }),
          };
          return confirmLinkView(words, character, person.mention, ids);
        }),
    }),

    confirm: update({
      args: STEP,
      run: ({ args: { loginId, waiting }, ...context }) =>
        orWhatToDo(context, loginId, waiting, async () => {
          const { person, words, services, idFor } = context;
          const { character } = await services.login.confirm(loginId, person.id);
          return linkedView(words, character, waiting === NOTHING_WAITS ? undefined : idFor('again', { waiting }));
        }),
    }),

    again: reply({ args: { waiting: 'text' }, run: ({ args, runAgain }) => runAgain(args.waiting) }),

    cancel: update({
      args: STEP,
      run: ({ args: { loginId, waiting }, ...context }) =>
        orWhatToDo(context, loginId, waiting, async () => {
          await context.services.login.cancel(loginId, context.person.id);
          return noticeView(context.words.login.canceled);
        }),
    }),
  },
});

/**
 * What a step of a login shows; or, in its place, what is wrong and what to do: nothing that is over stays on the screen, and a
 * note on a wrong code goes with the next one.
 */
async function orWhatToDo(
  context: Context,
  loginId: string,
  waiting: string,
  step: () => Promise<MessageView>,
): Promise<MessageView> {
  const { person, words, services, idFor } = context;
  try {
    return await step();
  } catch (error) {
    const explanation = error instanceof LoginProblem && explain(words, error);
    // What says that it is done must not give way to what was pressed once too often.
    if (!explanation || error.code === 'already_linked') throw error;
    if (explanation.action) return explanationView(explanation, () => idFor('start', { waiting, scopes: [] }));
    const { scopes, ...rest } = await services.login.invitation(loginId, person.id);
    const invitation = { ...rest, ...toAsked(context.link, scopes) };
    return invitationView(words, invitation, idFor('code', { loginId, waiting }), `⚠ ${explanation.sentence}`);
  }
}

/**
 * Begins a login; the invitation goes to the DM where it can. Whoever is linked is asked only for what is missing of the
 * wanted scopes: the game adds what was granted before (docs/interface.md, "OAuth"). Where nothing is missing the login itself
 * is what is wanted anew, with all that it had.
 */
async function invite(context: Context, waiting: string, wanted: readonly Scope[]): Promise<MessageView> {
  const { person, link, words, services, idFor, isInBotDm } = context;
  const granted = toGranted(link);
  const missing = [...new Set(wanted)].filter((scope) => !granted.includes(scope));
  const isAdding = link !== undefined && missing.length > 0;
  const scopes = isAdding ? missing : [...FIRST_SCOPES, ...granted, ...missing];
  // Without this one nobody could tell whose login it is.
  const asked = [...new Set<Scope>(['CHARACTER_READ', ...scopes])];
  const { loginId, url, expiresAt } = await services.login.begin(toUser(person), asked);
  const invitation = { url, expiresAt, ...toAsked(link, asked) };
  const toInvitation = (note?: string): MessageView =>
    invitationView(words, invitation, idFor('code', { loginId, waiting }), note);
  if (isInBotDm) return toInvitation();
  const messageUrl = await services.sendDirectMessage(person.id, toInvitation());
  return messageUrl ? sentToDmView(words, messageUrl) : toInvitation(words.login.dmsClosed);
}

function toUser({ id, name, username }: Context['person']): DiscordUser {
  return { id, name, username };
}

/** What of the asked scopes an invitation names: whoever is linked and asked for more is shown only that. */
function toAsked(link: Link | undefined, asked: readonly Scope[]): Pick<Invitation, 'scopes' | 'linkedAs'> {
  const granted = toGranted(link);
  const missing = asked.filter((scope) => !granted.includes(scope));
  return link && missing.length > 0 ? { scopes: missing, linkedAs: link.character.name } : { scopes: asked };
}

function toGranted(link: Link | undefined): Scope[] {
  return ALL_SCOPES.filter((scope) => link && coversScope(link.scopes, scope));
}
