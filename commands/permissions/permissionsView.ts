import type { Permission } from '../../src/game/character.ts';
import { coversScope, isScope, type Scope } from '../../src/game/scopes.ts';
import { divider, type MessageView, message, text } from '../../src/view/message.ts';
import { firstLines, moment, plain } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

const LONGEST_NAME = 80;
const LONGEST_SCOPE = 60;
const MOST_CHARACTERS = 3_500;

type Owner = { name: string };

/** The permissions of a token in plain words, those that end together under one heading that says when. */
export function permissionsView(words: Words, { name }: Owner, entries: readonly Permission[]): MessageView {
  const { permissions } = words.account;
  const byEnd = Map.groupBy(entries, ({ expiresAt }) =>
    expiresAt ? permissions.until(moment(words, expiresAt)) : permissions.withoutEnd,
  );
  const lines = [...byEnd].flatMap(([end, ending]) => [
    `-# ${end}`,
    ...ending.flatMap(({ scopes }) => scopes.map((scope) => `- \`${toCode(scope)}\` ${toMeaning(words, scope)}`)),
  ]);
  return listView(permissions.title(plain(name, LONGEST_NAME)), lines, permissions.none);
}

/** The scopes that were granted, by name. */
export function scopesView(words: Words, { name }: Owner, scopes: readonly string[]): MessageView {
  const { permissions } = words.account;
  const lines = scopes.map((scope) => `- \`${toCode(scope)}\``);
  return listView(permissions.scopesTitle(plain(name, LONGEST_NAME)), lines, permissions.none);
}

/** Whether a permission is granted, with both names of the character. */
export function permissionCheckView(
  words: Words,
  { uid, name }: { uid: string; name: string },
  permission: string,
  isGranted: boolean,
): MessageView {
  const { granted, notGranted } = words.account.permissions;
  const sentence = (isGranted ? granted : notGranted)(plain(name, LONGEST_NAME), toCode(permission));
  const meaning = isScope(permission) && `-# ${words.permissions[permission]}`;
  return message(isGranted ? 'good' : 'warning', text(sentence, meaning, `-# UID ${plain(uid, 40)}`));
}

/** The plain words of those scopes of this bot that are covered by what is granted, and of those that are not. */
export function toScopeWords({ permissions }: Words, granted: readonly string[]): { may: string[]; mayNot: string[] } {
  const all = Object.entries(permissions) as [Scope, string][];
  const pick = (isCovered: boolean): string[] =>
    all.filter(([scope]) => coversScope(granted, scope) === isCovered).map(([, meaning]) => meaning);
  return { may: pick(true), mayNot: pick(false) };
}

function listView(title: string, lines: readonly string[], none: string): MessageView {
  const body = lines.length > 0 ? firstLines(lines, MOST_CHARACTERS) : none;
  return message('neutral', text(`## ${title}`), divider(), text(body));
}

function toMeaning({ account, permissions }: Words, scope: string): string {
  return isScope(scope) ? permissions[scope] : account.permissions.unexplained;
}

/** For inside backticks, where nothing can be escaped. */
function toCode(scope: string): string {
  return [...scope.replace(/[^\p{L}\p{N}_.: -]/gu, '')].slice(0, LONGEST_SCOPE).join('') || '?';
}
