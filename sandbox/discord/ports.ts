import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The page's: SANDBOX_PORT alone or, without it, 4600 and then any. */
export function readPorts({ SANDBOX_PORT: wanted }: NodeJS.ProcessEnv): readonly number[] {
  if (wanted === undefined) return [4600, 0];
  if (!/^\d{1,5}$/.test(wanted)) throw new Error('SANDBOX_PORT must be a port number.');
  return [Number(wanted)];
}

/** Returns the first port that was free. */
export async function listen(server: Server, host: string, [port, ...others]: readonly number[]): Promise<number> {
  const listening = once(server.listen(port, host), 'listening').then(() => (server.address() as AddressInfo).port);
  return await listening.catch((cause: { code?: unknown }) => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    if (others.length > 0) return listen(server, host, others);
    throw new Error(`Port ${port} is taken. Choose another with SANDBOX_PORT, or leave it out.`, { cause });
  });
}
