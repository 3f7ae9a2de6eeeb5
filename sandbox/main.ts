import { createLogger } from '../src/log.ts';
import { readPorts } from './discord/ports.ts';
import { startSandbox } from './sandbox.ts';

/** Variables that are passed on to the bot, to try small limits. */
const FORWARDED = ['QUOTA_PER_TOKEN', 'QUOTA_PER_ADDRESS'];

/** `npm run sandbox`: starts the whole world and prints the address to open (README.md). */
async function main(): Promise<void> {
  const sandbox = await startSandbox({
    ports: readPorts(process.env),
    // The bot's thread has its own log.
    log: createLogger({ level: 'warn' }),
    environment: Object.fromEntries(FORWARDED.map((name) => [name, process.env[name]?.trim() ?? ''])),
    isRestartable: true,
  });
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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
