import type { ActionContext } from '../../src/discord/command.ts';
import { ALL_SCOPES, type Scope } from '../../src/game/scopes.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { FIRST_SCOPES, grantedBy } from './choices.ts';
import { invitationView, type STEP } from './loginView.ts';
import type { LoginMessages } from './messages.ts';

export type StepContext = ActionContext<LoginMessages, undefined, typeof STEP>;
type Context = Pick<StepContext, 'person' | 'link' | 'messages' | 'services' | 'idFor' | 'isInBotDm'>;

/** Begins a login and sends its invitation: by DM if possible. */
export async function invite(context: Context, waiting: string, wanted: readonly Scope[]): Promise<MessageView> {
  const { person, messages, services, isInBotDm } = context;
  const { loginId, ...invitation } = await begin(context, wanted);
  const view = (note?: string) => invitationView(context, { loginId, waiting }, invitation, note);
  if (isInBotDm) return view();
  const messageUrl = await services.sendDirectMessage(person.id, view());
  return messageUrl ? noticeView(messages.continueInDm(messageUrl.href)) : view(messages.dmsClosed);
}

/**
 * Begins a login for what the link lacks of the wanted scopes, because the game adds what it
 * granted before (docs/interface.md, "OAuth"); if it lacks nothing, for all of them again.
 */
export async function begin({ person: { id, name, username }, link, services }: Context, wanted: readonly Scope[]) {
  const granted = grantedBy(link);
  const missing = wanted.filter((scope) => !granted.includes(scope));
  const asked = link && missing.length > 0 ? missing : [...FIRST_SCOPES, ...granted, ...wanted];
  // Without CHARACTER_READ the game won't say whose login it is.
  const scopes = ALL_SCOPES.filter((scope) => scope === 'CHARACTER_READ' || asked.includes(scope));
  return { ...(await services.login.begin({ id, name, username }, scopes)), scopes };
}
