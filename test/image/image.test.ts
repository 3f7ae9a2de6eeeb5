import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The project files that the Dockerfile copies and .dockerignore keeps; its last match counts. */
function filesOfTheImage(): string[] {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  for (const rule of rules) expect(rule, 'a rule that this test understands').toMatch(/^(\*|!?[\w./-]+)$/);
  const ruleOf = (file: string) => rules.findLast((rule) => rule === '*' || isAtOrBelow(file, rule.replace('!', '')));
  const sources = [...read('Dockerfile').matchAll(/^(?:COPY|ADD) (.+) \S+$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  );
  const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  return files.filter(
    (file) => sources.some((source) => isAtOrBelow(file, source)) && ruleOf(file)?.startsWith('!') !== false,
  );
}

test('the image gets the bot, and nothing of the sandbox, the tests or the settings', () => {
  const files = filesOfTheImage();
  expect(files).toEqual(
    expect.arrayContaining(['package-lock.json', 'src/main.ts', 'src/register.ts', 'commands/index.ts']),
  );
  const isOfTheBot = /^(package(-lock)?\.json|deploy\/(bundle|entry)\.js|(src|commands)\/.*\.(ts|lua|css|js))$/;
  expect(files.filter((file) => !isOfTheBot.test(file) || /sandbox|test/.test(file))).toEqual([]);
});

test("the image's program is put together from the source tree, and names missing settings", async () => {
  const folder = makeTemporaryFolder();
  const env = { ...process.env, COMMIT: '0123456789abcdef' };
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/bundle.js', folder], {
    ...{ cwd: ROOT, env },
  });
  expect(readFileSync(join(folder, 'commlink.mjs'), 'utf8')).toContain('"0123456789abcdef".slice(');
  for (const words of [[], ['status'], ['doctor'], ['register']]) {
    const program = startProgram(join(folder, 'commlink.mjs'), {}, words);
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain('DISCORD_TOKEN is missing');
  }
}, 60_000);

test('compose runs both read-only, without capabilities and with limits; its Redis writes all to disk and wants the password of .env', () => {
  const { services, networks } = parse(read('docker-compose.yml'));
  const password = services.redis.environment.REDISCLI_AUTH;
  const careful = {
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    stop_grace_period: '30s',
    mem_limit: '1g',
    pids_limit: expect.any(Number),
    logging: { options: { 'max-size': '10m', 'max-file': '5' } },
  };
  const settings = `--requirepass ${password} --appendonly yes --appendfsync always --maxmemory 700mb --maxmemory-policy noeviction`;
  expect(password).toMatch(/^\$\{REDIS_PASSWORD:\?[^}]+\}$/);
  expect(services.bot).toMatchObject({ ...careful, environment: { REDIS_URL: `redis://:${password}@redis:6379` } });
  expect(services.redis).toMatchObject({ ...careful, user: 'redis' });
  // Metrics aren't published, and whoever reads them doesn't reach Redis.
  expect(services.bot).toMatchObject({ ports: ['127.0.0.1:3000:3000'], networks: ['default', 'metrics'] });
  expect([services.redis.networks, networks.metrics]).toEqual([undefined, { name: 'commlink-metrics' }]);
  expect(services.redis.command.join(' ')).toBe(`redis-server ${settings}`);
  expect(read('.env.example')).toContain('REDIS_PASSWORD=');
});

test.each(['check', 'release'])('each job of the workflow %s has its permissions, and each action a commit', (name) => {
  const { permissions, jobs } = parse(read(`.github/workflows/${name}.yml`));
  expect(permissions).toEqual({});
  for (const job of Object.values<{ permissions?: object; steps: { uses?: string }[] }>(jobs)) {
    expect(job.permissions).toBeDefined();
    for (const { uses } of job.steps) expect(uses ?? '@'.padEnd(41, '0')).toMatch(/@[0-9a-f]{40}$/);
  }
});
