import { action, command, type RunContext } from '../src/bot/command.ts';
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

type Context = Pick<
  RunContext<Record<never, never>, undefined>,
  'person' | 'words' | 'services' | 'idFor' | 'isInBotDm'
>;

export const login = command({
  name: 'login',
  description: ({ login }) => login.description,
  run: (context) => invite(context, []),
  actions: {
    /** A button of an error reply; the arguments are scopes to ask for in addition. */
    start: action({ answer: 'reply', run: (context) => invite(context, context.args.filter(isScope)) }),

    code: action({
      answer: 'modal',
      run: ({ args: [loginId = ''], words, idFor }) => codeModal(words, idFor('submitCode', loginId)),
    }),

    submitCode: action({
      answer: 'update',
      run: async ({ args: [loginId = ''], fields, person, words, services, idFor }) => {
        const character = await services.login.enterCode(loginId, person.id, fields[CODE_FIELD] ?? '');
        return confirmLinkView(words, character, person.mention, {
          confirm: idFor('confirm', loginId),
          cancel: idFor('cancel', loginId),
        });
      },
    }),

    confirm: action({
      answer: 'update',
      run: async ({ args: [loginId = ''], person, words, services }) => {
        const { character } = await services.login.confirm(loginId, person.id);
        return linkedView(words, character);
      },
    }),

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
  additional: readonly Scope[],
): Promise<MessageView> {
  const link = await services.links.get(person.id).catch(() => undefined);
  const granted = (Object.keys(words.permissions) as Scope[]).filter(
    (scope) => link && coversScope(link.scopes, scope),
  );
  const scopes = [...new Set([...FIRST_SCOPES, ...granted, ...additional])];
  const { loginId, url, expiresAt } = await services.login.begin({ id: person.id, name: person.name }, scopes);
  const toInvitation = (note?: string): MessageView =>
    invitationView(words, { url, expiresAt, scopes }, idFor('code', loginId), note);
  if (isInBotDm) return toInvitation();
  const messageUrl = await services.sendDirectMessage(person.id, toInvitation());
  return messageUrl ? sentToDmView(words, messageUrl) : toInvitation(words.login.dmsClosed);
}
