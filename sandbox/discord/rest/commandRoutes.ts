import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { problems } from '../problem.ts';
import { BOOLEAN } from './address.ts';
import { param, type RestCall, type Route, route, type Services } from './route.ts';

const COMMANDS = z.array(spec.ApplicationCommandResponseSchema);

/** Application commands, everywhere and of one server ("Application Commands"). */
export const COMMAND_ROUTES: Route[] = (
  ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'] as const
).flatMap((path) => [
  route(
    `GET ${path}`,
    COMMANDS,
    ({ commands, world }, call) => {
      const isFull = call.query['with_localizations'] === true;
      return { body: commands.list(scopeOf(world, call)).map((command) => commands.toApi(command, isFull)) };
    },
    { query: { with_localizations: BOOLEAN } },
  ),
  route(`PUT ${path}`, COMMANDS, ({ commands, world }, call) => {
    const all = commands.overwrite(scopeOf(world, call), call.body);
    return { body: all.map((command) => commands.toApi(command, true)) };
  }),
]);

function scopeOf(world: Services['world'], call: RestCall): string | null {
  if (param(call, 'application') !== world.bot.user.id) throw problems.botsOnlyOwn();
  const guildId = call.params['guild'] ?? null;
  if (guildId !== null && guildId !== world.guild.id) throw problems.missingAccess();
  return guildId;
}
