import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a Redis, or another server, to cut, reopen, redirect, freeze and thaw. */
export async function openRedisProxy(redisUrl: string, fixedPort = 0) {
  let redis = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const pairs: [Socket, Socket][] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(redis.port || 6379), redis.hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    pairs.push([near, far]);
    near.pipe(far).pipe(near);
  });
  const listen = (port: number): Promise<void> => new Promise((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await listen(fixedPort);
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}${redis.pathname}`,
    reopen: () => listen(port),
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** `toRedis`: commands pass, and responses don't. */
    thaw: (direction?: 'toRedis') => {
      for (const [near, far] of pairs) near.pipe(far);
      if (direction === undefined) for (const [near, far] of pairs) far.pipe(near);
    },
    /** Cuts all connections; later ones go there. */
    turnTo: (url: string) => {
      redis = new URL(url);
      cutAll();
    },
    cut: () => {
      proxy.close();
      cutAll();
    },
  };
}
