import { createLogger } from '../src/log.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

const DEFAULT_PORT = 4600;

/** Variables that are passed on to the bot, to try small limits. */
const PASSED_ON = ['QUOTA_PER_TOKEN', 'QUOTA_PER_ADDRESS'];

/** `npm run sandbox`: starts the whole world and prints the address to open (README.md). */
async function main(): Promise<void> {
  const wanted = process.env['SANDBOX_PORT'];
  if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) throw new Error('SANDBOX_PORT must be a port number.');
  const sandbox = await start(wanted === undefined ? undefined : Number(wanted));
  const stop = (): void => void sandbox.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`
Commlink's sandbox is running: a small Discord, the game, and the bot between them.

  Open  ${sandbox.url}

Choose Kestrel and type /login. Sign in to the game as "Vael Ondar" or "Marshal Iri Tosk" with the password "sandbox".
Nothing leaves this machine, and nothing is saved. Ctrl+C stops it.
`);
}

/** Without a wanted port, uses any free one if the default is taken (by another sandbox). */
async function start(wanted: number | undefined): Promise<Sandbox> {
  const options = {
    // The bot's thread has its own log.
    log: createLogger({ level: 'warn' }),
    environment: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]?.trim() ?? ''])),
    isRestartable: true,
  };
  try {
    return await startSandbox({ ...options, port: wanted ?? DEFAULT_PORT });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    if (wanted !== undefined)
      throw new Error(`Port ${wanted} is taken. Choose another with SANDBOX_PORT, or leave it out.`, { cause: error });
    return await startSandbox(options);
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
