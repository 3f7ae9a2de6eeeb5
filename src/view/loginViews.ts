import type { Character } from '../account/links.ts';
import type { LoggedOut } from '../account/logOut.ts';
import type { Scope } from '../game/scopes.ts';
import {
  button,
  buttons,
  divider,
  linkButton,
  type MessageView,
  type ModalView,
  message,
  modal,
  text,
} from './message.ts';
import { plain, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** `linkedAs` is who is linked already, where `scopes` are only those that are missing. */
export type Invitation = {
  url: URL;
  expiresAt: number;
  scopes: readonly Scope[];
  linkedAs?: string | undefined;
};

/** The field of {@link codeModal}. */
export const CODE_FIELD = 'code';

/** The invitation to log in, as it stands in the DM; `note` says why it came another way. */
export function invitationView(
  words: Words,
  { url, expiresAt, scopes, linkedAs }: Invitation,
  enterCodeId: string,
  note?: string,
): MessageView {
  const { login, permissions, account } = words;
  const asked = linkedAs === undefined ? login.asked : account.login.missing;
  return message(
    'neutral',
    note !== undefined && text(note),
    linkedAs !== undefined && text(account.login.asksOnlyMissing(plain(linkedAs, 80))),
    text(`## ${login.title}`, login.explanation(timestamp(new Date(expiresAt), 't'))),
    text(`**${asked}**`, ...scopes.map((scope) => `- ${permissions[scope]}`)),
    buttons(linkButton(login.openPage, url), button(login.enterCode, enterCodeId, { style: 'primary' })),
    text(`-# ${login.warning}`),
  );
}

/** The answer in a channel, once the invitation is in the DM at `dmUrl`. */
export function sentToDmView({ login }: Words, dmUrl: URL): MessageView {
  return message('neutral', text(`${login.inDms} ${login.openDms(dmUrl.href)}`));
}

export function codeModal({ login }: Words, customId: string): ModalView {
  return modal(login.codeTitle, customId, {
    customId: CODE_FIELD,
    label: login.codeLabel,
    minLength: 6,
    maxLength: 7,
    placeholder: '123456',
  });
}

/** The last question, with the game's name of the character. */
export function confirmLinkView(
  { login }: Words,
  character: Character,
  mention: string,
  ids: { confirm: string; cancel: string },
): MessageView {
  return message(
    'neutral',
    text(`## ${login.confirmTitle(plain(character.name), mention)}`, login.confirmText),
    buttons(button(login.confirm, ids.confirm, { style: 'success' }), button(login.cancel, ids.cancel)),
  );
}

/** The link is stored; `againId` leads to the command that waited for it. */
export function linkedView({ login }: Words, character: Character, againId?: string): MessageView {
  return message(
    'good',
    text(`## ${login.linked(plain(character.name))}`),
    divider(),
    text(againId === undefined ? login.next : login.waiting),
    againId !== undefined && buttons(button(login.runAgain, againId, { style: 'primary' })),
  );
}

/** All that was asked for is granted already; `againId` begins a login all the same. */
export function alreadyLinkedView({ account }: Words, character: Character, againId: string): MessageView {
  return message(
    'good',
    text(account.login.alreadyAll(plain(character.name, 80))),
    buttons(button(account.login.askAnyway, againId)),
  );
}

/** A renewed login could not be stored; `logInId` begins a new one. */
export function lostLoginView({ login, errors }: Words, logInId: string): MessageView {
  return message('bad', text(login.lost), buttons(button(errors.logInAgain, logInId, { style: 'primary' })));
}

/** What became of a logout. */
export function loggedOutView({ logout }: Words, { wasLinked, isRevoked }: LoggedOut): MessageView {
  if (!wasLinked) return message('neutral', text(logout.notLinked));
  return isRevoked ? message('good', text(logout.done)) : message('warning', text(logout.doneHere));
}
