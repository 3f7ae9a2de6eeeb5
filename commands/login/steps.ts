import { SnowflakeUtil } from 'discord.js';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import { ALL_SCOPES, type Scope } from '../../src/game/scopes.ts';
import { explain, explanationView, noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { changeScopes, FIRST_SCOPES, grantedBy } from './choices.ts';
import { ids } from './ids.ts';
import { CODE_FIELD, confirmLinkView, invitationView, linkedView, type StepContext } from './loginView.ts';

type Context = Pick<StepContext, 'person' | 'link' | 'texts' | 'services' | 'isInBotDm' | 'interaction'>;
type RunStep = (context: StepContext) => Promise<MessageView>;

/** Begins a login and sends its invitation: by DM if possible. */
export async function invite(context: Context, wanted: readonly Scope[], waiting?: string) {
  const { person, texts, services, isInBotDm } = context;
  const earlier = context.link ? grantedBy(context.link) : FIRST_SCOPES;
  const { loginId, ...invitation } = await begin(context, [...earlier, ...wanted], waiting);
  const view = (note?: string) => invitationView(context, { loginId, waiting }, invitation, note);
  if (isInBotDm) return view();
  const messageUrl = await services.sendDirectMessage(person.id, view());
  if (!messageUrl) return view(texts.dmsClosed);
  // Without it, the character is confirmed after the code.
  await services.login.noteDirectMessage(loginId, person.id, messageUrl).catch(() => {});
  return noticeView(texts.continueInDm(messageUrl.href));
}

/** For those of the chosen scopes that are missing, or all if none is. The link loses the others. */
async function begin(context: Context, chosen: readonly Scope[], waiting: string | undefined) {
  const { person, link, services, interaction } = context;
  const { id, name, username, locale } = person;
  const granted = grantedBy(link);
  const missing = chosen.filter((scope) => !granted.includes(scope));
  const asked = link && missing.length > 0 ? missing : chosen;
  // Without CHARACTER_READ the game won't say whose login it is.
  const scopes = ALL_SCOPES.filter((scope) => scope === 'CHARACTER_READ' || asked.includes(scope));
  const keeps = granted.filter((scope) => chosen.includes(scope));
  const { applicationId, token } = interaction;
  const invitation = { at: { applicationId, token }, locale, waiting };
  return { ...(await services.login.begin({ id, name, username }, scopes, { keeps, invitation })), scopes, keeps };
}

/** Begins a login for the choices and what the waiting command needs, in place of this one. */
export const chooseAgain: RunStep = async ({ args, values, needsOf, ...context }) => {
  const { login } = context.services;
  const { scopes, keeps } = await login.invitation(args.loginId, context.person.id);
  const chosen = changeScopes([...(keeps ?? grantedBy(context.link)), ...scopes], values);
  const { loginId, ...invitation } = await begin(context, [...chosen, ...(await needsOf(args.waiting))], args.waiting);
  await login.cancel(args.loginId, context.person.id, true);
  return invitationView(context, { ...args, loginId }, invitation);
};

/** Asks to confirm the character, unless the person saw it before, or it's the linked one and there is
 * nothing to decide. */
export const enterCode: RunStep = async (context) => {
  const { args, fields, person, link, services } = context;
  const character = await services.login.enterCode(args.loginId, person.id, fields[CODE_FIELD] ?? '', args.uid);
  if (args.uid !== undefined || link?.character.uid === character.uid) return await confirm(context);
  return confirmLinkView(context, character);
};

export const confirm: RunStep = async (context) => {
  const { args, person, services, interaction } = context;
  const confirmedAt = SnowflakeUtil.timestampFrom(interaction.id);
  const { character } = await services.login.confirm(args.loginId, person.id, confirmedAt);
  return linkedView(context, character);
};

export const cancel: RunStep = async ({ args, person, texts, services }) => {
  await services.login.cancel(args.loginId, person.id);
  return noticeView(texts.canceled);
};

/** Runs the step. If it fails, shows the problem with a login button or above the invitation. */
export function withRecovery(step: RunStep): RunStep {
  return async (context) => {
    const { args, person, texts, services } = context;
    // Each step changes the login, so it's followed to its end.
    context.deadline.lift();
    try {
      return await step(context);
    } catch (error) {
      const explanation = error instanceof LoginProblem && explain(texts, error);
      // A second press mustn't replace the message that says it's done.
      if (!explanation || error.code === 'already_linked') throw error;
      if (explanation.action)
        return explanationView(explanation, (scopes) => ids.start({ waiting: args.waiting, scopes }));
      const invitation = await services.login.invitation(args.loginId, person.id);
      return invitationView(context, args, invitation, `⚠ ${explanation.sentence}`);
    }
  };
}
