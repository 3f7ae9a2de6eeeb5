import { createLogger } from '../src/log.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

const USUAL_PORT = 4600;

/** What of the environment the bot in the sandbox takes too: how many requests there are is worth trying with few. */
const HANDED_ON = ['QUOTA_PER_TOKEN', 'QUOTA_PER_ADDRESS'];

/**
 * `npm run sandbox`: starts the whole world and prints the one address to open. SANDBOX_PORT chooses the port, LOG_LEVEL what is
 * told, QUOTA_PER_TOKEN and QUOTA_PER_ADDRESS how many requests the game may be asked in an hour.
 */
async function main(): Promise<void> {
  const wanted = process.env['SANDBOX_PORT'];
  if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) throw new Error('SANDBOX_PORT must be a port number.');
  const log = createLogger({ level: process.env['LOG_LEVEL'] ?? 'warn', pretty: true });
  const sandbox = await start(log, wanted === undefined ? undefined : Number(wanted));
  console.log(`
Commlink's sandbox is running: a small Discord, the game, and the bot between them.

  Open  ${sandbox.url}

Choose Kestrel and type /login. Sign in to the game as "Vael Ondar" or "Marshal Iri Tosk" with the password "sandbox".
Nothing leaves this machine, and nothing is saved. Ctrl+C stops it.
`);
  const stop = (): void => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function toHandedOn(variables: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(HANDED_ON.map((name) => [name, variables[name]?.trim() ?? '']));
}

/** On the wanted port or not at all; else on the usual one, or on any where that is taken (another sandbox, most likely). */
async function start(log: ReturnType<typeof createLogger>, wanted: number | undefined): Promise<Sandbox> {
  const environment = toHandedOn(process.env);
  try {
    return await startSandbox({ log, environment, port: wanted ?? USUAL_PORT });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    if (wanted !== undefined)
      throw new Error(`Port ${wanted} is taken: choose another with SANDBOX_PORT, or leave it out.`, { cause: error });
    return await startSandbox({ log, environment });
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
