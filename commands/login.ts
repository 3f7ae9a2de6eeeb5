import { action, command } from '../src/bot/command.ts';
import type { HandlerContext } from '../src/bot/context.ts';
import { coversScope, isScope, type Scope } from '../src/game/scopes.ts';
import { noticeView } from '../src/view/errorView.ts';
import {
  CODE_FIELD,
  codeModal,
  confirmLinkView,
  invitationView,
  linkedView,
  sentToDmView,
} from '../src/view/loginViews.ts';
import type { MessageView } from '../src/view/message.ts';

/** What a first login asks for: to look, not to change anything. */
const FIRST_SCOPES: readonly Scope[] = ['CHARACTER_READ', 'CHARACTER_SKILLS', 'CHARACTER_CREDITS', 'MESSAGES_READ'];

type Context = Pick<HandlerContext<undefined>, 'person' | 'words' | 'services' | 'idFor' | 'isInBotDm'>;

/** Stands in a custom id where no command waits to be run again. */
const NOTHING_WAITS = '-';

export const login = command({
  name: 'login',
  description: ({ login }) => login.description,
  run: (context) => invite(context, NOTHING_WAITS, []),
  actions: {
    /** A button of an error reply: the command that waits for the login, and scopes to ask for in addition. */
    start: action({
      answer: 'reply',
      run: async ({ args: [waiting = NOTHING_WAITS, ...scopes], needsOf, ...context }) => {
        const needs = waiting === NOTHING_WAITS ? [] : await needsOf(waiting);
        return await invite(context, waiting, [...needs, ...scopes.filter(isScope)]);
      },
    }),

    code: action({
      answer: 'modal',
      run: ({ args: [loginId = '', waiting = NOTHING_WAITS], words, idFor }) =>
        codeModal(words, idFor('submitCode', loginId, waiting)),
    }),

    submitCode: action({
      answer: 'update',
      run: async ({ args: [loginId = '', waiting = NOTHING_WAITS], fields, person, words, services, idFor }) => {
        const character = await services.login.enterCode(loginId, person.id, fields[CODE_FIELD] ?? '');
        const ids = { confirm: idFor('confirm', loginId, waiting), cancel: idFor('cancel', loginId) };
        return confirmLinkView(words, character, person.mention, ids);
      },
    }),

    confirm: action({
      answer: 'update',
      run: async ({ args: [loginId = '', waiting = NOTHING_WAITS], person, words, services, idFor }) => {
        const { character } = await services.login.confirm(loginId, person.id);
        return linkedView(words, character, waiting === NOTHING_WAITS ? undefined : idFor('again', waiting));
      },
    }),

    again: action({ answer: 'reply', run: ({ args: [waiting = ''], runAgain }) => runAgain(waiting) }),

    cancel: action({
      answer: 'update',
      run: async ({ args: [loginId = ''], person, words, services }) => {
        await services.login.cancel(loginId, person.id);
        return noticeView(words.login.cancelled);
      },
    }),
  },
});

/** Begins a login for what is already granted and what is asked in addition; the invitation goes to the DM where it can. */
async function invite(
  { person, words, services, idFor, isInBotDm }: Context,
  waiting: string,
  additional: readonly Scope[],
): Promise<MessageView> {
  const link = await services.links.get(person.id).catch(() => undefined);
  const granted = (Object.keys(words.permissions) as Scope[]).filter(
    (scope) => link && coversScope(link.scopes, scope),
  );
  const scopes = [...new Set([...FIRST_SCOPES, ...granted, ...additional])];
  const { loginId, url, expiresAt } = await services.login.begin({ id: person.id, name: person.name }, scopes);
  const toInvitation = (note?: string): MessageView =>
    invitationView(words, { url, expiresAt, scopes }, idFor('code', loginId, waiting), note);
  if (isInBotDm) return toInvitation();
  const messageUrl = await services.sendDirectMessage(person.id, toInvitation());
  return messageUrl ? sentToDmView(words, messageUrl) : toInvitation(words.login.dmsClosed);
}
