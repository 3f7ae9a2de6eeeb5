import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../sandbox/game/faults.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/openStore.ts';
import { raw } from '../support/collections.ts';
import { fromApt, onPath } from '../support/machine/find.ts';
import { freePort } from '../support/machine/redis.ts';
import { labelsOf } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { type Program, startProgram } from '../support/program.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const RULES = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url));
const CLOCK = fileURLToPath(new URL('../faults/shiftedClock.ts', import.meta.url));
const TARGET = 'job="commlink",instance="a"';
const NAMES = new Set(readFileSync(RULES, 'utf8').match(/\b(commlink|nodejs)_[a-z0-9_]+/g));
const CALM_MINUTES = 16;
const DOWN = { kind: 'status', status: 503 } as const;
const LACKING = 'promtool is in the package prometheus';
const promtool = onPath(['promtool']) ?? fromApt('prometheus', ['promtool']);

type Scrape = Map<string, string>;
/** `each`: what happens in every minute from the first on. */
type Options = { minutes?: number; environment?: object } & Partial<Record<'talk' | 'each' | 'end', () => unknown>>;
/** A cause, the alerts with the minute in which they fire, and what happens in the first minute. */
type Scenario = [cause: string, fires: Record<string, unknown>, first: () => unknown, options?: Options];

const folder = makeTemporaryFolder();
const redis = await openRedisProxy(await emptyDatabase(inject('redisUrl')));
const world = useWorld('all', { environment: { REDIS_URL: redis.url }, discord: { identifyIntervalMs: 0 } });
let bot: Program;
let port: number;
beforeAll(async () => {
  await linkWithEverything(world.player, 'Vael Ondar');
  await linkWithEverything(world.officer, 'Marshal Iri Tosk');
  await world.app.stop();
});
afterAll(redis.cut);

const breakGame = (operation: string, fault: Fault, times = Number.POSITIVE_INFINITY) =>
  world.game.faults.add({ ...(operation && { operation }), fault, times });
/** Four at a time, so that none is late. */
async function many(times: number, run: (turn: number) => unknown): Promise<void> {
  const turns = Array.from({ length: times }, (_, turn) => turn);
  for (; turns.length > 0; ) await Promise.allSettled(turns.splice(0, 4).map(run));
}
const lookUp = (handle: string) => world.visitor.run('lookup', { handle }).response();
const suggest = () => world.player.autocomplete('lookup', { handle: 'V' }, 'handle');
const readBalance = () => world.player.run('credits balance').response();
const talk = () => Promise.all([world.visitor.run('help').response(), readBalance()]);

/** Breaks the first try and the three others of each answer. */
async function leaveUnanswered(times: number): Promise<void> {
  world.discord.faults.next({ path: /callback/, what: 'reset', times: 4 * times });
  await many(times, () => world.visitor.run('help').response());
}

/** Finds what no release writes, and so fails with a code. */
async function lookUpBroken(): Promise<void> {
  const store = await openStore(readConfig(world.environment).store, pino({ level: 'silent' }));
  await store.collection(raw('handles', z.unknown())).set('broken', { character: 'inner text' });
  await store.close();
  await lookUp('Broken');
}

/** Node notes a pause only if its timer ran between the last scrape and it, and again after it. */
async function pause(ms: number): Promise<void> {
  await sleep(100);
  bot.process.kill('SIGSTOP');
  await sleep(ms);
  bot.process.kill('SIGCONT');
  await sleep(100);
}

async function loseResponses(): Promise<void> {
  const { player, officer } = world;
  for (const operation of ['credits.transfer', 'messages.create', 'messages.delete', 'privileges.update'])
    breakGame(`character.${operation}`, { kind: 'cut', at: 'before' }, 1);
  const message = `38:${world.game.world.messagesOf(world.game.world.uidOf('Vael Ondar')).at(-1)?.id}`;
  player.run('msg send', { to: 'Dorn Hesk', text: 'Hello' });
  const recipient = 'Marshal Iri Tosk';
  const privilege = { privilege: 'pilot ships', character: 'Dorn Hesk' };
  for (const [person, asked] of [
    [player, player.run('credits transfer', { amount: 500, recipient })],
    [player, player.run('msg delete', { message })],
    [officer, officer.run('privileges grant', privilege)],
  ] as const) {
    const question = await asked.response();
    person.press(question, labelsOf(question).find((label) => /^(Send|Delete|Confirm)/.test(label ?? '')) ?? '');
  }
  const isLost = ([name, value]: [string, string]) => name.includes('outcome_unknown') && value === '1';
  await expect.poll(async () => [...(await scrape())].filter(isLost).length, { timeout: 20_000 }).toBe(4);
}

const SCENARIOS: Scenario[] = [
  [
    'one of each: a lost answer, an error, a failed request, a person without requests left',
    {},
    async () => {
      await leaveUnanswered(1);
      await lookUpBroken();
      breakGame('character.getByHandle', DOWN, 3);
      await lookUp('Nela Brightwater');
      await many(60, (turn) => lookUp(`Nobody ${turn}`));
    },
    { environment: { QUOTA_PER_ADDRESS: '100' } },
  ],
  [
    'Redis is away for over an hour',
    { NotReady: 3, Unavailable: 5 },
    async () => {
      redis.cut();
      const isReady = async () => (await scrape()).get(`commlink_ready{${TARGET}}`);
      await expect.poll(isReady, { timeout: 20_000 }).toBe('0');
    },
    { minutes: 70, end: redis.reopen },
  ],
  ['the game answers with 503', { GameUnavailable: 4, Unavailable: 5 }, () => breakGame('', DOWN), { minutes: 6 }],
  ['Discord refuses three answers', { LeavesPeopleUnanswered: 1 }, () => leaveUnanswered(3)],
  [
    'three errors with a code, among many suggestions',
    { Fails: 1 },
    async () => {
      for (let turn = 0; turn < 3; turn += 1) await lookUpBroken();
    },
    { talk: () => many(21, (turn) => (turn ? suggest() : talk())) },
  ],
  [
    'the process stands still for 2.3 seconds while three people wait',
    { AcknowledgesLate: 1 },
    async () => {
      const hold = breakGame('character.credits.get', { kind: 'hold' }, 3);
      const waiting = many(3, readBalance);
      await hold.reached;
      await pause(2_300);
      hold.release();
      await waiting;
    },
  ],
  [
    'the process stands still for most of the time',
    { EventLoopBlocked: 6 },
    () => {},
    { minutes: 8, talk: () => {}, each: () => pause(700) },
  ],
  ['a response to each of the four kinds of changes is cut', { OutcomesUnknown: 1 }, loseResponses],
  [
    'the game says that others have used up the requests',
    { QuotaSpent: 1, QuotaLow: 6 },
    () => breakGame('', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, 1),
    // Soon, more than half of the requests aren't sent.
    { minutes: 8, each: () => many(10, readBalance), environment: { QUOTA_PER_ADDRESS: '600' } },
  ],
  [
    'changes stay frozen',
    { Frozen: 61 },
    () => runOperator(world.environment, ['freeze']),
    { minutes: 62, end: () => runOperator(world.environment, ['thaw']) },
  ],
  [
    'the game refuses to list the galaxy',
    { JobFails: expect.closeTo(16, -1) },
    () => breakGame('', { kind: 'error', code: 'refused', message: 'Not now' }),
    {
      // The clock runs at the speed of these minutes.
      environment: {
        ...{ REDIS_URL: '', DATABASE_FILE: join(folder, 'jobs.sqlite'), GALAXY_COPY: 'on' },
        ...{ NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_SPEED: '60' },
      },
      ...{ minutes: 25, talk: () => {}, each: () => sleep(1_000) },
    },
  ],
  [
    'the game rejects three logins',
    { RefreshesRejected: 1 },
    async () => {
      breakGame('character.credits.get', { kind: 'status', status: 401, message: 'Access Token Not Recognized' });
      const refused = { body: '{"error": "invalid_grant"}', headers: { 'content-type': 'application/json' } };
      breakGame('oauth.token', { kind: 'status', status: 400, ...refused });
      for (let turn = 0; turn < 3; turn += 1) await readBalance();
    },
  ],
  [
    'the process is killed',
    { Down: 3 },
    () => bot.process.kill('SIGKILL'),
    { talk: () => bot.process.killed || talk() },
  ],
];

/** The series that alerts read, as Prometheus names them. */
async function scrape(): Promise<Scrape> {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`)
    .then((response) => response.text())
    .catch(() => '');
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].flatMap(([, name = '', labels, value = '']) => {
    // Prometheus renames a label that the target has too.
    const own = labels?.replaceAll(/(?<=^|,)(?=(job|instance)=)/g, 'exported_');
    return NAMES.has(name) ? [[`${name}{${[TARGET, own ?? []].flat()}}`, value] as const] : [];
  });
  return new Map([[`up{${TARGET}}`, text ? '1' : '0'], ...series]);
}

/** Gives one scrape a minute to Prometheus' rules, beside a busy process of another job. `bound`:
 * replaces a bucket's whole number. */
function evaluate(minutes: readonly Scrape[], bound: string): Record<string, number> {
  const names = [...new Set(minutes.flatMap((minute) => [...minute.keys()]))];
  const input_series = names.map((series) => {
    const values = minutes.map((minute, at) => minute.get(series) ?? (minutes[at - 1]?.has(series) ? 'stale' : '_'));
    return { series: series.replace(/\ble="(\d+)"/, `le="${bound}"`), values: values.join(' ') };
  });
  input_series.push({ series: 'nodejs_eventloop_lag_p99_seconds{job="other"}', values: `9x${minutes.length}` });
  const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
  const promql_expr_test = minutes.map((_, at) => ({ expr, eval_time: `${at}m` }));
  const file = join(folder, 'recorded.json');
  const tests = [{ interval: '1m', input_series, promql_expr_test }];
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], tests }));
  // It expects nothing, and names what it got.
  const { stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/SUCCESS|got:/);
  const found = (stdout + stderr).matchAll(/time: (?:(\d+)h)?(?:(\d+)m)?[\s\S]*?got:(.*)/g);
  const fired = [...found].flatMap(([, hours = 0, rest = 0, got = '']) =>
    [...got.matchAll(/alertname=\\?"Commlink(\w+)/g)].map(([, name]) => [name, +hours * 60 + +rest - CALM_MINUTES]),
  );
  return Object.fromEntries(fired.toReversed());
}

test('each panel of the dashboard says what it shows, and Prometheus can read its queries', ({ skip }) => {
  const { panels } = JSON.parse(readFileSync(RULES.replace('alerts.yml', 'dashboard.json'), 'utf8'));
  const rules = panels.flatMap((panel: { id: number; targets: { expr: string; refId: string }[] }) => {
    expect(panel).toMatchObject({ description: expect.stringMatching(/.{20}\.$/) });
    return panel.targets.map(({ expr, refId }) => ({
      record: `panel_${panel.id}${refId}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
  });
  if (promtool === undefined) return skip(LACKING);
  const file = join(folder, 'queries.json');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(spawnSync(promtool, ['check', 'rules', file], { encoding: 'utf8' }).stdout).toContain(`${rules.length} rules`);
});

test.for(SCENARIOS)('each alert fires for its cause alone: %s', { timeout: 90_000 }, async (scenario, { skip }) => {
  if (promtool === undefined) return skip(LACKING);
  const [, fires, first, { minutes = 3, environment, end, ...options } = {}] = scenario;
  port = await freePort();
  const started = startProgram('src/boot.js', { ...world.environment, METRICS_PORT: `${port}`, ...environment });
  bot = started;
  onTestFinished(() => void started.process.kill('SIGKILL'));
  await bot.says('Commlink is up');
  const scrapes: Scrape[] = [];
  while (scrapes.length <= CALM_MINUTES + minutes) {
    if (scrapes.length === CALM_MINUTES + 1) await first();
    if (scrapes.length > CALM_MINUTES) await options.each?.();
    await (options.talk ?? talk)();
    scrapes.push(await scrape());
  }
  await end?.();
  bot.process.kill('SIGTERM');
  await bot.ended;
  // Prometheus 3 stores le="2" as le="2.0".
  for (const bound of ['$1', '$1.0']) expect(evaluate(scrapes, bound)).toEqual(fires);
});
