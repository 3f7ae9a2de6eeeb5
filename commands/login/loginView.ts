import type { Link } from '../../src/account/links.ts';
import type { Scope } from '../../src/game/scopes.ts';
import { explanationView } from '../../src/view/errorView.ts';
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
import { en, type LoginMessages } from './messages.ts';

type M = Messages<LoginMessages>;

/** The field of {@link codeModal}. */
export const CODE_FIELD = 'code';

type Invitation = {
  url: URL;
  expiresAt: number;
  scopes: readonly Scope[];
  link: Link | undefined;
  note: string | undefined;
};

/** The invitation to log in, below its note; someone linked is told only what is new. */
export function invitationView(
  messages: M,
  { url, expiresAt, scopes, link, note }: Invitation,
  ids: { choose: string; enterCode: string },
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
    select(
      ids.choose,
      CHOICES.map((value) => ({ value, label: messages.choices[value], isChosen: chosen.includes(value) })),
      { most: CHOICES.length },
    ),
    buttons(linkButton(messages.openPage, url), button(messages.enterCode, ids.enterCode)),
    text(`-# ${messages.warning}`),
  );
}

export function codeModal({ enterCode, codeLabel }: M, customId: string): ModalView {
  return modal(enterCode, customId, {
    customId: CODE_FIELD,
    label: codeLabel,
    minLength: 6,
    maxLength: 7,
    placeholder: '123456',
  });
}

/** Asks whether to link the character, by the game's name for it. */
export function confirmLinkView(
  messages: M,
  { name }: Link['character'],
  mention: string,
  ids: { confirm: string; cancel: string },
): MessageView {
  return message(
    'neutral',
    text(`## ${messages.confirmTitle(plain(name), mention)}`, messages.confirmText),
    buttons(button(messages.confirm, ids.confirm, { style: 'success' }), button(messages.cancel, ids.cancel)),
  );
}

/** The link is stored; `againId` runs the command that waited for it. */
export function linkedView(messages: M, { name }: Link['character'], againId?: string): MessageView {
  return message(
    'good',
    text(`## ${messages.linked(plain(name))}`),
    divider(),
    text(againId === undefined ? messages.next : messages.pending),
    againId !== undefined && buttons(button(messages.runAgain, againId, { style: 'primary' })),
  );
}

/** Someone with this locale lost a renewed login that couldn't be stored; `logInId` begins another. */
export function lostLoginView(locale: string | undefined, logInId: string): MessageView {
  const { lost, errors } = inLanguage({ en, de }, languageOf(locale));
  return explanationView(
    { sentence: lost, tone: 'bad', action: { label: errors.logInAgain, scopes: [] } },
    () => logInId,
  );
}
