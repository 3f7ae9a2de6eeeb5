import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import type { Character } from '../../src/game/resources/character.ts';
import { CHARACTER_OPTION, noteContacts } from '../characters/contacts.ts';
import { findProfile, findTarget } from '../characters/findCharacter.ts';
import { toComposeId } from '../msg/ids.ts';
import { type ProfileTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { profileView, toCard, toPublicCharacter } from './profileView.ts';

const { command, on, post, reply, menu } = commandsIn(TEXTS);

const NEEDS = ['CHARACTER_READ'] as const;

type Context = HandlerContext<typeof NEEDS, ProfileTexts>;

export const profile = command({
  name: 'profile',
  description: ({ description }) => description,
  needs: NEEDS,
  options: { character: CHARACTER_OPTION, share: { kind: 'boolean', description: ({ share }) => share } },
  visibility: ({ share = false }) => (share ? 'public' : 'private'),
  run: async ({ options: { character, share }, ...context }) => {
    const found = character === undefined ? context.game.character.me() : findProfile(context, character);
    return await showProfile(context, await found, share);
  },
  actions: on(ids, {
    share: post({
      needs: NEEDS,
      run: async ({ args, ...context }) => await showProfile(context, await context.game.character.me(), true),
    }),
    show: reply({
      isForAnyone: true,
      needs: NEEDS,
      run: async ({ args: { uid }, ...context }) => await showProfile(context, await findProfile(context, uid)),
    }),
  }),
});

export const gameProfile = menu({
  of: 'user',
  name: 'gameProfile',
  label: ({ menu }) => menu,
  needs: NEEDS,
  run: async ({ target, ...context }) => {
    const { uid } = await findTarget(context, target);
    return await showProfile(context, await context.game.character.get({ uid }));
  },
});

/** The profile as the person sees it, or as everyone does if shared. */
async function showProfile(context: Context, found: Character, isShared = false) {
  await noteContacts(context, [found]);
  const isOwn = found.uid === context.me.uid;
  // A rename reaches transfers and the account page. Without the store, the next profile renews it.
  if (isOwn && found.name !== context.me.name)
    await context.services.links.rename(context.person.id, { uid: found.uid, name: found.name }).catch(() => {});
  // The token may still allow what the person took away from the bot.
  const withheld = (isOwn && context.link?.withheld) || [];
  if (withheld.includes('CHARACTER_LOCATION')) delete found.location;
  if (withheld.includes('CHARACTER_CREDITS')) delete found.credits;
  const composeId = isOwn ? undefined : toComposeId([found.name]);
  if (!isShared) return profileView(context.texts, found, { isOwn, composeId, canShare: isOwn && !context.isInBotDm });
  const shown = toPublicCharacter(found, isOwn);
  const wait = { person: context.person.id, signal: context.deadline.signal };
  // The text is enough if the card can't be drawn.
  const card = await context.services.maps.render(toCard(context.texts, shown), wait).catch(() => undefined);
  return profileView(context.texts, shown, { composeId, card });
}
