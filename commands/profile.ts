import { noteContacts, suggestCharacters } from '../src/discord/contacts.ts';
import { findProfile } from '../src/discord/findCharacter.ts';
import { profileView, toPublicCharacter } from '../src/view/characterViews.ts';
import { command } from './declare.ts';

export const profile = command({
  name: 'profile',
  description: ({ profile }) => profile.description,
  needs: ['CHARACTER_READ'],
  options: {
    character: {
      kind: 'text',
      description: ({ account }) => account.character,
      maxLength: 100,
      autocomplete: suggestCharacters,
    },
    share: { kind: 'boolean', description: ({ account }) => account.share },
  },
  visibility: ({ share = false }) => (share ? 'public' : 'private'),
  run: async ({ options: { character, share = false }, person, me, game, words, services, tally }) => {
    const found =
      character === undefined ? await game.character.me() : await findProfile({ game, services, tally }, character);
    await noteContacts({ person, me, services }, [found]);
    return profileView(words, share ? toPublicCharacter(found) : found);
  },
});
