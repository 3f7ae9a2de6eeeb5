import type { Autocomplete } from '../../src/discord/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { ALL_SCOPES, toCanonicalScope } from '../../src/game/scopes.ts';
import { Mistake } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { suggestCharacters } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { group, subcommand } from '../declare.ts';
import { permissionCheckView, permissionsView, scopesView } from './permissionsView.ts';

const PERMISSION_NAME = /^\w+$/;

export const permissions = group({
  name: 'permissions',
  description: ({ account }) => account.permissions.description,
  subcommands: {
    list: subcommand({
      description: ({ account }) => account.permissions.list,
      needs: ['CHARACTER_READ'],
      run: async ({ me, game, words }) =>
        permissionsView(words, me, await game.character.permissions.list({ uid: me.uid })),
    }),

    scopes: subcommand({
      description: ({ account }) => account.permissions.scopes,
      needs: ['CHARACTER_READ'],
      run: async ({ me, game, words }) =>
        scopesView(words, me, await game.character.permissions.getScopes({ uid: me.uid })),
    }),

    check: subcommand({
      description: ({ account }) => account.permissions.check,
      needs: ['CHARACTER_READ'],
      options: {
        permission: {
          kind: 'text',
          description: ({ account }) => account.permissions.permission,
          required: true,
          maxLength: 100,
          autocomplete: suggestScopes(),
        },
        character: {
          kind: 'text',
          description: ({ account }) => account.character,
          maxLength: 100,
          autocomplete: suggestCharacters,
        },
      },
      run: async ({ options: { permission, character }, me, game, words, language }) => {
        const name = toCanonicalScope(permission);
        if (!PERMISSION_NAME.test(name))
          throw new Mistake(({ account }) => account.permissions.noName(plain(permission, 60)));
        const subject = character === undefined ? me : await findCharacter({ game, language }, character);
        const asked = { uid: subject.uid, permission: name };
        const isGranted = await game.character.hasPermission(asked).catch((error: unknown) => {
          const isOthers = subject.uid !== me.uid && isGameError(error, 'refused');
          throw isOthers ? new Mistake(({ account }) => account.permissions.onlyOwn(plain(subject.name))) : error;
        });
        return permissionCheckView(words, subject, name, isGranted);
      },
    }),
  },
});

/** The scopes by name or by what they allow. */
function suggestScopes(): Autocomplete {
  return async ({ typed, words }) => {
    const wanted = typed.trim().toLowerCase();
    return ALL_SCOPES.map((scope) => ({ name: `${scope} · ${words.permissions[scope]}`, value: scope })).filter(
      ({ name }) => name.toLowerCase().includes(wanted),
    );
  };
}
