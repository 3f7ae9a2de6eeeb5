import type { Permission } from '../../src/game/resources/character.ts';
import { isScope } from '../../src/game/scopes.ts';
import { divider, message, text } from '../../src/view/message.ts';
import { firstLines, moment, plain } from '../../src/view/text.ts';
import type { PermissionsTexts } from './en.ts';

const MAX_NAME_LENGTH = 80;
const MAX_SCOPE_LENGTH = 60;
const MAX_LIST_LENGTH = 3_500;

/** `isRenewed`: the bot renews the access when it expires; `withheld`: scopes that it doesn't use. */
export function permissionsView(
  texts: PermissionsTexts,
  { name }: { name: string },
  entries: readonly Permission[],
  isRenewed: boolean,
  withheld: readonly string[] = [],
) {
  const byExpiry = Map.groupBy(entries, ({ expiresAt }) =>
    expiresAt ? `${texts.until(moment(texts, expiresAt))}, ${texts.afterExpiry(isRenewed)}` : texts.noExpiry,
  );
  const toMeaning = (scope: string): string => {
    if (!isScope(scope)) return texts.unused;
    return texts.permissions[scope] + (withheld.includes(scope) ? ` · ${texts.withheld}` : '');
  };
  const toLine = (scope: string): string => `- \`${toCode(scope)}\` ${toMeaning(scope)}`;
  const lines = [...byExpiry].flatMap(([expiry, expiring]) => [
    `-# ${expiry}`,
    ...expiring.flatMap(({ scopes }) => scopes.map(toLine)),
  ]);
  return listView(texts.title(plain(name, MAX_NAME_LENGTH)), lines, texts.none);
}

export function scopesView(texts: PermissionsTexts, { name }: { name: string }, scopes: readonly string[]) {
  const lines = scopes.map((scope) => `- \`${toCode(scope)}\``);
  return listView(texts.scopesTitle(plain(name, MAX_NAME_LENGTH)), lines, texts.none);
}

export function permissionCheckView(
  texts: PermissionsTexts,
  { uid, name }: { uid: string; name: string },
  permission: string,
  isGranted: boolean,
) {
  const say = isGranted ? texts.granted : texts.notGranted;
  const meaning = isScope(permission) && `-# ${texts.permissions[permission]}`;
  return message(
    isGranted ? 'good' : 'warning',
    text(say(plain(name, MAX_NAME_LENGTH), toCode(permission)), meaning, `-# UID ${plain(uid, 40)}`),
  );
}

function listView(title: string, lines: readonly string[], none: string) {
  const body = lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : none;
  return message('neutral', text(`## ${title}`), divider(), text(body));
}

/** For inside backticks, where nothing can be escaped. */
const toCode = (scope: string): string =>
  [...scope.replace(/[^\p{L}\p{N}_.: -]/gu, '')].slice(0, MAX_SCOPE_LENGTH).join('') || '?';
