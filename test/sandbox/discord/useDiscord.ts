import type { Clock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord, type DiscordOptions } from '../../../sandbox/discord/discord.ts';
import { hooksOf, type Lifetime } from '../../support/useWorld.ts';
import { type RawBot, startRawBot } from './forbidden/rawBot.ts';
import { call, closeQuietly } from './rest.ts';

/** A stand-in with these commands, if any: a new one for each test of a file, or one for all. */
export function useDiscord(lifetime: Lifetime, commands?: object[], options: DiscordOptions = {}): Discord {
  const discord = {} as Discord;
  const [before, after] = hooksOf(lifetime);
  before(async () => {
    Object.assign(discord, await createDiscord(options));
    if (commands) await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, commands);
  });
  after(() => closeQuietly(discord));
  return discord;
}

/** Like {@link useDiscord}, with a bot. */
export function useRawBot(lifetime: Lifetime, clock?: Clock): RawBot {
  const bot = {} as RawBot;
  const [before, after] = hooksOf(lifetime);
  before(async () => void Object.assign(bot, await startRawBot(clock)));
  after(() => closeQuietly(bot.discord));
  return bot;
}
