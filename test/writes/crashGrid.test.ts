import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GameError } from '../../src/game/errors.ts';
import { TRANSITIONS, type TransitionName } from '../../src/writes/transitions.ts';
import {
  CHANGE_KINDS,
  type ChangeKind,
  createGridWorld,
  type Death,
  loseRequests,
  type Process,
  SHOWN,
  type Shown,
  type World,
} from './gridWorld.ts';

const README = new URL('../faults/README.md', import.meta.url);
const MARKED = /(<!-- grid:begin -->\n)[\s\S]*(<!-- grid:end -->)/;
/** A dead process's requests have arrived, and its lease is over. */
const TAKEN_OVER_MS = 31_000;

/** Leads a process to the transition. Why it can't be reached: a sentence. */
type Drive = ((process: Process, world: World) => Promise<unknown>) | string;

const unlinked = () => Promise.reject(new GameError({ code: 'not_linked' }));
const rejected = () => Promise.reject(new GameError({ code: 'token_rejected' }));
const ONLY_LISTS = 'A single change has no process that works on rows.';
const ONLY_SINGLE = 'A list has no outcome of its own, and no note.';
const ALL = ['asked', 'change'];

const confirm: Drive = (process) => process.confirm();

/** The first process dies while a row is at the game; this one takes the change over. */
async function afterCrash(world: World, at: Death['at'] = 'settleRow'): Promise<void> {
  const first = world.start({ at, when: 'before' });
  await Promise.race([first.confirm(), first.death]);
  world.now += TAKEN_OVER_MS;
}

/** How a process gets to each transition. A new transition without a row doesn't compile. */
const DRIVES: Record<TransitionName, Record<ChangeKind, Drive>> = {
  begin: { single: confirm, payments: confirm, privileges: confirm },
  markUnsent: {
    async single(process, world) {
      const first = world.start({ at: 'begin', when: 'before' });
      await Promise.race([first.confirm(), first.death]);
      world.now += TAKEN_OVER_MS;
      await process.resume();
    },
    payments: ONLY_SINGLE,
    privileges: ONLY_SINGLE,
  },
  markLost: { single: ONLY_LISTS, payments: pressLost, privileges: pressLost },
  drop: {
    single: (process) => process.drop(),
    payments: (process) => process.drop(),
    privileges: (process) => process.drop(),
  },
  adopt: {
    single: 'It only reads formats before the first release.',
    payments: 'It only reads formats before the first release.',
    privileges: 'It only reads formats before the first release.',
  },
  restore: { single: restoreLost, payments: restoreLost, privileges: restoreLost },
  resume: { single: ONLY_LISTS, payments: confirm, privileges: confirm },
  markSending: { single: ONLY_LISTS, payments: confirm, privileges: confirm },
  settleRow: { single: ONLY_LISTS, payments: confirm, privileges: confirm },
  compare: {
    single: ONLY_LISTS,
    payments: confirm,
    async privileges(process, world) {
      // The preview's values are too old.
      world.now += 3 * 60_000;
      await process.confirm();
    },
  },
  readBack: { single: ONLY_LISTS, payments: 'Payments are proved by the log, not read back.', privileges: confirm },
  pause: { single: ONLY_LISTS, payments: pauseFirst, privileges: pauseFirst },
  cancelRest: { single: ONLY_LISTS, payments: cancelFirst, privileges: cancelFirst },
  giveUpRows: { single: ONLY_LISTS, payments: giveUp, privileges: giveUp },
  end: { single: ONLY_LISTS, payments: confirm, privileges: confirm },
  keepOutcome: { single: confirm, payments: ONLY_SINGLE, privileges: ONLY_SINGLE },
  merge: { single: mergeKnown, payments: mergeKnown, privileges: mergeKnown },
  findUnknown: { single: 'Its outcome is kept as a whole.', payments: findUnknown, privileges: findUnknown },
  leaveOut: {
    single: ONLY_LISTS,
    payments: "This list doesn't pay: the orders test leaves out what was paid meanwhile.",
    privileges: 'Only payments are compared with what was paid meanwhile.',
  },
  noteMessage: { single: 'Its receipt replaces its message.', payments: noteMessage, privileges: noteMessage },
  markNotified: {
    async single(process, world) {
      await afterCrash(world, 'keepOutcome');
      await process.resume();
    },
    payments: confirm,
    privileges: confirm,
  },
  noteRecording: { single: recordLate, payments: recordLate, privileges: recordLate },
  release: {
    async single(process) {
      process.on.link = unlinked;
      await process.confirm();
    },
    payments: expireMeanwhile,
    privileges: expireMeanwhile,
  },
};

async function pressLost(process: Process, world: World): Promise<void> {
  await afterCrash(world);
  world.lose(['change']);
  await process.press('pause');
}

async function restoreLost(process: Process, world: World): Promise<void> {
  await process.confirm();
  world.lose(ALL);
  await process.sweep();
}

async function mergeKnown(process: Process, world: World): Promise<void> {
  await process.confirm();
  world.generation += 1;
  await process.sweep();
}

async function pauseFirst(process: Process): Promise<void> {
  process.on.response = () => process.direct('pause');
  await process.confirm();
}

async function cancelFirst(process: Process): Promise<void> {
  process.on.response = () => process.direct('cancel');
  await process.confirm();
}

async function giveUp(process: Process, world: World): Promise<void> {
  await afterCrash(world);
  await process.direct('cancel');
  process.on.reading = rejected;
  await process.resume();
}

async function findUnknown(process: Process, world: World): Promise<void> {
  const [row = ''] = world.rows;
  process.on.response = async (sent) => {
    if (sent !== row) return;
    world.ledger = world.ledger.filter((one) => one !== row);
    throw new GameError({ code: 'outcome_unknown', reason: 'cut' });
  };
  await process.confirm();
  world.ledger.push(row);
  await process.checkAgain();
}

async function noteMessage(process: Process): Promise<void> {
  process.on.response = () => process.noteMessage();
  await process.confirm();
}

async function recordLate(process: Process, world: World): Promise<void> {
  process.on.isTrailAway = true;
  await process.confirm();
  process.on.isTrailAway = false;
  world.now += TAKEN_OVER_MS;
  await process.resume();
}

async function expireMeanwhile(process: Process, world: World): Promise<void> {
  const { begin } = process.changes;
  process.changes.begin = async (...given) => {
    world.now += 15 * 60_000;
    return await begin(...given);
  };
  await process.confirm();
}

const visited = new Set<TransitionName>();
const cells = new Map<string, string>();

/** A process dies at the transition, and another one takes over. Returns what came of it. */
async function play(kind: ChangeKind, death: Death, shown: Shown): Promise<string | undefined> {
  const drive = DRIVES[death.at][kind];
  if (typeof drive === 'string') return undefined;
  const world = createGridWorld(kind);
  await world.start().ask();
  // The process of the preview confirms it, too.
  const dying = world.start(death);
  await dying.ask();
  await Promise.race([drive(dying, world), dying.death]);
  expect(world.visited, 'the transition was reached').toContain(death.at);
  visited.add(death.at);
  if (shown === 'not found') loseRequests(world);
  world.isReadable = shown !== 'unreadable';
  world.now += TAKEN_OVER_MS;

  const living = world.start();
  for (let tries = 0; tries < 3; tries += 1) await living.resume();
  world.isReadable = true;
  if (world.stateOf()?.phase === 'begun') {
    if (kind !== 'single') await living.press('resume');
    for (let tries = 0; tries < 3; tries += 1) {
      world.now += TAKEN_OVER_MS;
      await living.resume();
    }
  }
  const isConfirmable = world.stateOf() === undefined;
  if (isConfirmable) await living.confirm();

  for (const row of world.rows) {
    const times = world.ledger.filter((one) => one === row).length;
    expect(times, `${row} was done ${times} times`).toBeLessThanOrEqual(1);
  }
  const told = world.told.at(-1);
  const recorded = world.trail.at(-1);
  for (const words of world.told) expectTrue(world, words);
  const state = world.stateOf();
  const isDropped = state?.rows.every((row) => row.state === 'canceled') && recorded === undefined;
  if (state?.phase === 'ended' && !isDropped) {
    expect(told, 'told').toBeDefined();
    // What a press found is recorded even if its process dies before it answers.
    if (death.at !== 'findUnknown') expect(recorded, 'in the trail').toBe(told);
    if (recorded !== undefined) expectTrue(world, recorded);
    expect(state.isNotified ?? kind === 'single').toBe(true);
  }
  const counts = world.rows.map((row) => world.ledger.filter((one) => one === row).length).join('');
  const words = isDropped ? 'canceled before it began' : (told ?? 'nothing');
  return `${isConfirmable ? 'again: ' : ''}${counts} ${words}`;
}

/** What people read agrees with what the game has done. */
function expectTrue(world: World, words: string): void {
  if (words === 'nothing was sent') return;
  const states = words.split(' ');
  if (states.length !== world.rows.length) return;
  for (const [index, state] of states.entries()) {
    const isDone = world.ledger.includes(world.rows[index] ?? '');
    if (['done', 'found', 'already'].includes(state)) expect(isDone, `${words}: row ${index}`).toBe(true);
    if (['canceled', 'failed', 'refused'].includes(state)) expect(isDone, `${words}: row ${index}`).toBe(false);
  }
}

describe.each(TRANSITIONS)('a process that dies at the transition %s', (at) => {
  test.each(CHANGE_KINDS)('does nothing twice and tells the truth in the end: %s', async (kind) => {
    for (const when of ['before', 'after'] as const)
      for (const shown of SHOWN) {
        const cell = await play(kind, { at, when }, shown);
        if (cell !== undefined) cells.set([at, kind, when, shown].join(), cell);
      }
  });
});

test('every transition that can be reached was', () => {
  const reachable = TRANSITIONS.filter((at) => CHANGE_KINDS.some((kind) => typeof DRIVES[at][kind] !== 'string'));
  expect([...visited].toSorted()).toEqual([...reachable].toSorted());
});

test('the grid is that of test/faults/README.md', () => {
  const page = readFileSync(README, 'utf8');
  const grid = page.replace(MARKED, (_, begin: string, end: string) => `${begin}${toTable()}${end}`);
  if (process.env['GRID'] === 'write') writeFileSync(README, grid);
  expect(grid).toBe(page);
});

/** A line for each transition, kind and moment; cells that are the same stand once. */
function toTable(): string {
  const lines = TRANSITIONS.flatMap((at) =>
    CHANGE_KINDS.flatMap((kind) => {
      const drive = DRIVES[at][kind];
      if (typeof drive === 'string') return [`    ${at.padEnd(14)} ${kind.padEnd(11)} -       ${drive}`];
      return (['before', 'after'] as const).map((when) => {
        const all = SHOWN.map((shown) => cells.get([at, kind, when, shown].join()) ?? '');
        const isSame = new Set(all).size === 1;
        return `    ${at.padEnd(14)} ${kind.padEnd(11)} ${when.padEnd(7)} ${isSame ? all[0] : all.join(' | ')}`;
      });
    }),
  );
  return `${lines.join('\n')}\n`;
}
