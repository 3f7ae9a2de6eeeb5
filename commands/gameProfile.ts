import { findTarget } from '../src/discord/findTarget.ts';
import { profileView } from '../src/view/characterViews.ts';
import { userMenu } from './declare.ts';

export const gameProfile = userMenu({
  name: 'gameProfile',
  label: ({ messages }) => messages.menu.profile,
  needs: ['CHARACTER_READ'],
  run: async ({ target, game, words, ...context }) => {
    const { uid } = await findTarget(context, target);
    return profileView(words, await game.character.get({ uid }));
  },
});
