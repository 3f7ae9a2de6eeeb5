import { createGameService } from '../../sandbox/game/service.ts';

/** Where the service is, and a token that it takes. */
export type GameServers = { serviceUrl: string; token: string; path: string };

// The process of the reference service. Its window is short: it goes through all of it at each request.
const service = await createGameService({ limitPerHour: 1_000_000_000, windowMs: 50 });
const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read', 'character_credits'] });
const servers: GameServers = { serviceUrl: service.baseUrl, token, path: 'character/' };
process.send?.(servers);
process.once('disconnect', () => process.exit(0));
