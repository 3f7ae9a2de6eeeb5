import { createGameService } from '../../sandbox/game/service.ts';

/** The service's address, and a token that it accepts. */
export type GameServers = { serviceUrl: string; token: string; path: string };

// The reference service's process. Its window is short: it scans all of it at each request.
const service = await createGameService({ limitPerHour: 1_000_000_000, windowMs: 50 });
const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read', 'character_credits'] });
const servers: GameServers = { serviceUrl: service.baseUrl, token, path: 'character/' };
process.send?.(servers);
process.once('disconnect', () => process.exit(0));
