import { commandsIn } from '../../src/discord/command.ts';
import { isGameError } from '../../src/game/errors.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { de } from './de.ts';
import { en } from './messages.ts';
import { skillsView } from './skillsView.ts';

const { command } = commandsIn({ en, de });

export const skills = command({
  name: 'skills',
  description: ({ description }) => description,
  needs: ['CHARACTER_SKILLS'],
  options: { character: CHARACTER_OPTION },
  run: async ({ options: { character }, ...context }) => {
    const { me, game, messages } = context;
    const subject = character === undefined ? me : await findCharacter(context, character);
    const found = await game.character.skills.list({ uid: subject.uid }).catch((error: unknown) => {
      const isOthers = subject.uid !== me.uid && isGameError(error, 'refused');
      throw isOthers ? new UserError(messages.onlyOwn(plain(subject.name))) : error;
    });
    return skillsView(messages, subject, found);
  },
});
