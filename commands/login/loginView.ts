import type { Character, Link } from '../../src/account/links.ts';
import type { ActionContext } from '../../src/discord/declare/command.ts';
import type { Scope } from '../../src/game/scopes.ts';
import { explanationView, noticeView } from '../../src/view/errorView.ts';
import { inLanguage, languageOf, type Messages } from '../../src/view/language.ts';
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
import { de } from './de.ts';
import { ids } from './ids.ts';
import { en, type LoginMessages } from './messages.ts';

type LoginTexts = Messages<LoginMessages>;

/** The field of {@link codeModal}. */
export const CODE_FIELD = 'code';

export type StepContext = ActionContext<LoginMessages, undefined, Parameters<typeof ids.choose>[0]>;

/** The invitation to log in, below the note. A linked person sees only the new permissions. */
export function invitationView(
  { messages, link }: Pick<StepContext, 'messages' | 'link'>,
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
      `## ${addTo === undefined ? messages.title : messages.addTitle(plain(addTo, 80))}`,
      messages.explanation(timestamp(new Date(expiresAt), 't')),
    ),
    text(
      `**${addTo === undefined ? messages.asked : messages.askedToo}**`,
      ...shown.map((scope) => `- ${messages.permissions[scope]}`),
    ),
    text(messages.choose),
    select(
      ids.choose(step),
      CHOICES.map((value) => ({ value, label: messages.choices[value], isChosen: chosen.includes(value) })),
      { most: CHOICES.length },
    ),
    buttons(linkButton(messages.openPage, url), button(messages.enterCode, ids.code(step))),
    text(`-# ${messages.warning}`),
  );
}

export function codeModal({ enterCode, codeLabel }: LoginTexts, step: StepContext['args']): ModalView {
  const field = { customId: CODE_FIELD, label: codeLabel, minLength: 6, maxLength: 7, placeholder: '123456' };
  return modal(enterCode, ids.submitCode(step), field);
}

/** Asks whether to link the character, by the game's name for it. */
export function confirmLinkView({ messages, args, person }: StepContext, { name }: Character): MessageView {
  return message(
    'neutral',
    text(`## ${messages.confirmTitle(plain(name), person.mention)}`, messages.confirmText),
    buttons(
      button(messages.confirm, ids.confirm(args), { style: 'success' }),
      button(messages.cancel, ids.cancel(args)),
    ),
  );
}

/** The link is stored; the command that waited for it can run. */
export function linkedView({ messages, args: { waiting } }: StepContext, { name }: Character): MessageView {
  return message(
    'good',
    text(`## ${messages.linked(plain(name))}`),
    divider(),
    text(waiting === undefined ? messages.next : messages.pending),
    waiting !== undefined && buttons(button(messages.runAgain, ids.again({ waiting }), { style: 'primary' })),
  );
}

/** For a renewed login that couldn't be stored, with a button for another. */
export function lostLoginView(locale: string | undefined): MessageView {
  const { lost: sentence, errors } = inLanguage({ en, de }, languageOf(locale));
  const action = { label: errors.logInAgain, scopes: [] };
  return explanationView({ sentence, tone: 'bad', action }, (scopes) => ids.start({ scopes }));
}

/** A warning about a link that no one uses; `until` in ms since the epoch. */
export function idleLinkView({ locale, character }: Link, until: number): MessageView {
  const messages = inLanguage({ en, de }, languageOf(locale));
  return noticeView(messages.idle(plain(character.name), timestamp(new Date(until), 'f')), 'warning');
}
