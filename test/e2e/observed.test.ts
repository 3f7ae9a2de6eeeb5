import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, pressForged } from '../support/world.ts';

const lines: string[] = [];
const world = useWorld('all', {
  log: createLogger({ level: 'debug' }, { write: (line) => void lines.push(line) }),
  environment: { METRICS_PORT: '0' },
});
const deployed = (file: string): string => fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url));

const fetchMetrics = (port = world.app.metricsPort) => fetch(`http://127.0.0.1:${port}/metrics`);
const readMetrics = async (): Promise<string> => await (await fetchMetrics()).text();

/** The value of a series, 0 if it doesn't exist yet. */
async function readSeries(series: string): Promise<number> {
  const line = (await readMetrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test('every log line of a command names its interaction', async () => {
  const before = lines.length;
  const handle = world.visitor.run('lookup', { handle: 'Vael Ondar' });
  await handle.response();
  const logged = lines.slice(before).map((line) => JSON.parse(line));
  expect(logged.map(({ msg }) => msg)).toContain('called the game service');
  for (const line of logged)
    expect(line).toMatchObject({ interactionId: handle.record.id, interaction: '/lookup', userId: world.visitor.id });
});

test.each([
  ['commlink_interactions_total{kind="command",result="answered"}', 'Vael Ondar'],
  ['commlink_interactions_total{kind="command",result="explained"}', 'x'.repeat(90)],
  ['commlink_acknowledge_seconds_count{kind="command"}', 'Vael Ondar'],
  ['commlink_answer_seconds_count{kind="command",command="lookup"}', 'Vael Ondar'],
  ['commlink_game_requests_total{operation="character.getByHandle",result="ok"}', 'Marshal Iri Tosk'],
  ['commlink_cache_reads_total{cache="handles",result="miss"}', 'Cass Orenn'],
  ['commlink_quota_granted_total{priority="interactive"}', 'Dorn Hesk'],
])('%s counts /lookup %s', async (series, handle) => {
  const before = await readSeries(series);
  await world.visitor.run('lookup', { handle }).response();
  await expect.poll(() => readSeries(series)).toBe(before + 1);
});

test('interactions that fail because the game is down count as unavailable, and the process says that it is ready', async () => {
  const series = 'commlink_interactions_total{kind="command",result="unavailable"}';
  const before = await readSeries(series);
  world.game.faults.add({ operation: 'character.getByHandle', times: 3, fault: { kind: 'status', status: 503 } });
  await world.visitor.run('lookup', { handle: 'Nela Brightwater' }).response();
  await expect.poll(() => readSeries(series)).toBe(before + 1);
  expect(await readSeries('commlink_ready')).toBe(1);
});

test("a custom id that isn't the bot's makes no new series", async () => {
  const series = 'commlink_answer_seconds_count{kind="component",command="unknown"}';
  const before = await readSeries(series);
  await (await pressForged(world, world.visitor, 'constructor/x/-/-')).response();
  await expect.poll(() => readSeries(series)).toBe(before + 1);
});

test('metrics have the type that Prometheus wants, and aren’t served on the public port', async () => {
  expect((await fetchMetrics()).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect((await fetchMetrics(world.app.webPort)).status).toBe(404);
});

describe('deploy/', () => {
  test.each(['alerts.yml', 'dashboard.json'])('%s names only metrics that there are', async (file) => {
    await linkCharacter(world.player, 'Vael Ondar');
    const text = await readMetrics();
    const names = readFileSync(deployed(file), 'utf8').match(/\b(commlink|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(text).toMatch(new RegExp(`^(# TYPE )?${name}\\b`, 'm'));
  });
});
