import { commandsIn } from '../../src/discord/command.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findProfile } from '../characters/findCharacter.ts';
import { de } from './de.ts';
import { en } from './messages.ts';
import { showProfile } from './showProfile.ts';

const { command, reply } = commandsIn({ en, de });

export const profile = command({
  name: 'profile',
  description: ({ description }) => description,
  needs: ['CHARACTER_READ'],
  options: { character: CHARACTER_OPTION, share: { kind: 'boolean', description: ({ share }) => share } },
  visibility: ({ share = false }) => (share ? 'public' : 'private'),
  run: async ({ options: { character, share = false }, ...context }) =>
    await showProfile(
      context,
      character === undefined ? await context.game.character.me() : await findProfile(context, character),
      share,
    ),
  actions: {
    show: reply({
      args: { uid: 'text' },
      needs: ['CHARACTER_READ'],
      run: async ({ args: { uid }, ...context }) => await showProfile(context, await findProfile(context, uid)),
    }),
  },
});
