import { LoginProblem } from '../../src/account/loginProblem.ts';
import { explain, explanationView, noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { scopesOf } from './choices.ts';
import { begin, type StepContext } from './invite.ts';
import { CODE_FIELD, confirmLinkView, invitationView, linkedView } from './loginView.ts';

type RunStep = (context: StepContext) => Promise<MessageView>;

/**
 * Ends this login, with its link, and begins one for what was chosen in the menu and what the
 * waiting command needs.
 */
export const changeScopes: RunStep = async ({ args, values, needsOf, ...context }) => {
  await context.services.login.cancel(args.loginId, context.person.id);
  const wanted = [...(await needsOf(args.waiting)), ...scopesOf(values)];
  const { loginId, ...invitation } = await begin(context, wanted);
  return invitationView(context, { ...args, loginId }, invitation);
};

/** Asks to confirm the character, unless it's the linked one and there is nothing to decide. */
export const enterCode: RunStep = async (context) => {
  const { args, fields, person, link, services } = context;
  const character = await services.login.enterCode(args.loginId, person.id, fields[CODE_FIELD] ?? '');
  // In an unverified link the character isn't sealed.
  if (link?.character.uid === character.uid && !link.isUnverified) return await confirm(context);
  return confirmLinkView(context, args, character, person.mention);
};

export const confirm: RunStep = async ({ args, person, services, ...context }) => {
  const { character } = await services.login.confirm(args.loginId, person.id);
  return linkedView(context, args, character);
};

export const cancel: RunStep = async ({ args, person, messages, services }) => {
  await services.login.cancel(args.loginId, person.id);
  return noticeView(messages.canceled);
};

/**
 * The step; or, in place of its message, the problem: with a way to log in again, or above the
 * invitation if the same login can continue.
 */
export function orWhatToDo(step: RunStep): RunStep {
  return async (context) => {
    const { args, person, messages, services, idFor } = context;
    try {
      return await step(context);
    } catch (error) {
      const explanation = error instanceof LoginProblem && explain(messages, error);
      // A second press mustn't replace the message that says it's done.
      if (!explanation || error.code === 'already_linked') throw error;
      if (explanation.action)
        return explanationView(explanation, (scopes) => idFor('start', { waiting: args.waiting, scopes }));
      const invitation = await services.login.invitation(args.loginId, person.id);
      return invitationView(context, args, invitation, `⚠ ${explanation.sentence}`);
    }
  };
}
