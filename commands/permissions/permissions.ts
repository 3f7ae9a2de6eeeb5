import { commandsIn } from '../../src/discord/declare/command.ts';
import type { Permission } from '../../src/game/resources/character.ts';
import { ALL_SCOPES, isScope, toCanonicalScope } from '../../src/game/scopes.ts';
import { UserError } from '../../src/view/errorView.ts';
import { divider, message, text } from '../../src/view/message.ts';
import { firstLines, moment, plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { readOf } from '../characters/findCharacter.ts';
import { type PermissionsTexts, TEXTS } from './en.ts';

const { group, subcommand } = commandsIn(TEXTS);

const PERMISSION_NAME = /^\w+$/;

export const permissions = group({
  name: 'permissions',
  description: ({ description }) => description,
  subcommands: {
    list: subcommand({
      description: ({ list }) => list,
      needs: ['CHARACTER_READ'],
      run: async ({ me, link, game, texts }) => {
        const entries = await game.character.permissions.list({ uid: me.uid });
        return permissionsView(texts, me, entries, link?.tokens.refreshToken !== undefined, link?.withheld);
      },
    }),

    scopes: subcommand({
      description: ({ scopes }) => scopes,
      needs: ['CHARACTER_READ'],
      run: async ({ me, game, texts }) =>
        scopesView(texts, me, await game.character.permissions.getScopes({ uid: me.uid })),
    }),

    check: subcommand({
      description: ({ check }) => check,
      needs: ['CHARACTER_READ'],
      options: {
        permission: {
          kind: 'text',
          description: ({ permission }) => permission,
          required: true,
          maxLength: 100,
          autocomplete: async ({ typed, texts }) =>
            ALL_SCOPES.map((scope) => ({ name: `${scope} · ${texts.permissions[scope]}`, value: scope })).filter(
              ({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()),
            ),
        },
        character: CHARACTER_OPTION,
      },
      run: async ({ options: { permission, character }, ...context }) => {
        const { game, texts } = context;
        const name = toCanonicalScope(permission.split(' · ')[0] ?? '');
        if (!PERMISSION_NAME.test(name)) throw new UserError(texts.invalid(plain(permission, 60)));
        const checked = await readOf(context, character, ({ uid }) =>
          game.character.hasPermission({ uid, permission: name }),
        );
        return permissionCheckView(texts, checked.character, name, checked.found);
      },
    }),
  },
});

const MAX_NAME_LENGTH = 80;
const MAX_SCOPE_LENGTH = 60;
const MAX_LIST_LENGTH = 3_500;

/** `isRenewed`: the bot renews expired tokens. `withheld`: scopes that it doesn't use. */
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

/** Nothing can be escaped inside backticks. */
const toCode = (scope: string): string =>
  [...scope.replace(/[^\p{L}\p{N}_.: -]/gu, '')].slice(0, MAX_SCOPE_LENGTH).join('') || '?';
