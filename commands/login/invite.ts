import type { ActionContext } from '../../src/discord/command.ts';
import type { ArgValues } from '../../src/discord/customId.ts';
import { ALL_SCOPES, type Scope } from '../../src/game/scopes.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { FIRST_SCOPES, grantedBy } from './choices.ts';
import { invitationView } from './loginView.ts';
import type { LoginMessages } from './messages.ts';

/** The arguments of each step: the login, and the ticket of the command to run afterwards. */
export const STEP = { loginId: 'text', waiting: 'text' } as const;
/** In the place of a ticket: no command waits for this login. */
export const NO_PENDING_COMMAND = '-';

export type StepContext = ActionContext<LoginMessages, undefined, typeof STEP>;
type Context = Pick<StepContext, 'person' | 'link' | 'messages' | 'services' | 'idFor' | 'isInBotDm'>;
type Invitation = { url: URL; expiresAt: number; scopes: readonly Scope[] };

/** Begins a login and sends its invitation: by DM if possible. */
export async function invite(context: Context, waiting: string, wanted: readonly Scope[]): Promise<MessageView> {
  const { person, messages, services, isInBotDm } = context;
  const { loginId, ...invitation } = await begin(context, wanted);
  const view = (note?: string) => showInvitation(context, { loginId, waiting }, invitation, note);
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

/** The invitation to a login that has begun; `note` goes above it. */
export function showInvitation(
  { link, messages, idFor }: Context,
  step: ArgValues<typeof STEP>,
  invitation: Invitation,
  note?: string,
): MessageView {
  const ids = { choose: idFor('choose', step), enterCode: idFor('code', step) };
  return invitationView(messages, { ...invitation, link, note }, ids);
}
