import { findTarget } from '../characters/findTarget.ts';
import { userMenu } from '../declare.ts';
import { profileView } from '../profile/profileView.ts';

export const gameProfile = userMenu({
  name: 'gameProfile',
  label: ({ messages }) => messages.menu.profile,
  needs: ['CHARACTER_READ'],
  run: async ({ target, game, words, ...context }) => {
    const { uid } = await findTarget(context, target);
    return profileView(words, await game.character.get({ uid }));
  },
});
