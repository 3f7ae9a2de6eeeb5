import { command } from '../src/bot/command.ts';
import { profileView } from '../src/view/characterViews.ts';

export const profile = command({
  name: 'profile',
  description: ({ profile }) => profile.description,
  needs: ['CHARACTER_READ'],
  run: async ({ game, words }) => profileView(words, await game.character.me()),
});
