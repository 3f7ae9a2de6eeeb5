import type { Character, Link } from '../../src/account/links.ts';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import type { Scope } from '../../src/game/scopes.ts';
import { explanationView, noticeView } from '../../src/view/errorView.ts';
import { languageOf } from '../../src/view/language.ts';
import {
  button,
  buttons,
  divider,
  linkButton,
  type MessageView,
  type ModalView,
  message,
  modal,
  select,
  text,
} from '../../src/view/message.ts';
import { plain, timestamp } from '../../src/view/text.ts';
import { CHOICES, choicesIn, grantedBy } from './choices.ts';
import { type LoginTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

export const CODE_FIELD = 'code';

export type StepContext = ActionContext<LoginTexts, undefined, Parameters<typeof ids.choose>[0]>;

/** The invitation to log in, below the note. A linked person sees only the new permissions. */
export function invitationView(
  { texts, link }: Pick<StepContext, 'texts' | 'link'>,
  step: StepContext['args'],
  { url, expiresAt, scopes }: { url: URL; expiresAt: number; scopes: readonly Scope[] },
  note?: string,
): MessageView {
  const granted = grantedBy(link);
  const missing = scopes.filter((scope) => !granted.includes(scope));
  const addTo = missing.length > 0 ? link?.character.name : undefined;
  const shown = addTo === undefined ? scopes : missing;
  const chosen = choicesIn([...granted, ...scopes]);
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

export function codeModal({ enterCode, codeLabel }: LoginTexts, step: StepContext['args']): ModalView {
  const field = { customId: CODE_FIELD, label: codeLabel, minLength: 6, maxLength: 7, placeholder: '123456' };
  return modal(enterCode, ids.submitCode(step), field);
}

export function confirmLinkView({ texts, args, person }: StepContext, { name }: Character): MessageView {
  return message(
    'neutral',
    text(`## ${texts.confirmTitle(plain(name), person.mention)}`, texts.confirmText),
    buttons(button(texts.confirm, ids.confirm(args), { style: 'success' }), button(texts.cancel, ids.cancel(args))),
  );
}

export function linkedView({ texts, args: { waiting } }: StepContext, { name }: Character): MessageView {
  return message(
    'good',
    text(`## ${texts.linked(plain(name))}`),
    divider(),
    text(waiting === undefined ? texts.next : texts.pending),
    waiting !== undefined && buttons(button(texts.runAgain, ids.again({ waiting }), { style: 'primary' })),
  );
}

/** For a renewed login that couldn't be stored, with a button for another. */
export function lostLoginView(locale: string | undefined): MessageView {
  const { lost: sentence, errors } = TEXTS[languageOf(locale)];
  const action = { label: errors.logInAgain, scopes: [] };
  return explanationView({ sentence, tone: 'bad', action }, (scopes) => ids.start({ scopes }));
}

/** A warning about a link that no one uses; `until` in ms since the epoch. */
export function idleLinkView({ locale, character }: Link, until: number): MessageView {
  const texts = TEXTS[languageOf(locale)];
  return noticeView(texts.idle(plain(character.name), timestamp(new Date(until), 'f')), 'warning');
}
