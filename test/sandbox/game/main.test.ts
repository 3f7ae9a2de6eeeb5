import { expect, test } from 'vitest';
import { readSettings } from '../../../sandbox/game/settings.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { startProgram } from '../../support/program.ts';

const start = (environment: Record<string, string>) =>
  startProgram('sandbox/game/main.ts', { SERVICE_PORT: '0', ...environment });

const defaults = {
  clientId: 'commlink',
  clientSecret: 'commlink-sandbox-secret',
  redirectUris: ['http://127.0.0.1:8080/oauth/callback'],
  name: 'Commlink',
};
const given = {
  SERVICE_PORT: '0',
  SERVICE_DATABASE: 'world.sqlite',
  SERVICE_QUIRKS: 'ON',
  SERVICE_CLIENT_ID: 'me',
  SERVICE_CLIENT_SECRET: 'mine',
  SERVICE_REDIRECT_URI: 'http://localhost:1/a https://bot.example/b',
};
const redirectUris = ['http://localhost:1/a', 'https://bot.example/b'];
const client = { ...defaults, clientId: 'me', clientSecret: 'mine', redirectUris };
const wrong = { PORT: '70000', QUIRKS: 'maybe', REDIRECT_URI: 'nowhere', CLIENT_ID: 'a b', CLIENT_SECRET: 'ä' };
test.each([
  [{}, { settings: { port: 4700, database: ':memory:', quirks: false, client: defaults } }],
  [given, { settings: { port: 0, database: 'world.sqlite', quirks: true, client } }],
  [
    Object.fromEntries(Object.entries(wrong).map(([name, value]) => [`SERVICE_${name}`, value])),
    { problems: Object.keys(wrong).map((name) => expect.stringContaining(`SERVICE_${name}`)) },
  ],
])('the environment %o gives the settings, or all that is wrong with it', (environment, expected) => {
  expect(readSettings(environment)).toEqual(expected);
});

test('npm run service prints a token that works, takes a free port if its own is taken, and stops on a signal', async () => {
  await using occupied = await startHttpServer(() => {});
  const { port } = new URL(occupied.url);
  const service = start({ SERVICE_PORT: port });
  await service.says('curl');
  const output = service.output();
  const [, header = '', address = ''] = /curl -H 'Authorization: ([^']+)' (\S+)/u.exec(output) ?? [];
  expect(output).toContain('Marshal Iri Tosk');
  expect(output).toContain('"sandbox"');
  const response = await fetch(address, { headers: { authorization: header } });
  expect(await response.json()).toMatchObject({ swcapi: { character: { name: 'Vael Ondar' } } });
  service.process.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(output).toContain(`Port ${port} is taken (SERVICE_PORT); taking a free one instead.\n`);
});

test.each([
  ['a line for each wrong setting', { SERVICE_PORT: 'x', SERVICE_QUIRKS: 'y' }, /^.+\n.+\n$/u],
  ['a line if it cannot use the database', { SERVICE_DATABASE: '/nowhere/a' }, /^The service cannot start: .+\n$/u],
])('npm run service exits with 1 and %s', async (_, environment: Record<string, string>, errors) => {
  const service = start(environment);
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(errors);
});
