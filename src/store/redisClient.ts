import { createClient, createCluster, type RedisClientType, type RedisClusterType } from '@keyv/redis';
import type { Logger } from '../log.ts';
import { every } from '../time/every.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { STORE_TIMEOUT_MS, StoreUnavailable } from './store.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 5_000;
const PING_INTERVAL_MS = 15_000;
/** Ends silent connections, such as a new one to a frozen server. */
const MAX_SILENCE_MS = 2 * PING_INTERVAL_MS;
const CHECK_NODES_MS = 5_000;
/** Commands sent within this time share a timer. */
const SHARED_MS = 100;
const LOST = 'lost Redis, connecting again';
const BACK = 'Redis is back';

/** A server that takes writes. `address` is empty outside a cluster. */
export type Primary = { address: string; client: RedisClientType };

export type Redis = {
  isCluster: boolean;
  client: RedisClientType | RedisClusterType;
  /** Sends a command to the server that has the key. */
  send<T>(key: string | undefined, command: string[]): Promise<T>;
  /** All servers that take writes. Rejects if one can't be reached. */
  primaries(): Promise<Primary[]>;
};

/** A timeout that commands share: a timer for each would cost more than the command. */
function shareSignal(): () => AbortSignal {
  let [madeAt, signal] = [0, AbortSignal.timeout(STORE_TIMEOUT_MS)];
  return () => {
    const now = performance.now();
    if (now - madeAt >= SHARED_MS) [madeAt, signal] = [now, AbortSignal.timeout(STORE_TIMEOUT_MS)];
    return signal;
  };
}

/** Rejects if it can't connect. After a later loss, calls fail at once while it reconnects. */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  let connected = false;
  const findSignal = shareSignal();
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // A command that waited longer isn't sent: its caller was told that it failed.
    commandOptions: {
      get abortSignal() {
        return findSignal();
      },
    },
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: MAX_SILENCE_MS,
      reconnectStrategy: (attempt, cause) =>
        connected ? Math.min(2 ** attempt * 50, MAX_RECONNECT_DELAY_MS) + Math.random() * 100 : cause,
    },
  });
  client.on('error', (cause: unknown) => connected && log.warn({ err: new StoreUnavailable(LOST, { cause }) }, LOST));
  client.on('ready', () => connected && log.info(BACK));
  await client.connect();
  // A server without a cluster refuses this, and so do some proxies in front of one.
  const slots = await client.clusterSlots().catch((error: unknown) => {
    if (!client.isReady) throw error;
    return [];
  });
  const cluster = slots.length > 0 ? await connectCluster(client, url, log) : undefined;
  connected = true;
  const primaries = async () => [{ address: '', client }];
  return cluster ?? { isCluster: false, client, send: (_, command) => client.sendCommand(command), primaries };
}

/** Connects to all nodes with the user, password and TLS of `root`. */
async function connectCluster(root: RedisClientType, url: string, log: Logger): Promise<Redis> {
  const { url: _, ...defaults } = root.options;
  root.destroy();
  // Otherwise, news about the other nodes would wait for a node that is down.
  const cluster = createCluster({ rootNodes: [{ url }], defaults, minimizeConnections: true });
  const primaries = (): Promise<Primary[]> =>
    Promise.all(
      cluster.masters.map(async (node) => ({ address: node.address, client: await cluster.nodeClient(node) })),
    );
  cluster.on('error', (cause: unknown) => log.warn({ err: new StoreUnavailable(LOST, { cause }) }, LOST));
  /** If a node doesn't respond, asks one that does who has the keys now. */
  const checkNodes = async (): Promise<void> => {
    const clients = cluster.masters.flatMap(({ client }) => client ?? []);
    const pings = clients.map((client) => withTimeout(client.ping(), STORE_TIMEOUT_MS));
    const results = await Promise.allSettled(pings);
    if (!cluster.isOpen || results.every(({ status }) => status === 'fulfilled')) return;
    const alive = clients.find((_, index) => results[index]?.status === 'fulfilled');
    await cluster._slots.rediscover(alive ?? root);
  };
  cluster.on('node-error', (cause: unknown, node) => {
    log.warn({ err: new StoreUnavailable(LOST, { cause }), node }, LOST);
    checkNodes().catch(() => {});
  });
  cluster.on('node-ready', (node) => {
    // The cluster emits this only for a node's first connection.
    cluster.nodeByAddress.get(`${node.host}:${node.port}`)?.client?.on('ready', () => log.info({ node }, BACK));
  });
  await cluster.connect();
  await primaries().catch(async (error: unknown) => {
    await cluster.close();
    throw error;
  });
  // A frozen node causes no error.
  cluster.on('disconnect', every(CHECK_NODES_MS, checkNodes));
  const send: Redis['send'] = (key, command) => cluster.sendCommand(key, false, command);
  return { isCluster: true, client: cluster, send, primaries };
}
