import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import type { GameService } from '../../sandbox/game/service.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { freePort } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { linkWithEverything } from '../support/world.ts';
import { type Call, openGate, type Trick } from './gate.ts';
import { type Bot, createBot } from './processes.ts';
import { startProxy } from './proxy.ts';
import { startRedis, startRedisPair } from './redis.ts';

/** First two officers of one faction: they may change its members' privileges. */
const HANDLES = ['Regent Oona Valdry', 'Marshal Iri Tosk', "Cass O'Renn", 'Vael Ondar'];
const PLAYERS = 9;
/** The time until Discord notices the closed connections. */
const SWITCHED_MS = 100;
const SHIFTED_CLOCK = new URL('./shiftedClock.ts', import.meta.url).href;

export type Player = { person: Person; uid: string; handle: string; isLost: boolean };

export type StagePlan = {
  name: string;
  store: 'sqlite' | 'redis';
  processes: number;
  /** True if the game gives a new refresh token with each refresh. */
  rotates: boolean;
  seed: number;
  kills: number;
  terms: number;
  /** A real proxy sends interactions to any process; without it, one process has the gateway. */
  isBehindProxy?: boolean;
  nodeOptions?: string;
  /** A switch sends all interactions to one process, the first one to begin with. */
  isSwitched?: boolean;
  /** The time by which each process's clock is ahead. */
  clocksAheadMs?: number[];
  /** The kind of rounds, which replace kills at random moments. */
  rounds?: RoundKind;
};

export type RoundKind =
  | ('killed' | 'rolled back' | 'hangs' | 'fails over' | 'same' | 'clocks' | 'erasing')
  | ('stopped' | 'frozen' | 'discord' | 'lists' | 'begun again');

const WITH_REPLICA: (string | undefined)[] = ['fails over', 'stopped', 'frozen'];

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The game, Discord, a store and the processes of the bot, with everyone logged in. */
export async function openStage(plan: StagePlan) {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-faults-'));
  const names = Array.from({ length: PLAYERS }, (_, index) => `player${index}`);
  const people = names.map((username, index) => {
    const id = `10000000${String(index + 1).padStart(11, '0')}`;
    return [username, { id, username, displayName: username, role: 'a player' }];
  });
  const sandbox = await startSandbox({
    log: pino({ level: 'silent' }),
    environment: { QUOTA_PER_TOKEN: '1000000', QUOTA_PER_ADDRESS: '1000000' },
    game: { quirks: { revocationByGet: true, refreshTokenOnce: !plan.rotates } },
    discord: { people: Object.fromEntries(people), identifyIntervalMs: 0 },
    ...((plan.isBehindProxy || plan.isSwitched) && { transport: 'endpoint' }),
  });
  const { game, discord, environment } = sandbox;
  // The processes replace the sandbox's own bot.
  await sandbox.app.stop();
  const pair = plan.store === 'redis' && WITH_REPLICA.includes(plan.rounds) ? await startRedisPair() : undefined;
  const redis = plan.store === 'redis' && !pair ? await startRedis() : undefined;
  const redisUrl = (redis ?? pair)?.url;
  const ports = await Promise.all(Array.from({ length: plan.processes }, freePort));
  const proxy = plan.isBehindProxy ? await startProxy(Number(environment['WEB_PORT']), ports) : undefined;
  const urlOf = (slot: number): string => `http://127.0.0.1:${ports[slot]}`;
  const door = plan.isSwitched ? await openRedisProxy(urlOf(0), Number(environment['WEB_PORT'])) : undefined;
  const calls: Call[] = [];
  const tricks = new Map<string, Trick>();
  const stored = { DATABASE_FILE: join(folder, 'commlink.sqlite'), ...(redisUrl && { REDIS_URL: redisUrl }) };
  const gates: AsyncDisposable[] = [];
  const bots: Bot[] = [];
  for (let slot = 0; slot < plan.processes; slot += 1) {
    const gate = await openGate(game.url, slot, createRandom(plan.seed + 100 + slot), calls, tricks);
    gates.push(gate);
    const settings = {
      ...environment,
      GAME_BASE_URL: game.baseUrl.replace(game.url, gate.url),
      // With an issuer, token requests would bypass the gate.
      OAUTH_ISSUER: '',
      OAUTH_AUTHORIZATION_URL: `${game.url}/ws/oauth2/auth/`,
      OAUTH_TOKEN_URL: `${gate.url}/ws/oauth2/token/`,
      OAUTH_REVOCATION_URL: `${game.url}/ws/oauth2/revoke/`,
      ...stored,
      ...(plan.clocksAheadMs && {
        CLOCK_AHEAD_MS: `${plan.clocksAheadMs[slot]}`,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      }),
      ...(plan.nodeOptions && { NODE_OPTIONS: plan.nodeOptions }),
      ...((proxy || door || slot > 0) && { WEB_PORT: `${ports[slot]}` }),
    };
    bots.push(createBot(slot, plan.name, settings));
  }
  const players = toPlayers(game).map((player, index) => ({ ...player, person: discord.person(`player${index}`) }));
  const taken = new Set(players.map(({ handle }) => handle));
  const stage = {
    plan,
    game,
    discord,
    proxy,
    players,
    /** Characters without a player, for messages. */
    others: game.world.characters().flatMap(({ handle }) => (isPlain(handle) && !taken.has(handle) ? [handle] : [])),
    bots,
    calls,
    tricks,
    redis,
    pair,
    /** The SQLite file, without Redis. */
    file: stored.DATABASE_FILE,
    async operate(task: 'freeze' | 'thaw'): Promise<void> {
      const program = startProgram('src/boot.js', { ...environment, ...stored }, [task]);
      if ((await program.ended) !== 0) throw new Error(program.output());
    },
    clientId: environment['OAUTH_CLIENT_ID'] ?? '',
    /** Sends all interactions to this process from now on. */
    async turnTo(slot: number): Promise<void> {
      door?.turnTo(urlOf(slot));
      await sleep(SWITCHED_MS);
    },
    logIn,
    async close(): Promise<void> {
      for (const bot of bots) await bot.kill();
      for (const gate of gates) await gate[Symbol.asyncDispose]();
      await proxy?.stop();
      door?.cut();
      await sandbox.stop();
      await redis?.stop();
      await pair?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await Promise.all(bots.map((bot) => bot.start()));
  await Promise.all(players.map((player) => logIn(player)));
  return stage;
}

/** A handle that messages show unescaped. */
function isPlain(handle: string): boolean {
  return /^[A-Z a-z]+$/.test(handle);
}

async function logIn(player: Player, triesLeft = 6): Promise<void> {
  try {
    await linkWithEverything(player.person, player.handle);
    player.isLost = false;
  } catch (error) {
    // On a busy machine, a response can be too late for Discord.
    if (triesLeft === 0) throw error;
    await sleep(1_000);
    await logIn(player, triesLeft - 1);
  }
}

function toPlayers({ world }: GameService): Omit<Player, 'person'>[] {
  const all = world.characters();
  const rich = all.filter(({ handle, credits }) => credits > 60_000 && isPlain(handle)).map(({ handle }) => handle);
  const handles = [...new Set([...HANDLES, ...rich])].slice(0, PLAYERS);
  return handles.map((handle) => ({ uid: world.uidOf(handle), handle, isLost: false }));
}
