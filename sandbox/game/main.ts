import { WIRE_SCOPES } from './scopes.ts';
import { FIXED_PEOPLE, SANDBOX_PASSWORD } from './seed/people.ts';
import { createGameService, type GameService, type GameServiceOptions } from './service.ts';
import { readSettings } from './settings.ts';

const read = readSettings(process.env);
if ('problems' in read) {
  for (const problem of read.problems) console.error(problem);
  process.exit(1);
}
const { port, database, quirks, client } = read.settings;

/** Starts on the wanted port or, if it's taken, on a free one. */
async function start(options: GameServiceOptions): Promise<GameService> {
  try {
    return await createGameService(options);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.error(`Port ${options.port} is taken (SERVICE_PORT); taking a free one instead.`);
    return createGameService({ ...options, port: 0 });
  }
}

try {
  const logger = {
    info: () => {},
    error: (facts: object, message: string) => console.error(message, facts),
  };
  const service = await start({ port, database, quirks, clients: [client], logger });
  const token = await service.grantToken({
    handle: 'Vael Ondar',
    scopes: WIRE_SCOPES.filter((scope) => !scope.endsWith('_all')),
    expiresInSeconds: 8 * 3600,
  });
  console.log(`The reference game service is up${quirks ? ", with the live service's quirks" : ''}.

  base URL   ${service.baseUrl}
  issuer     ${service.issuer}
  client     ${client.clientId}, secret ${client.clientSecret}, back to ${client.redirectUris.join(' ')}
  world      ${database === ':memory:' ? 'in memory: gone when this stops' : database}

You can sign in as (the password of every character is "${SANDBOX_PASSWORD}"):
${FIXED_PEOPLE.map(({ uid, handle, note }) => `  ${uid}  ${handle}: ${note}`).join('\n')}

Try it as Vael Ondar, with a token for everything, good for 8 hours:

  curl -H 'Authorization: OAuth ${token}' ${service.baseUrl}character/
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void service.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(`The service cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
