import type { Link } from '../../src/account/links.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { ALL_SCOPES, coversScope, type Scope } from '../../src/game/scopes.ts';
import type { MessageView } from '../../src/view/message.ts';
import { choicesIn, FIRST_SCOPES } from './choices.ts';
import { invitationView, sentToDmView } from './loginView.ts';
import type { LoginMessages } from './messages.ts';

export type Context = Pick<
  HandlerContext<undefined, LoginMessages>,
  'person' | 'link' | 'messages' | 'services' | 'idFor' | 'isInBotDm'
>;

/** `waiting` is the ticket of the command to run after the login, or `-`. */
export type Step = { loginId: string; waiting: string };

/** Begins a login and sends its invitation: by DM if possible. */
export async function invite(context: Context, waiting: string, wanted: readonly Scope[]): Promise<MessageView> {
  const { person, messages, services, isInBotDm } = context;
  const { loginId, ...invitation } = await begin(context, wanted);
  const view = (note?: string) => showInvitation(context, { loginId, waiting }, invitation, note);
  if (isInBotDm) return view();
  const messageUrl = await services.sendDirectMessage(person.id, view());
  return messageUrl ? sentToDmView(messages, messageUrl) : view(messages.dmsClosed);
}

/**
 * Begins a login for what the link lacks of the wanted scopes, because the game adds what it granted before
 * (docs/interface.md, "OAuth"); if it lacks nothing, for all of them again.
 */
export async function begin({ person: { id, name, username }, link, services }: Context, wanted: readonly Scope[]) {
  const granted = grantedBy(link);
  const isAdding = link !== undefined && wanted.some((scope) => !granted.includes(scope));
  const scopes = ALL_SCOPES.filter((scope) =>
    isAdding
      ? wanted.includes(scope) && !granted.includes(scope)
      : [...FIRST_SCOPES, ...granted, ...wanted].includes(scope),
  );
  // Without CHARACTER_READ the game won't say whose login it is.
  const asked = [...new Set<Scope>(['CHARACTER_READ', ...scopes])];
  return { ...(await services.login.begin({ id, name, username }, asked)), scopes: asked };
}

/** The invitation to this login; `note` goes above it. */
export function showInvitation(
  { link, messages, idFor }: Context,
  step: Step,
  { url, expiresAt, scopes }: { url: URL; expiresAt: number; scopes: readonly Scope[] },
  note?: string,
): MessageView {
  const granted = grantedBy(link);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  const isAdding = link !== undefined && missing.length > 0;
  const invitation = {
    url,
    expiresAt,
    scopes: isAdding ? missing : scopes,
    addTo: isAdding ? link.character.name : undefined,
    chosen: choicesIn([...granted, ...scopes]),
  };
  return invitationView(messages, invitation, { choose: idFor('choose', step), enterCode: idFor('code', step) }, note);
}

function grantedBy(link: Link | undefined): Scope[] {
  return ALL_SCOPES.filter((scope) => link && coversScope(link.scopes, scope));
}
