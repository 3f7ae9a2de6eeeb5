import { isGameError } from '../../src/game/errors.ts';
import { Mistake } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { suggestCharacters } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { command } from '../declare.ts';
import { skillsView } from './skillsView.ts';

export const skills = command({
  name: 'skills',
  description: ({ account }) => account.skills.description,
  needs: ['CHARACTER_SKILLS'],
  options: {
    character: {
      kind: 'text',
      description: ({ account }) => account.character,
      maxLength: 100,
      autocomplete: suggestCharacters,
    },
  },
  run: async ({ options: { character }, me, game, words, language }) => {
    const subject = character === undefined ? me : await findCharacter({ game, language }, character);
    const found = await game.character.skills.list({ uid: subject.uid }).catch((error: unknown) => {
      const isOthers = subject.uid !== me.uid && isGameError(error, 'refused');
      throw isOthers ? new Mistake(({ account }) => account.skills.onlyOwn(plain(subject.name))) : error;
    });
    return skillsView(words, subject, found);
  },
});
