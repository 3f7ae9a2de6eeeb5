import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../sandbox/game/settings.ts';

const main = new URL('../../../sandbox/game/main.ts', import.meta.url).pathname;

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const errors = text(child.stderr);
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = (async () => {
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes('curl')) return output;
    }
    return output;
  })();
  return { child, ready, errors, exited };
}

describe('the settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({
      settings: {
        port: 4700,
        database: ':memory:',
        quirks: false,
        client: {
          clientId: 'commlink',
          clientSecret: 'commlink-sandbox-secret',
          redirectUris: ['http://127.0.0.1:8080/oauth/callback'],
          name: 'Commlink',
        },
      },
    });
  });

  test('are read from the environment', () => {
    const read = readSettings({
      SERVICE_PORT: '0',
      SERVICE_DATABASE: 'world.sqlite',
      SERVICE_QUIRKS: 'ON',
      SERVICE_CLIENT_ID: 'me',
      SERVICE_CLIENT_SECRET: 'mine',
      SERVICE_REDIRECT_URI: 'http://localhost:1/a https://bot.example/b',
    });
    expect(read).toMatchObject({
      settings: {
        port: 0,
        database: 'world.sqlite',
        quirks: true,
        client: {
          clientId: 'me',
          clientSecret: 'mine',
          redirectUris: ['http://localhost:1/a', 'https://bot.example/b'],
        },
      },
    });
  });

  test('are all named at once when they are wrong', () => {
    const names = [
      'SERVICE_PORT',
      'SERVICE_QUIRKS',
      'SERVICE_REDIRECT_URI',
      'SERVICE_CLIENT_ID',
      'SERVICE_CLIENT_SECRET',
    ];
    const read = readSettings({
      SERVICE_PORT: '70000',
      SERVICE_QUIRKS: 'maybe',
      SERVICE_REDIRECT_URI: 'nowhere',
      SERVICE_CLIENT_ID: 'a b',
      SERVICE_CLIENT_SECRET: 'ä',
    });
    expect(read).toEqual({ problems: names.map((name) => expect.stringContaining(name)) });
  });
});

describe('the process', () => {
  test('prints how to use it with a token that works, takes a free port when its own is taken, and stops on a signal', async () => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    const { port } = occupied.address() as AddressInfo;
    const service = start({ SERVICE_PORT: String(port) });
    const output = await service.ready;
    const [, header = '', address = ''] = /curl -H 'Authorization: ([^']+)' (\S+)/u.exec(output) ?? [];
    expect(output).toContain('Marshal Iri Tosk');
    expect(output).toContain('"sandbox"');
    const response = await fetch(address, { headers: { authorization: header } });
    expect(await response.json()).toMatchObject({ swcapi: { character: { name: 'Vael Ondar' } } });
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
    expect(await service.errors).toBe(`Port ${port} is taken (SERVICE_PORT); taking a free one instead.\n`);
    occupied.close();
  });

  test('ends with 1 and a line for each wrong setting', async () => {
    const service = start({ SERVICE_PORT: 'x', SERVICE_QUIRKS: 'y' });
    expect(await service.exited).toBe(1);
    expect((await service.errors).trim().split('\n')).toHaveLength(2);
  });

  test('ends with 1 and one line when the database cannot be used', async () => {
    const service = start({ SERVICE_PORT: '0', SERVICE_DATABASE: '/nowhere/world.sqlite' });
    expect(await service.exited).toBe(1);
    expect(await service.errors).toMatch(/^The service cannot start: .+\n$/u);
  });
});
