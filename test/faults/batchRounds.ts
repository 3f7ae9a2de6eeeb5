import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { openStore } from '../../src/store/openStore.ts';
import { createBatches } from '../../src/writes/batches.ts';
import type { Batch } from '../../src/writes/batchKind.ts';
import { createFreeze } from '../../src/writes/freeze.ts';
import { PAY, type Payment } from './payKind.ts';
import type { Verdict } from './scenario.ts';
import type { Player, Stage } from './stage.ts';
import { waitUntil } from './waitUntil.ts';

const AT_ONCE = 2;
const ROWS = 100;
const PROGRESS_ROWS = 4;
/** A lease, a sweep and the look for what is still on its way. */
const PROGRESS_MS = 75_000;
const LOST_ROWS = 3;
const HANGS_MS = 25_000;
const ROLLED_BACK_MS = 2_500;
/** After this, a row in flight has arrived. */
const PAUSED_MS = 5_000;
const ENDS_MS = 300_000;
const WAYS = [
  'SIGKILL',
  'token revoked',
  'unlinked',
  'lost responses',
  'SIGTERM',
  'Redis rolled back',
  'lost requests',
  'a process hangs',
  'Redis killed',
  'frozen',
  'paused',
] as const;

/** Two people's batches of 100 transfers run, and something happens to them in each round. */
export async function runBatches(stage: Stage, say: (line: string) => void): Promise<Verdict> {
  const { plan, players, bots, game, tricks, redis, tokenKey } = stage;
  const store = await openStore({ redisUrl: redis?.url, file: '' }, pino({ level: 'silent' }));
  const batches = createBatches(store, createSealedStore(store, createSealer([Buffer.from(tokenKey, 'base64')])));
  const freeze = createFreeze(store);
  const random = createRandom(plan.seed);
  const begun: Batch[] = [];
  const recipients = stage.others.map((handle) => game.world.uidOf(handle));
  /** As far as the store says; Redis may be down. */
  const read = async (): Promise<Batch[]> =>
    (await Promise.all(begun.map(({ id }) => batches.get(id).catch(() => undefined)))).filter(
      (one) => one !== undefined,
    );
  const isOpen = ({ isReported }: Batch): boolean => !isReported;
  /** The reasons of a person's transfers; the game puts the name of the client behind them. */
  const reasonsOf = (uid: string): string[] =>
    game.world.logOf(uid).flatMap(({ sender, communication }) => (sender?.uid === uid ? [communication] : []));
  const countSent = (): number =>
    players.slice(0, AT_ONCE).reduce((count, { uid }) => count + reasonsOf(uid).length, 0);

  /** What Confirm stores. Its process is gone at once, so any other takes it over. */
  const begin = async ({ person, uid, handle }: Player): Promise<void> => {
    const number = String(begun.length).padStart(2, '0');
    const rows = Array.from({ length: ROWS }, (_, index): Payment => {
      const reason = `batch ${number} row ${String(index).padStart(3, '0')}`;
      return { to: recipients[index % recipients.length] ?? '', amount: 1, reason };
    });
    const batch: Batch = {
      ...{ id: randomUUID(), kind: PAY.name, version: 'first', startedAt: store.now(), baseline: { reasons: [] } },
      person: { id: person.id, name: person.username, mention: `<@${person.id}>`, locale: 'en-US' },
      character: { uid, name: handle },
      interaction: { token: 'none', applicationId: '1' },
      rows: rows.map((data) => ({ data, state: 'planned' })),
    };
    if (await batches.begin(batch)) begun.push(batch);
    await batches.wake(batch.id, 0);
  };
  const press = async (want: 'run' | 'pause'): Promise<void> => {
    for (const { id, pause } of await read()) {
      await batches.wish(id, want);
      if (pause) await batches.wake(id, 0);
    }
  };
  /** The next rows lose this on their way. */
  const lose = async (cuts: 'request' | 'response'): Promise<void> => {
    for (const { rows } of (await read()).filter(isOpen))
      for (const { data } of rows.filter(({ state }) => state === 'planned').slice(1, 1 + LOST_ROWS))
        tricks.set((data as Payment).reason, { cuts });
  };
  const progress = async (): Promise<void> => {
    const before = countSent();
    await waitUntil(() => countSent() >= before + PROGRESS_ROWS, PROGRESS_MS);
  };
  const revoke = async (): Promise<void> => {
    const [player] = players;
    const token = stage.calls.findLast(({ path }) => path.includes(`character/${player?.uid}/`))?.token ?? '';
    const query = new URLSearchParams({ token, client_id: stage.clientId });
    await fetch(`${game.url}/ws/oauth2/revoke/?${query}`);
    await sleep(PAUSED_MS);
    if (player) await stage.logIn(player);
    await press('run');
  };
  const unlink = async (): Promise<void> => {
    const [player] = players;
    await player?.person.run('logout').response();
    const isRunning = (await read()).some((one) => one.person.id === player?.person.id && one.finishedAt === undefined);
    if (isRunning) examples.push(`false: ${player?.handle} was unlinked while a batch ran`);
    if (player) await stage.logIn(player);
  };
  const happen = async (way: (typeof WAYS)[number]): Promise<void> => {
    const bot = bots[random.between(0, bots.length - 1)];
    if (way === 'SIGKILL') await bot?.kill();
    else if (way === 'SIGTERM') await bot?.terminate();
    else if (way === 'token revoked') await revoke();
    else if (way === 'unlinked') await unlink();
    else if (way === 'lost responses') await lose('response');
    else if (way === 'lost requests') await lose('request');
    else if (way === 'Redis killed') await redis?.crash();
    else if (way === 'Redis rolled back') {
      redis?.snapshot();
      await sleep(ROLLED_BACK_MS);
      await redis?.rollBack();
    } else if (way === 'a process hangs') {
      bot?.signal('SIGSTOP');
      await sleep(HANGS_MS);
      bot?.signal('SIGCONT');
    } else {
      if (way === 'frozen') await freeze.setFrozen({ isFrozen: true, by: 'faults', at: Date.now() });
      else await press('pause');
      await sleep(PAUSED_MS);
      const before = countSent();
      await sleep(PAUSED_MS);
      if (countSent() !== before) examples.push(`false: rows were sent while ${way}`);
      await freeze.setFrozen({ isFrozen: false, by: 'faults', at: Date.now() });
      await press('run');
    }
    void Promise.all(bots.map((one) => one.start()));
  };

  const examples: string[] = [];
  for (let round = 0; round < plan.kills; round += 1) {
    const open = (await read()).filter(isOpen);
    for (const player of players.slice(0, AT_ONCE))
      if (!open.some(({ person }) => person.id === player.person.id)) await begin(player).catch(() => {});
    await progress();
    await sleep(random.between(0, 1_500));
    const way = WAYS[round % WAYS.length] ?? 'SIGKILL';
    await happen(way);
    say(`${plan.name}: round ${round + 1}, ${way}, ${countSent()} transfers made`);
  }
  await Promise.all(bots.map((bot) => bot.start()));
  for (const until = Date.now() + ENDS_MS; Date.now() < until && (await read()).some(isOpen); await sleep(5_000))
    if ((await read()).some(({ pause }) => pause && pause.until === undefined)) await press('run').catch(() => {});

  const ended = await read();
  let [doubled, unknown] = [0, 0];
  for (const { character, rows } of ended) {
    const made = reasonsOf(character.uid);
    for (const row of rows) {
      const saysDone = ['done', 'found', 'already'].includes(row.state);
      const { reason } = row.data as Payment;
      const times = made.filter((one) => one.startsWith(reason)).length;
      if (times > 1) doubled += 1;
      if (times > 1) examples.unshift(`doubled: ${reason} was made ${times} times`);
      if (row.state === 'unknown') unknown += 1;
      else if (saysDone !== times > 0) examples.push(`false: ${reason} was made ${times} times and is ${row.state}`);
    }
  }
  const open = begun.filter(({ id }) => !ended.some((one) => one.id === id && !isOpen(one)));
  const untold = begun.filter(
    ({ person }) => players.find((one) => one.person.id === person.id)?.person.dm().length === 0,
  );
  await store.close();
  return {
    ...{ name: plan.name, kills: plan.kills, terms: plan.terms, confirmations: begun.length * ROWS, doubled, unknown },
    undelivered: open.length + untold.length,
    lies: examples.filter((line) => line.startsWith('false')).length,
    ...{ lost: 0, excused: 0, running: 0, answered: 0, badEnds: 0, slowestEndMs: 0 },
    examples: [...examples, ...open.map(({ id }) => `undelivered: batch ${id} has not ended`)],
  };
}
