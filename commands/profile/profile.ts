import { noteContacts, suggestCharacters } from '../characters/contacts.ts';
import { findProfile } from '../characters/findCharacter.ts';
import { command } from '../declare.ts';
import { profileView, toPublicCharacter } from './profileView.ts';

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
  run: async ({ options: { character, share = false }, person, me, game, words, language, services, tally }) => {
    const found =
      character === undefined
        ? await game.character.me()
        : await findProfile({ game, language, services, tally }, character);
    await noteContacts({ person, me, services }, [found]);
    return profileView(words, share ? toPublicCharacter(found) : found);
  },
});
