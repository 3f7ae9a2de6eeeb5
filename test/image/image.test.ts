import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The project's files that the Dockerfile copies: of what it names, what .dockerignore leaves; the last line that fits counts. */
function filesOfTheImage(): string[] {
  const rules = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const rule of rules) expect(rule, 'a rule that this test understands').toMatch(/^(\*|!?[\w./-]+)$/);
  const isIgnored = (file: string): boolean =>
    rules.findLast((rule) => rule === '*' || isAtOrBelow(file, rule.replace('!', '')))?.startsWith('!') === false;
  const sources = [...read('Dockerfile').matchAll(/^(?:COPY|ADD) (.+) \S+$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  );
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files.split('\n').filter((file) => sources.some((source) => isAtOrBelow(file, source)) && !isIgnored(file));
}

describe('the image', () => {
  const files = filesOfTheImage();
  const sources = files.filter((file) => file.endsWith('.ts'));

  test('holds the bot, and nothing of the sandbox, the tests or the settings', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package-lock.json',
        'src/main.ts',
        'src/register.ts',
        'src/web/browser/style.css',
        'commands/index.ts',
      ]),
    );
    expect(files.filter((file) => !/^(package(-lock)?\.json|(src|commands)\/.*\.(ts|lua|css|js))$/.test(file))).toEqual(
      [],
    );
    expect(files.filter((file) => /sandbox|test/.test(file))).toEqual([]);
  });

  test('holds everything that its files import: files that are copied, packages that are no development dependencies', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const missing = sources.flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:import|export)\b(?! type\b)[^'";]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)]
        .map(([, from, dynamic]) => from ?? dynamic ?? '')
        .filter((target) => {
          if (target.startsWith('.')) return !files.includes(join(dirname(file), target));
          const name = target
            .split('/')
            .slice(0, target.startsWith('@') ? 2 : 1)
            .join('/');
          return !target.startsWith('node:') && dependencies[name] === undefined;
        })
        .map((target) => `${file}: ${target}`),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  type Service = { command: string[]; environment: Record<string, string> } & Record<string, unknown>;
  const { services } = parse(read('docker-compose.yml')) as { services: { bot: Service; redis: Service } };

  test.each(['bot', 'redis'] as const)('runs %s read-only, without capabilities, and gives it time to stop', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  test('has Redis write everything to disk, drop nothing, and ask for the password that .env must set', () => {
    const { user, command, environment } = services.redis;
    const password = /^\$\{REDIS_PASSWORD:\?[^}]+\}$/;
    const settings = Object.fromEntries(
      command.slice(1).flatMap((word, at, words) => (at % 2 ? [] : [[word, words[at + 1]]])),
    );
    expect(user).toBe('redis');
    expect(settings).toEqual({
      '--requirepass': expect.stringMatching(password),
      '--appendonly': 'yes',
      '--appendfsync': 'always',
      '--maxmemory-policy': 'noeviction',
    });
    expect(environment['REDISCLI_AUTH']).toMatch(password);
    expect(services.bot.environment['REDIS_URL']).toBe(`redis://:${settings['--requirepass']}@redis:6379`);
    expect(read('.env.example')).toContain('REDIS_PASSWORD=');
  });
});
