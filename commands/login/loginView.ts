import type { Character } from '../../src/account/links.ts';
import type { Scope } from '../../src/game/scopes.ts';
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
import { CHOICES, type Choice } from './choices.ts';
import { de } from './de.ts';
import { en, type LoginMessages } from './messages.ts';

type M = Messages<LoginMessages>;

/** `addTo` is the linked character, if it lacks only these `scopes`; `chosen` are the choices that are asked for or granted. */
export type Invitation = {
  url: URL;
  expiresAt: number;
  scopes: readonly Scope[];
  addTo: string | undefined;
  chosen: readonly Choice[];
};

/** The field of {@link codeModal}. */
export const CODE_FIELD = 'code';

/** The invitation to log in; `note` goes above it. */
export function invitationView(
  messages: M,
  { url, expiresAt, scopes, addTo, chosen }: Invitation,
  ids: { choose: string; enterCode: string },
  note?: string,
): MessageView {
  const { title, addTitle, asked, askedToo, choices } = messages;
  return message(
    'neutral',
    note !== undefined && text(note),
    text(
      `## ${addTo === undefined ? title : addTitle(plain(addTo, 80))}`,
      messages.explanation(timestamp(new Date(expiresAt), 't')),
    ),
    text(`**${addTo === undefined ? asked : askedToo}**`, ...scopes.map((scope) => `- ${messages.permissions[scope]}`)),
    select(
      ids.choose,
      CHOICES.map((value) => ({ value, label: choices[value], isChosen: chosen.includes(value) })),
      { most: CHOICES.length },
    ),
    buttons(linkButton(messages.openPage, url), button(messages.enterCode, ids.enterCode)),
    text(`-# ${messages.warning}`),
  );
}

/** The reply in a channel once the invitation is in the DM at `dmUrl`. */
export function sentToDmView({ continueInDm }: M, dmUrl: URL): MessageView {
  return message('neutral', text(continueInDm(dmUrl.href)));
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
  { name }: Character,
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
export function linkedView(messages: M, { name }: Character, againId?: string): MessageView {
  return message(
    'good',
    text(`## ${messages.linked(plain(name))}`),
    divider(),
    text(againId === undefined ? messages.next : messages.pending),
    againId !== undefined && buttons(button(messages.runAgain, againId, { style: 'primary' })),
  );
}

/** Everything is granted already; `againId` begins a login anyway. */
export function nothingMissingView(messages: M, { name }: Character, againId: string): MessageView {
  return message('good', text(messages.nothingMissing(plain(name, 80))), buttons(button(messages.askAnyway, againId)));
}

/** For someone with this Discord locale whose renewed login couldn't be stored; `logInId` begins a new one. */
export function lostLoginView(locale: string | undefined, logInId: string): MessageView {
  const { lost, errors } = inLanguage({ en, de }, languageOf(locale));
  return message('bad', text(lost), buttons(button(errors.logInAgain, logInId, { style: 'primary' })));
}
