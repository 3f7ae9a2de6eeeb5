import type { Character, Link } from '../../src/account/links.ts';
import type { Login } from '../../src/account/login.ts';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import { explanationView, noticeView } from '../../src/view/errorView.ts';
import { languageOf } from '../../src/view/language.ts';
import { button, buttons, divider, linkButton, message, modal, select, text } from '../../src/view/message.ts';
import { plain, timestamp, unformatted } from '../../src/view/text.ts';
import { CHOICES, choicesIn, grantedBy } from './choices.ts';
import { type LoginTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

export const CODE_FIELD = 'code';

type Invitation = Partial<Awaited<ReturnType<Login['invitation']>>> & { url: URL; expiresAt: number };
type Step = Parameters<typeof ids.choose>[0] & { readonly uid?: string | undefined };
export type StepContext = ActionContext<LoginTexts, undefined, Step>;

/** The invitation to log in, below the note. A linked person sees only the new permissions. After the
 * sign-in it names the character. */
export function invitationView(
  { texts, link }: Pick<StepContext, 'texts' | 'link'>,
  step: StepContext['args'],
  invitation: Invitation,
  note?: string,
) {
  const { url, expiresAt, scopes = [], keeps, signedIn } = invitation;
  if (signedIn) return signedInView(texts, step, { url, expiresAt, character: signedIn }, note);
  const granted = grantedBy(link);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  const addTo = missing.length > 0 ? link?.character.name : undefined;
  const shown = addTo === undefined ? scopes : missing;
  const chosen = choicesIn([...(keeps ?? granted), ...scopes]);
  return message(
    'neutral',
    note !== undefined && text(note),
    text(
      `## ${addTo === undefined ? texts.title : texts.addTitle(plain(addTo, 80))}`,
      texts.explanation(timestamp(new Date(expiresAt), 't')),
    ),
    text(
      `**${addTo === undefined ? texts.asked : texts.askedToo}**`,
      ...shown.map((scope) => `- ${texts.permissions[scope]}`),
    ),
    text(texts.choose),
    select(
      ids.choose(step),
      CHOICES.map((value) => ({ value, label: texts.choices[value], isChosen: chosen.includes(value) })),
      { max: CHOICES.length },
    ),
    buttons(linkButton(texts.openPage, url), button(texts.enterCode, ids.code(step))),
    text(`-# ${texts.warning}`),
  );
}

/** Who signed in, before the code is typed: only a form for this character takes it. */
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

/** For a renewed login that couldn't be stored, with a button for another. */
export function lostLoginView(locale: string | undefined) {
  const { lost: sentence, errors } = TEXTS[languageOf(locale)];
  const action = { label: errors.logInAgain, scopes: [] };
  return explanationView({ sentence, tone: 'bad', action }, (scopes) => ids.start({ scopes }));
}

/** A warning about a link that no one uses; `until` in ms since the epoch. */
export function idleLinkView({ locale, character }: Link, until: number) {
  const texts = TEXTS[languageOf(locale)];
  return noticeView(texts.idle(plain(character.name), timestamp(new Date(until), 'f')), 'warning');
}
