import type { Permission } from '../../src/game/resources/character.ts';
import { isScope } from '../../src/game/scopes.ts';
import type { Messages } from '../../src/view/language.ts';
import { divider, type MessageView, message, text } from '../../src/view/message.ts';
import { firstLines, moment, plain } from '../../src/view/text.ts';
import type { PermissionsMessages } from './messages.ts';

const MAX_NAME_LENGTH = 80;
const MAX_SCOPE_LENGTH = 60;
const MAX_LIST_LENGTH = 3_500;

type PermissionsTexts = Messages<PermissionsMessages>;

/** The permissions of a token in plain words, those that expire together under one heading. */
export function permissionsView(
  messages: PermissionsTexts,
  { name }: { name: string },
  entries: readonly Permission[],
): MessageView {
  const byExpiry = Map.groupBy(entries, ({ expiresAt }) =>
    expiresAt ? messages.until(moment(messages, expiresAt)) : messages.noExpiry,
  );
  const toLine = (scope: string) =>
    `- \`${toCode(scope)}\` ${isScope(scope) ? messages.permissions[scope] : messages.unused}`;
  const lines = [...byExpiry].flatMap(([expiry, expiring]) => [
    `-# ${expiry}`,
    ...expiring.flatMap(({ scopes }) => scopes.map(toLine)),
  ]);
  return listView(messages.title(plain(name, MAX_NAME_LENGTH)), lines, messages.none);
}

export function scopesView(
  messages: PermissionsTexts,
  { name }: { name: string },
  scopes: readonly string[],
): MessageView {
  const lines = scopes.map((scope) => `- \`${toCode(scope)}\``);
  return listView(messages.scopesTitle(plain(name, MAX_NAME_LENGTH)), lines, messages.none);
}

/** Whether a permission is granted, with the character's name and UID. */
export function permissionCheckView(
  messages: PermissionsTexts,
  { uid, name }: { uid: string; name: string },
  permission: string,
  isGranted: boolean,
): MessageView {
  const say = isGranted ? messages.granted : messages.notGranted;
  const meaning = isScope(permission) && `-# ${messages.permissions[permission]}`;
  return message(
    isGranted ? 'good' : 'warning',
    text(say(plain(name, MAX_NAME_LENGTH), toCode(permission)), meaning, `-# UID ${plain(uid, 40)}`),
  );
}

function listView(title: string, lines: readonly string[], none: string): MessageView {
  const body = lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : none;
  return message('neutral', text(`## ${title}`), divider(), text(body));
}

/** For inside backticks, where nothing can be escaped. */
function toCode(scope: string): string {
  return [...scope.replace(/[^\p{L}\p{N}_.: -]/gu, '')].slice(0, MAX_SCOPE_LENGTH).join('') || '?';
}
