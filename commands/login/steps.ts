import { SnowflakeUtil } from 'discord.js';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import { type Scope, toRequestedScopes } from '../../src/game/scopes.ts';
import { explain, explanationView, noticeView } from '../../src/view/errorView.ts';
import { buttons, linkButton, type MessageView, message, text } from '../../src/view/message.ts';
import { FIRST_SCOPES, grantedBy } from './choices.ts';
import { ids } from './ids.ts';
import { CODE_FIELD, confirmLinkView, invitationView, linkedView, type StepContext } from './loginView.ts';

type Context = Pick<StepContext, 'person' | 'link' | 'texts' | 'services' | 'isInBotDm' | 'interaction'>;
type RunStep = (context: StepContext) => Promise<MessageView>;

/** Begins a login that suggests granted and wanted scopes. Invites by DM if possible. */
export async function invite(context: Context, wanted: readonly Scope[], waiting?: string) {
  const { person, link, texts, services, interaction, isInBotDm } = context;
  const { id, name, username, locale } = person;
  const { applicationId, token } = interaction;
  const scopes = toRequestedScopes([...(link ? grantedBy(link) : FIRST_SCOPES), ...wanted]);
  const shown = { at: { applicationId, token }, locale, waiting };
  const { loginId, ...invitation } = await services.login.begin({ id, name, username }, scopes, shown);
  const view = (note?: string) => invitationView(context, { loginId, waiting }, invitation, note);
  if (isInBotDm) return view();
  const dm = await services.sendDirectMessage(person.id, view());
  if (!dm) return view(texts.dmsClosed);
  // Without it, the character is confirmed after the code.
  await services.login.noteDirectMessage(loginId, person.id, dm).catch(() => {});
  return message('neutral', text(texts.continueInDm(dm.href)), buttons(linkButton(texts.openPage, invitation.url)));
}

/** Asks to confirm the character, unless it was shown before the code or is already linked. */
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

/** If the step fails, shows the problem with a login button or above the invitation. */
export function withRecovery(step: RunStep): RunStep {
  return async (context) => {
    const { args, person, texts, services } = context;
    // Each step changes the login, so it must finish.
    context.deadline.lift();
    try {
      return await step(context);
    } catch (error) {
      const explanation = error instanceof LoginProblem && explain(texts, error);
      // A second press mustn't replace the success message.
      if (!explanation || error.code === 'already_linked') throw error;
      if (explanation.action)
        return explanationView(explanation, (scopes) => ids.start({ waiting: args.waiting, scopes }));
      const invitation = await services.login.invitation(args.loginId, person.id);
      return invitationView(context, args, invitation, `⚠ ${explanation.sentence}`);
    }
  };
}
