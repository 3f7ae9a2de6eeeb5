import { commandsIn } from '../../src/discord/command.ts';
import type { Autocomplete } from '../../src/discord/context.ts';
import { isGameError } from '../../src/game/errors.ts';
import { ALL_SCOPES, toCanonicalScope } from '../../src/game/scopes.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { de } from './de.ts';
import { en } from './messages.ts';
import { permissionCheckView, permissionsView, scopesView } from './permissionsView.ts';

const { group, subcommand } = commandsIn({ en, de });

const PERMISSION_NAME = /^\w+$/;

/** Suggests the scopes by name or by what they allow. */
const suggestScopes: Autocomplete = async ({ typed, messages }) => {
  const wanted = typed.trim().toLowerCase();
  return ALL_SCOPES.map((scope) => ({ name: `${scope} · ${messages.permissions[scope]}`, value: scope })).filter(
    ({ name }) => name.toLowerCase().includes(wanted),
  );
};

export const permissions = group({
  name: 'permissions',
  description: ({ description }) => description,
  subcommands: {
    list: subcommand({
      description: ({ list }) => list,
      needs: ['CHARACTER_READ'],
      run: async ({ me, game, messages }) =>
        permissionsView(messages, me, await game.character.permissions.list({ uid: me.uid })),
    }),

    scopes: subcommand({
      description: ({ scopes }) => scopes,
      needs: ['CHARACTER_READ'],
      run: async ({ me, game, messages }) =>
        scopesView(messages, me, await game.character.permissions.getScopes({ uid: me.uid })),
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
          autocomplete: suggestScopes,
        },
        character: CHARACTER_OPTION,
      },
      run: async ({ options: { permission, character }, ...context }) => {
        const { me, game, messages } = context;
        const name = toCanonicalScope(permission);
        if (!PERMISSION_NAME.test(name)) throw new UserError(messages.invalid(plain(permission, 60)));
        const subject = character === undefined ? me : await findCharacter(context, character);
        const asked = { uid: subject.uid, permission: name };
        const isGranted = await game.character.hasPermission(asked).catch((error: unknown) => {
          const isOthers = subject.uid !== me.uid && isGameError(error, 'refused');
          throw isOthers ? new UserError(messages.onlyOwn(plain(subject.name))) : error;
        });
        return permissionCheckView(messages, subject, name, isGranted);
      },
    }),
  },
});
