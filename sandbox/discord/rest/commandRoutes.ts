import { ApplicationCommandResponseSchema } from 'discord-api-spec/zod';
import { array } from 'zod/mini';
import { problems } from '../problem.ts';
import { queryFields } from './address.ts';
import { noContent, nothingAnswered, param, type RestCall, type Route, type Services } from './route.ts';

/** Application commands, everywhere and of one server (documentation, "Application Commands"). */
export const commandRoutes: Route[] = [
  '/applications/:application/commands',
  '/applications/:application/guilds/:guild/commands',
].flatMap((path): Route[] => [
  {
    method: 'GET',
    path,
    auth: 'bot',
    query: { with_localizations: queryFields.boolean },
    answer: array(ApplicationCommandResponseSchema),
    run(services, call) {
      const all = services.commands.list(scopeOf(services, call));
      const withLocalizations = call.query['with_localizations'] === true;
      return { body: all.map((command) => services.commands.toApi(command, withLocalizations)) };
    },
  },
  {
    method: 'PUT',
    path,
    auth: 'bot',
    answer: array(ApplicationCommandResponseSchema),
    run(services, call) {
      const all = services.commands.overwrite(scopeOf(services, call), call.body);
      return { body: all.map((command) => services.commands.toApi(command, true)) };
    },
  },
  {
    method: 'POST',
    path,
    auth: 'bot',
    answer: ApplicationCommandResponseSchema,
    run(services, call) {
      const { command, isNew } = services.commands.upsert(scopeOf(services, call), call.body);
      return { status: isNew ? 201 : 200, body: services.commands.toApi(command, true) };
    },
  },
  {
    method: 'GET',
    path: `${path}/:command`,
    auth: 'bot',
    answer: ApplicationCommandResponseSchema,
    run: (services, call) => ({
      body: services.commands.toApi(services.commands.get(scopeOf(services, call), param(call, 'command')), true),
    }),
  },
  {
    method: 'PATCH',
    path: `${path}/:command`,
    auth: 'bot',
    answer: ApplicationCommandResponseSchema,
    run(services, call) {
      const command = services.commands.patch(scopeOf(services, call), param(call, 'command'), call.body);
      return { body: services.commands.toApi(command, true) };
    },
  },
  {
    method: 'DELETE',
    path: `${path}/:command`,
    auth: 'bot',
    answer: nothingAnswered,
    run(services, call) {
      services.commands.remove(scopeOf(services, call), param(call, 'command'));
      return noContent;
    },
  },
]);

/** The server's id, or null for everywhere. */
function scopeOf({ world }: Services, call: RestCall): string | null {
  if (param(call, 'application') !== world.bot.user.id) throw problems.botsOnlyOwn();
  const guildId = call.params['guild'] ?? null;
  if (guildId !== null && guildId !== world.guild.id) throw problems.missingAccess();
  return guildId;
}
