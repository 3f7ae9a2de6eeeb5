import { commandsIn } from '../../src/discord/declare/command.ts';
import { ALL_SCOPES, toCanonicalScope } from '../../src/game/scopes.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { readOf } from '../characters/findCharacter.ts';
import { TEXTS } from './en.ts';
import { permissionCheckView, permissionsView, scopesView } from './permissionsView.ts';

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
          // By name or by what they allow.
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
