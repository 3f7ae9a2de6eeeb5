import { commandsIn } from '../../src/discord/command.ts';
import { findTarget } from '../characters/findTarget.ts';
import { de } from './de.ts';
import { en } from './messages.ts';
import { showProfile } from './showProfile.ts';

const { userMenu } = commandsIn({ en, de });

export const gameProfile = userMenu({
  name: 'gameProfile',
  label: ({ menu }) => menu,
  needs: ['CHARACTER_READ'],
  run: async ({ target, ...context }) => {
    const { uid } = await findTarget(context, target);
    return await showProfile(context, await context.game.character.get({ uid }));
  },
});
