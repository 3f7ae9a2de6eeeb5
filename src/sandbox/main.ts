import { createLogger } from '../log.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

const USUAL_PORT = 4600;

/** `npm run sandbox`: starts the whole world and prints the one address to open. SANDBOX_PORT chooses the port, LOG_LEVEL what is told. */
async function main(): Promise<void> {
  const wanted = process.env['SANDBOX_PORT'];
  if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) throw new Error('SANDBOX_PORT must be a port number.');
  const log = createLogger({ level: process.env['LOG_LEVEL'] ?? 'warn', pretty: true });
  const sandbox = await start(log, wanted === undefined ? undefined : Number(wanted));
  console.log(`
Commlink's sandbox is up: a small Discord, the game, and the bot between them.

  Open  ${sandbox.url}

Type /login there. Sign in to the game as "Vael Ondar" or "Marshal Iri Tosk" with the password "sandbox".
Nothing here leaves this machine, and nothing is kept. Ctrl+C ends it.
`);
  const stop = (): void => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** On the wanted port or not at all; else on the usual one, or on any where that is taken (another sandbox, most likely). */
async function start(log: ReturnType<typeof createLogger>, wanted: number | undefined): Promise<Sandbox> {
  try {
    return await startSandbox({ log, port: wanted ?? USUAL_PORT });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    if (wanted !== undefined)
      throw new Error(`Port ${wanted} is taken: choose another with SANDBOX_PORT, or leave it out.`, { cause: error });
    return await startSandbox({ log });
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
