import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../commands/index.ts';
import { createDiscord } from '../../sandbox/discord/discord.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { Character } from '../../sandbox/game/world/characters.ts';
import { privilegeCatalogue } from '../../sandbox/game/world/privilegeCatalogue.ts';
import { createRest } from '../../src/discord/discord.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { freePort } from '../support/machine/redis.ts';
import { buttonsOf } from '../support/messages.ts';
import { finishLogin } from '../support/world.ts';
import { type Call, type Gate, openGate } from './gate.ts';
import { type Bot, createBot, type RedisServer, startRedis } from './processes.ts';

/** Officers first: they may change privileges in their factions. */
const HANDLES = ['Regent Oona Valdry', 'Marshal Iri Tosk', "Cass O'Renn", 'Vael Ondar'];
const PLAYERS = 9;

/** A privilege that nobody has touched yet: it is changed once, so that what holds at the end tells whether it was. */
export type Change = { target: Character; faction: string; group: string; privilege: string; isHeld: boolean };

/** Somebody who plays, with characters that are written to once each and privileges that are changed once each. */
export type Player = { person: Person; uid: string; handle: string; changes: Change[]; isLost: boolean };

export type StagePlan = {
  name: string;
  store: 'sqlite' | 'redis';
  processes: number;
  /** Whether the game gives a new refresh token with each refresh. */
  rotates: boolean;
  seed: number;
  kills: number;
  terms: number;
  /** Instead of kills of the bot: what befalls Redis, and how often. */
  redis?: { fault: 'killed' | 'rolled back'; rounds: number };
  /** How long after the last kill people may wait to be told. */
  patienceMs: number;
};

/** The game, Discord, a store and the processes of the bot, with everybody logged in. */
export type Stage = {
  plan: StagePlan;
  game: GameService;
  players: Player[];
  /** Characters whom no player is, for messages. */
  others: string[];
  bots: Bot[];
  calls: Call[];
  redis: RedisServer | undefined;
  logIn(player: Player): Promise<void>;
  close(): Promise<void>;
};

export async function openStage(plan: StagePlan): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-faults-'));
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const client = {
    clientId: 'faults',
    clientSecret: 'a secret of the tests',
    redirectUris: [`${publicUrl}/login/callback`],
  };
  const quirks = { revocationByGet: true, refreshTokenOnce: !plan.rotates };
  const game = await createGameService({ clients: [client], limitPerHour: 1_000_000, quirks });
  const names = Array.from({ length: PLAYERS }, (_, index) => `player${index}`);
  const spec = (username: string, index: number) => ({
    id: `10000000${String(index + 1).padStart(11, '0')}`,
    username,
    displayName: username,
    role: 'a player',
  });
  const people = Object.fromEntries(names.map((name, at) => [name, spec(name, at)]));
  const discord = await createDiscord({ people, identifyIntervalMs: 0 });
  const redis = plan.store === 'redis' ? await startRedis() : undefined;
  const tokenKey = randomBytes(32).toString('base64');
  const calls: Call[] = [];
  const gates: Gate[] = [];
  const bots: Bot[] = [];
  for (let slot = 0; slot < plan.processes; slot += 1) {
    const gate = await openGate(game.url, slot, createRandom(plan.seed + 100 + slot), calls);
    gates.push(gate);
    const oauth = new URL('ws/oauth2/', `${game.url}/`);
    const environment = {
      DISCORD_TOKEN: discord.botToken,
      DISCORD_APPLICATION_ID: discord.applicationId,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      GAME_BASE_URL: game.baseUrl.replace(game.url, gate.url),
      OAUTH_AUTHORIZATION_URL: new URL('auth/', oauth).href,
      OAUTH_TOKEN_URL: new URL('token/', oauth).href.replace(game.url, gate.url),
      OAUTH_REVOCATION_URL: new URL('revoke/', oauth).href,
      OAUTH_CLIENT_ID: client.clientId,
      OAUTH_CLIENT_SECRET: client.clientSecret,
      PUBLIC_URL: publicUrl,
      WEB_PORT: slot === 0 ? String(port) : '0',
      TOKEN_KEY: tokenKey,
      QUOTA_PER_TOKEN: '1000000',
      QUOTA_PER_ADDRESS: '1000000',
      ...(redis ? { REDIS_URL: redis.url } : { DATABASE_FILE: join(folder, 'commlink.sqlite') }),
    };
    bots.push(createBot(slot, plan.name, environment));
  }
  const players = toPlayers(game).map((player, index) => ({ ...player, person: discord.person(`player${index}`) }));
  const taken = new Set(players.flatMap(({ handle, changes }) => [handle, changes[0]?.target.handle]));
  const stage: Stage = {
    plan,
    game,
    players,
    others: game.world.characters().flatMap(({ handle }) => (isPlain(handle) && !taken.has(handle) ? [handle] : [])),
    bots,
    calls,
    redis,
    logIn,
    async close() {
      for (const bot of bots) await bot.kill();
      for (const gate of gates) gate.close();
      await discord.close();
      await game.close();
      await redis?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const { botToken: token, apiUrl, applicationId } = discord;
  await registerCommands(createRest({ token, apiUrl, cdnUrl: discord.cdnUrl }), commands, { applicationId });
  await Promise.all(bots.map((bot) => bot.start()));
  await Promise.all(players.map((player) => logIn(player)));
  return stage;
}

/** A handle that messages show as it is. */
function isPlain(handle: string): boolean {
  return /^[A-Z a-z]+$/.test(handle);
}

async function logIn(player: Player, triesLeft = 3): Promise<void> {
  const { person, handle } = player;
  const before = person.dm().length;
  const findInvitation = () =>
    person
      .dm()
      .slice(before)
      .find((message) => buttonsOf(message).some(({ url }) => url));
  try {
    const answer = await person.run('login', { permissions: 'everything' }).response();
    // Who is linked already is asked whether to go on all the same.
    if (!findInvitation()) await person.press(answer, buttonsOf(answer)[0]?.custom_id ?? '').response();
    const invitation = findInvitation();
    if (!invitation) throw new Error(`No login for ${handle}`);
    await finishLogin(person, invitation, handle);
    player.isLost = false;
  } catch (error) {
    // On a busy machine an answer can come too late for Discord.
    if (triesLeft === 0) throw error;
    await logIn(player, triesLeft - 1);
  }
}

function toPlayers({ world }: GameService): Omit<Player, 'person'>[] {
  const all = world.characters();
  const rich = all.filter(({ handle, credits }) => credits > 60_000 && isPlain(handle)).map(({ handle }) => handle);
  const handles = [...new Set([...HANDLES, ...rich])].slice(0, PLAYERS);
  const isTaken = new Set<string>();
  return handles.map((handle) => {
    const uid = world.uidOf(handle);
    const [faction] = world.factionsOf(uid);
    const mayChange = faction && world.holds(faction.uid, uid, { group: 'privileges', privilege: 'change_privileges' });
    const targets = all.filter((one) => !handles.includes(one.handle) && !isTaken.has(one.uid) && isPlain(one.handle));
    const [target] = targets.filter((one) => world.factionsOf(one.uid)[0]?.uid === faction?.uid);
    if (!mayChange || !target) return { uid, handle, changes: [], isLost: false };
    isTaken.add(target.uid);
    const changes = Object.entries(privilegeCatalogue).flatMap(([group, privileges]) =>
      privileges.map((privilege) => {
        const isHeld = world.holds(faction.uid, target.uid, { group, privilege });
        return { target, faction: faction.uid, group, privilege, isHeld };
      }),
    );
    return { uid, handle, changes, isLost: false };
  });
}
