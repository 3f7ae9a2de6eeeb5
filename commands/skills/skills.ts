import { commandsIn } from '../../src/discord/command.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { readOf } from '../characters/findCharacter.ts';
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
    const { game, messages } = context;
    const shown = await readOf(context, character, ({ uid }) => game.character.skills.list({ uid }));
    return skillsView(messages, shown.character, shown.found);
  },
});
