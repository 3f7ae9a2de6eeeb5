import { setTimeout as sleep } from 'node:timers/promises';
import { type APIApplicationCommand, DiscordAPIError, RateLimitError, type REST } from 'discord.js';
import { z } from 'zod';
import project from '../../../package.json' with { type: 'json' };
import type { Logger } from '../../log.ts';
import { collection } from '../../store/declared.ts';
import type { Store } from '../../store/store.ts';
import { doubling, retry } from '../../time/retry.ts';
import type { Command } from '../declare/command.ts';
import { type CommandScope, readRegistered, registerCommands, toDeclarationHash, toScope } from './registration.ts';

type Parts = {
  rest: REST;
  store: Store;
  log: Logger;
  commands: readonly Command[];
  where: Partial<CommandScope>;
  onRegistered: (registered: APIApplicationCommand[]) => void;
};

const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 60 * 60_000;

/** The registered commands by place: their hash, the release that registered them, and the hashes
 * that it replaced. Earlier releases stored only the hash; unable to read this, they leave it. */
const registration = z.object({ hash: z.string(), release: z.string(), replaced: z.array(z.string()) });
const onlyHash = z.string().transform((hash) => ({ hash, release: '', replaced: [] as string[] }));
const REGISTERED = collection('commands', z.union([registration, onlyHash]), { about: 'bot' });

/** Registers changed commands, in one process, and passes on their ids. Retries failures later. */
export function keepRegistered(parts: Parts): { firstTry: Promise<void>; stop(): void } {
  const { log, onRegistered } = parts;
  const stopping = new AbortController();
  const firstTry = Promise.withResolvers<void>();
  const note = (err: unknown, retryInMs?: number): void => {
    if (!stopping.signal.aborted) log.warn({ err, retryInMs }, 'could not register or read the commands');
    firstTry.resolve();
  };
  const wait = async (delayMs: number, err: unknown): Promise<void> => {
    const retryInMs = err instanceof RateLimitError ? err.retryAfter : delayMs;
    note(err, retryInMs);
    await sleep(retryInMs, undefined, { ref: false, signal: stopping.signal });
  };
  // Discord would refuse the same request again.
  const mayRetry = (error: unknown): boolean => !(error instanceof DiscordAPIError && error.status < 500);
  const registering = retry(doubling(FIRST_RETRY_MS, MAX_RETRY_MS), () => registerIfChanged(parts), { mayRetry, wait });
  void registering.then(onRegistered).then(firstTry.resolve, note);
  return { firstTry: firstTry.promise, stop: () => stopping.abort() };
}

async function registerIfChanged({ rest, store, log, commands, where }: Parts): Promise<APIApplicationCommand[]> {
  const scope = await toScope(rest, where);
  const hash = toDeclarationHash(commands);
  const [registrations, key] = [store.collection(REGISTERED), toKey(scope)];
  if ((await registrations.get(key))?.hash === hash) return await readRegistered(rest, scope);
  return await store.withLock(`commands:${key}`, async () => {
    const last = await registrations.get(key);
    const order = last?.release.localeCompare(project.version, 'en', { numeric: true }) ?? -1;
    const isOlder = last && (order > 0 || (order === 0 && last.replaced.includes(hash)));
    if (isOlder) log.warn({ by: last.release }, 'left the commands of a newer process; npm run register replaces them');
    // Another process was faster.
    if (isOlder || last?.hash === hash) return await readRegistered(rest, scope);
    const registered = await registerCommands(rest, commands, scope);
    const replaced = last && order === 0 ? [...last.replaced, last.hash] : [];
    await registrations.set(key, { hash, release: project.version, replaced });
    log.info({ commands: registered.length, guildId: scope.guildId }, 'registered the commands with Discord');
    return registered;
  });
}

export async function wasRegistered(store: Store, commands: readonly Command[], scope: CommandScope): Promise<boolean> {
  return (await store.collection(REGISTERED).get(toKey(scope)))?.hash === toDeclarationHash(commands);
}

function toKey({ applicationId, guildId = 'everywhere' }: CommandScope): string {
  return `${guildId} ${applicationId}`;
}
