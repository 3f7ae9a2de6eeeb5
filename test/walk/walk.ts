import { setTimeout as sleep } from 'node:timers/promises';
import { Locale } from 'discord-api-types/v10';
import { pino } from 'pino';
import { commands } from '../../commands/index.ts';
import type { Fault } from '../../sandbox/game/faults.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { linkWithEverything, startWorld } from '../support/world.ts';
import { pickFrom } from './values.ts';
import { pathsOf, Walker } from './walker.ts';

/** `slowMs`: the time of each of the game's responses in some of the steps; 0 for none. `tour`: the
 * language of a tour. */
type WalkPlan = { steps: number; seed: number; transport: 'gateway' | 'endpoint'; slowMs?: number; tour?: Locale };

/** After this many steps, people who lost their link are linked again. */
const STEPS_PER_LINK = 10;
const BALANCE = 'character.credits.get';

const FAULTS: readonly Fault[] = [
  { kind: 'cut', at: 'before' },
  { kind: 'cut', at: 'after' },
  { kind: 'truncate' },
  { kind: 'html', status: 403 },
  { kind: 'error', message: 'No' },
  ...[400, 401, 403, 404, 500, 503].map((status) => ({ kind: 'status', status }) as const),
];

/**
 * People use every command, component and modal of the bot at random, with good and bad values,
 * while some requests to the game fail. `problems` name the seed, the step and the action; `unused`
 * are commands and actions that no step used; `sent` is what the bot sent to Discord on the tour.
 */
export async function walk({ steps, seed, transport, slowMs = 0, tour }: WalkPlan) {
  const random = createRandom(seed);
  const problems: string[] = [];
  const seen: string[] = [];
  // Every unforeseen error is logged.
  const log = pino({ level: 'error' }, { write: (line: string) => void seen.push(line) });
  const world = await startWorld({
    log,
    transport,
    // The audit channel's posts are in the server's language.
    discord: { serverLocale: tour ?? Locale.EnglishUS },
    environment: { GALAXY_COPY: 'on', QUOTA_PER_TOKEN: '1000000', TRANSFER_TYPED_ABOVE: '50' },
  });
  const { player, officer, visitor, game } = world;
  const walker = new Walker(world, random);
  const link = async (): Promise<void> => {
    // The steps of a login are found by their English labels.
    for (const person of [player, officer]) person.chooseLanguage(Locale.EnglishUS);
    await linkWithEverything(player, 'Vael Ondar');
    await linkWithEverything(officer, 'Marshal Iri Tosk');
  };
  while ((await player.run('galaxy map').response()).attachments.length === 0);
  await link();
  const sent = tour ? await walker.tour(officer, tour) : [];
  const slow = { times: Number.POSITIVE_INFINITY, fault: { kind: 'delay', milliseconds: slowMs } } as const;
  for (let step = 1; step <= steps; step += 1) {
    if (random.oneIn(10)) {
      const method = random.pick(['GET', 'GET', 'POST', 'PUT', 'DELETE']);
      game.faults.add({ method, fault: pickFrom(random, FAULTS) });
      // Then the outcome of a lost write can't be looked up either.
      if (random.oneIn(4)) game.faults.add({ method: 'GET', nth: 3, times: 9, fault: { kind: 'status', status: 503 } });
    }
    if (slowMs > 0 && random.oneIn(12)) game.faults.add(slow);
    await walker.step().catch((error: Error) => seen.push(error.message));
    game.faults.clear();
    if (step % STEPS_PER_LINK === 0) await link();
    problems.push(...seen.splice(0).map((problem) => `Seed ${seed}, step ${step}: ${problem} · ${walker.doing}`));
  }
  await link();
  visitor.chooseLanguage(Locale.EnglishUS);
  await linkWithEverything(visitor, 'Regent Oona Valdry');
  if (slowMs > 0) {
    game.faults.add(slow);
    // Many requests of one person at once, most of which end at the deadline.
    const names = game.world.characters().map(({ handle }) => handle);
    await officer.run('privileges grant', { privilege: 'ship view', character: names.slice(0, 12).join() }).response();
    await sleep(10_000);
    game.faults.clear();
  }
  for (const person of [player, officer, visitor]) {
    const before = game.world.requests(BALANCE);
    await person.run('credits balance').response();
    if (game.world.requests(BALANCE) === before) problems.push(`${person.username}'s last command sent no request`);
  }
  problems.push(...seen);
  await world.stop().catch((error: Error) => problems.push(error.message));
  const actions = commands.flatMap(({ name, actions = {} }) => Object.keys(actions).map((key) => `${name}/${key}`));
  const all = [...pathsOf(officer).map(({ name }) => name), ...actions];
  return { problems, sent, unused: all.filter((name) => !walker.uses.has(name)) };
}
