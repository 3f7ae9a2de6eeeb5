import type { Character, Link } from '../../src/account/links.ts';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import { coversScope, type Scope } from '../../src/game/scopes.ts';
import { explanationView, noticeView } from '../../src/view/errorView.ts';
import { languageOf } from '../../src/view/language.ts';
import { button, buttons, divider, linkButton, message, modal, text } from '../../src/view/message.ts';
import { plain, timestamp, unformatted } from '../../src/view/text.ts';
import { type LoginTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

export const CODE_FIELD = 'code';

type Invitation = { url: URL; expiresAt: number; scopes: readonly Scope[]; signedIn?: Character | undefined };
type Step = Parameters<typeof ids.code>[0] & { readonly uid?: string | undefined };
export type StepContext = ActionContext<LoginTexts, undefined, Step>;

/** The invitation to log in; after the sign-in it names the character. */
export function invitationView(
  { texts, link }: Pick<StepContext, 'texts' | 'link'>,
  step: StepContext['args'],
  invitation: Invitation,
  note?: string,
) {
  const { url, expiresAt, scopes, signedIn } = invitation;
  if (signedIn) return signedInView(texts, step, { url, expiresAt, character: signedIn }, note);
  const isMore = link && scopes.some((scope) => !coversScope(link.scopes, scope));
  return message(
    'neutral',
    note !== undefined && text(note),
    text(
      `## ${isMore ? texts.addTitle(plain(link.character.name, 80)) : texts.title}`,
      texts.explanation(timestamp(new Date(expiresAt), 't')),
    ),
    buttons(linkButton(texts.openPage, url), button(texts.enterCode, ids.code(step))),
    text(`-# ${texts.warning}`),
  );
}

/** The character who signed in; the code only works in a form for that character. */
export function signedInView(
  texts: LoginTexts,
  step: StepContext['args'],
  { url, expiresAt, character: { uid, name } }: { url: URL; expiresAt: number; character: Character },
  note?: string,
) {
  return message(
    'neutral',
    note !== undefined && text(note),
    text(`## ${texts.signedIn(plain(name, 80))}`, `-# UID ${plain(uid, 40)}`),
    text(texts.signedInText(timestamp(new Date(expiresAt), 't'))),
    buttons(
      button(texts.link(unformatted(name, 60)), ids.link({ ...step, uid }), { style: 'primary' }),
      linkButton(texts.openPage, url),
      button(texts.shared.cancel, ids.cancel(step)),
    ),
    text(`-# ${texts.notYou}`),
  );
}

export function codeModal({ enterCode, codeLabel }: LoginTexts, submitId: string) {
  const field = { customId: CODE_FIELD, label: codeLabel, minLength: 6, maxLength: 7, placeholder: '123456' };
  return modal(enterCode, submitId, field);
}

export function confirmLinkView({ texts, args, person }: StepContext, { name }: Character) {
  return message(
    'neutral',
    text(`## ${texts.confirmTitle(plain(name), person.mention)}`, texts.confirmText),
    buttons(
      button(texts.confirm, ids.confirm(args), { style: 'success' }),
      button(texts.shared.cancel, ids.cancel(args)),
    ),
  );
}

export function linkedView({ texts, args: { waiting } }: StepContext, { name }: Character) {
  return message(
    'good',
    text(`## ${texts.linked(plain(name))}`),
    divider(),
    text(waiting === undefined ? texts.next : texts.pending),
    waiting !== undefined && buttons(button(texts.runAgain, ids.again({ waiting }), { style: 'primary' })),
  );
}

/** A button to start again after a renewed login couldn't be stored. */
export function lostLoginView(locale: string | undefined) {
  const { lost: sentence, errors } = TEXTS[languageOf(locale)];
  const action = { label: errors.logInAgain, scopes: [] };
  return explanationView({ sentence, tone: 'bad', action }, (scopes) => ids.start({ scopes }));
}

/** A warning about an unused link; `until` in ms. */
export function idleLinkView({ locale, character }: Link, until: number) {
  const texts = TEXTS[languageOf(locale)];
  return noticeView(texts.idle(plain(character.name), timestamp(new Date(until), 'f')), 'warning');
}
