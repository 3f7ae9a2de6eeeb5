import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { TEXTS } from '../../commands/galaxy/en.ts';
import { fetchPage, showList } from '../../commands/galaxy/lists/lists.ts';
import { showMap } from '../../commands/galaxy/map/map.ts';
import { toMapSystems } from '../../commands/galaxy/map/mapPicture.ts';
import { suggestPlaces } from '../../commands/galaxy/suggest.ts';
import { createNames } from '../../sandbox/game/seed/names.ts';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createGameService } from '../../sandbox/game/service.ts';
import type { GalaxyMap } from '../../src/charts/galaxyMap.ts';
import { createMaps } from '../../src/charts/render.ts';
import { Atlas } from '../../src/galaxy/atlas.ts';
import { createGalaxyCopy } from '../../src/galaxy/copy.ts';
import { createGalaxyReader } from '../../src/galaxy/galaxy.ts';
import { type GalaxyPlace, KINDS, type Kind } from '../../src/galaxy/places.ts';
import { createWalkJob, WALK_JOB } from '../../src/galaxy/walk.ts';
import { createGameClient } from '../../src/game/client.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { openStore } from '../../src/store/openStore.ts';
import { toKeeping } from '../support/collections.ts';
import { type Contest, perSecond, type Row } from './harness.ts';

const PLACES: Record<Kind, number> = { sectors: 200, systems: 1_000, planets: 4_800, stations: 2_500, cities: 1_500 };
const COUNT = Object.values(PLACES).reduce((sum, count) => sum + count);
type Context = Parameters<typeof showList>[0] & Parameters<typeof showMap>[0];

/** Pages of 20 in the reference service's lists, and the requests of one walk, in pages of 50. */
const PAGES: Record<Kind, number> = { sectors: 8, systems: 54, planets: 216, stations: 28, cities: 44 };
const WALK_REQUESTS = 143;
const ENDINGS = ['Prime', 'Major', 'II', 'IV', 'Minor', 'Dock', 'Landing'];
/** What 100 people do in an hour. */
const HOUR = { flips: 5_000, autocompletes: 2_000, maps: 200 };
/** Pages that were fetched were good for ten minutes. */
const CACHES_AN_HOUR = 6;
const PEER = 'a linear scan that tolerates as many errors';
const MEASURED_MS = 700;

/** What the copy of the galaxy saves, and what it costs this process. */
export const galaxyRows: Row[] = [
  {
    name: 'an hour of 100 people in /galaxy',
    unit: 'requests',
    against: 'without the copy, pages cached for 10 minutes',
    target: { of: 'ours', atMost: WALK_REQUESTS },
    slices: 1,
    rounds: 1,
    open: async () => ({ ours: () => browse(true), peer: () => browse(false) }),
  },
  {
    name: `autocomplete over ${COUNT} places`,
    unit: '1/s',
    against: PEER,
    target: { of: 'ratio', atLeast: 20 },
    slices: 3,
    open: openSearch,
  },
  {
    name: "event loop's p99 delay while maps are drawn",
    unit: 'ms',
    against: 'an idle process',
    target: { of: 'ratio', atMost: 1.5 },
    slices: 3,
    open: openMaps,
  },
  {
    name: 'map of 1,000 systems with territories',
    unit: 'ms',
    against: 'the same systems as plain dots',
    target: { of: 'ratio', atMost: 2 },
    open: openTerritories,
  },
];

/** Requests counted by the service. Without the copy, it's each page every ten minutes. */
async function browse(isCopied: boolean): Promise<number> {
  const log = pino({ level: 'silent' });
  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await createGameService({ limitPerHour: 100_000 }), (it) => it.close());
  const queue = openQuota({ perToken: 100_000 });
  const baseUrl = new URL(service.baseUrl);
  const client = stack.adopt(createGameClient({ baseUrl, queue, log }), (it) => it.close());
  const game = client.actingAs(undefined);
  const counted = () => KINDS.reduce((sum, kind) => sum + service.world.requests(`galaxy.${kind}.list`), 0);
  const turns = Array.from({ length: HOUR.flips }, (_, flip) => {
    const kind = KINDS[flip % KINDS.length] ?? 'systems';
    return { kind, page: 1 + (Math.floor(flip / KINDS.length) % PAGES[kind]) };
  });
  if (!isCopied) {
    for (let window = 0; window < CACHES_AN_HOUR; window += 1) {
      const store = stack.adopt(await openStore({ file: ':memory:' }, log), (it) => it.close());
      const context = {
        game,
        texts: TEXTS.en,
        services: toKeeping(store),
        usage: { budgets: new Set<string>(), cached: 0 },
      };
      const share = HOUR.flips / CACHES_AN_HOUR;
      for (const { kind, page } of turns.slice(window * share, (window + 1) * share))
        await fetchPage(context as unknown as Context, kind, page);
    }
    return counted();
  }
  const store = stack.adopt(await openStore({ file: ':memory:' }, log), (it) => it.close());
  const copy = createGalaxyCopy(store);
  const jobs = createJobs([createWalkJob(copy, () => game)], { store, log, pollMs: 5 });
  stack.defer(jobs.stop);
  jobs.start();
  while ((await jobs.stateOf(WALK_JOB))?.finishedAt === undefined) await pause(20);
  const reader = createGalaxyReader(copy, log);
  await reader.refresh();
  const { atlas } = reader.now();
  const context = toContext(atlas);
  for (const { kind, page } of turns) await showList(context, { kind, sort: 'name' }, page);
  const suggest = suggestPlaces();
  const queries = toQueries(atlas.list('planets'));
  for (let each = 0; each < HOUR.autocompletes; each += 1)
    await suggest({ ...context, me: undefined, given: {}, typed: queries[each % queries.length] ?? '' });
  const placed = atlas.list('systems').filter((system) => atlas.positionOf(system));
  for (const { uid } of placed.slice(0, HOUR.maps)) await showMap(context, mapArgs(uid));
  return counted();
}

function mapArgs(around: string) {
  return { around, zoom: -9, color: 'owner' } as const;
}

/** What the handlers need of a context. */
function toContext(atlas: Atlas): Context {
  const galaxy = { now: () => ({ atlas, completedAt: new Date() }) };
  const services = { galaxy, maps: createMaps(), bookmarks: { of: async () => [] } };
  const deadline = { signal: new AbortController().signal };
  const texts = TEXTS.en;
  return { texts, services, deadline, person: { id: '1' } } as unknown as Context;
}

/** The same places in each run, with names like the reference service's. */
function createPlaces(): GalaxyPlace[] {
  const random = createRandom(7);
  const names = createNames(random);
  const uidOf = (kind: Kind, index: number) => `${KINDS.indexOf(kind) + 1}:${index}`;
  const inside = (kind: Kind) => ({ uid: uidOf(kind, random.between(0, PLACES[kind] - 1)), name: '' });
  return KINDS.flatMap((kind) =>
    Array.from({ length: PLACES[kind] }, (_, index) => ({
      kind,
      uid: uidOf(kind, index),
      name: names.compound((word) => (index % 3 === 0 ? word : `${word} ${ENDINGS[index % ENDINGS.length]}`)),
      controlledBy: { uid: `20:${index % 40}`, name: `Faction ${index % 40}` },
      sector: inside('sectors'),
      ...(kind === 'systems' && { x: random.between(0, 1_000), y: random.between(0, 600) }),
      ...(kind !== 'systems' && { system: inside('systems') }),
      ...(kind === 'planets' && { population: random.between(0, 1_000_000) }),
    })),
  );
}

function toAtlas(places: readonly GalaxyPlace[]): Atlas {
  const atlas = new Atlas();
  for (const place of places) atlas.add(place.kind, [place]);
  return atlas;
}

/** What people type: names letter by letter, every fifth with a letter wrong. */
function toQueries(places: readonly GalaxyPlace[]): string[] {
  return places
    .filter((_, index) => index % 97 === 0)
    .flatMap(({ name }, index) => {
      const typed = index % 5 === 0 ? `${name.slice(0, 2)}z${name.slice(3)}` : name;
      return [2, 3, 4, 6, 9].map((length) => typed.slice(0, length));
    });
}

function openSearch(): Contest {
  const places = createPlaces();
  const atlas = toAtlas(places);
  const names = places.map(({ name }) => name.toLowerCase());
  const queries = toQueries(places);
  const next = { ours: 0, peer: 0 };
  const query = (side: keyof typeof next): string => queries[next[side]++ % queries.length] ?? '';
  return {
    ours: perSecond(12, 1, async () => void atlas.search(query('ours'), 25)),
    peer: perSecond(12, 1, async () => void scan(names, query('peer').toLowerCase())),
  };
}

/** Each name by the edits that lead from what was typed to its beginning. */
function scan(names: readonly string[], typed: string): { index: number; edits: number }[] {
  const most = typed.length < 3 ? 0 : Math.round(typed.length / 4);
  return names
    .map((name, index) => ({ index, edits: Math.min(...name.split(' ').map((word) => prefixEdits(typed, word))) }))
    .filter(({ edits }) => edits <= most)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, 25);
}

function prefixEdits(typed: string, word: string): number {
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let from = 1; from <= typed.length; from += 1) {
    const above = row;
    row = [from];
    for (let to = 1; to <= word.length; to += 1) {
      const isSame = typed[from - 1] === word[to - 1];
      const kept = (above[to - 1] ?? 0) + (isSame ? 0 : 1);
      row.push(Math.min(kept, (above[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1));
    }
  }
  return Math.min(...row);
}

/** One map after the other, of all systems around another one each time. */
function openMaps(): Contest {
  const atlas = toAtlas(createPlaces());
  const context = toContext(atlas);
  const systems = atlas.list('systems');
  let drawn = 0;
  const draw = async (): Promise<void> => {
    const endsAt = performance.now() + MEASURED_MS;
    while (performance.now() < endsAt) await showMap(context, mapArgs(systems[drawn++ % systems.length]?.uid ?? ''));
  };
  return { ours: () => delayDuring(draw), peer: () => delayDuring(() => pause(MEASURED_MS)) };
}

/** The base is a map of gray dots alone. Both are drawn in the maps' own thread, each with another
 * middle, so that none is in the cache. */
function openTerritories(): Contest {
  const atlas = toAtlas(createPlaces());
  const { render, close } = createMaps();
  const placed = atlas.list('systems').map((place) => ({ place, point: { x: place.x ?? 0, y: place.y ?? 0 } }));
  const dots = toMapSystems(atlas, placed).map(({ group, groupName, ...dot }) => dot);
  const owned = dots.map((dot) => {
    const number = Math.floor(dot.x / 130) + 8 * Math.floor(dot.y / 120);
    return { ...dot, group: `20:${number}`, groupName: `Union of Miners ${number}` };
  });
  const toMap = (systems: GalaxyMap['systems']) => ({
    ...{ title: '1,000 systems', style: 'colors' as const, systems, legend: [], none: 'no owner' },
    ...{ marks: [], elsewhere: [], radius: 550, reach: 28, scale: 200, scaleLabel: '200 units' },
  });
  let drawn = 0;
  const draw = (map: ReturnType<typeof toMap>) => async (): Promise<number> => {
    const wait = { person: '1', signal: new AbortController().signal };
    const startedAt = performance.now();
    await render({ ...map, middle: { x: 500 + drawn++ / 1_000, y: 300 } }, wait);
    return performance.now() - startedAt;
  };
  return { ours: draw(toMap(owned)), peer: draw(toMap(dots)), close };
}

async function delayDuring(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay();
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}
