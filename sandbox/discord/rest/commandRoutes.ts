import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { problems } from '../problem.ts';
import { queryFields } from './address.ts';
import { param, type RestCall, type Route, route, type Services } from './route.ts';

const one = spec.ApplicationCommandResponseSchema;

/** Application commands, everywhere and of one server ("Application Commands"). */
export const commandRoutes: Route[] = (
  ['/applications/:application/commands', '/applications/:application/guilds/:guild/commands'] as const
).flatMap((path) => [
  route(
    `GET ${path}`,
    z.array(one),
    (services, call) => {
      const withLocalizations = call.query['with_localizations'] === true;
      const all = services.commands.list(scopeOf(services, call));
      return { body: all.map((command) => services.commands.toApi(command, withLocalizations)) };
    },
    { query: { with_localizations: queryFields.boolean } },
  ),
  route(`PUT ${path}`, z.array(one), (services, call) => {
    const all = services.commands.overwrite(scopeOf(services, call), call.body);
    return { body: all.map((command) => services.commands.toApi(command, true)) };
  }),
  route(`POST ${path}`, one, (services, call) => {
    const { command, isNew } = services.commands.create(scopeOf(services, call), call.body);
    return { status: isNew ? 201 : 200, body: services.commands.toApi(command, true) };
  }),
]);

/** The server's id, or null for everywhere. */
function scopeOf({ world }: Services, call: RestCall): string | null {
  if (param(call, 'application') !== world.bot.user.id) throw problems.botsOnlyOwn();
  const guildId = call.params['guild'] ?? null;
  if (guildId !== null && guildId !== world.guild.id) throw problems.missingAccess();
  return guildId;
}
