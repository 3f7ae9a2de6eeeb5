import { inFlight } from './harness.ts';
import { connectRaw, createAcquire, createRedisQueue, loadEmptyScript, openRedisStore } from './redisWorld.ts';

/** What the second process is asked to do: so much of one kind, with so much in flight; it says when it is done. */
export type Errand = { kind: 'acquire' | 'empty'; count: number; width: number };

const [, , redisUrl = ''] = process.argv;
const raw = await connectRaw(redisUrl);
const work = {
  acquire: createAcquire(createRedisQueue(await openRedisStore(redisUrl)), 'shared', 0.5),
  empty: await loadEmptyScript(raw),
};
process.on('message', ({ kind, count, width }: Errand) => {
  void inFlight(width, count, work[kind]).then(() => process.send?.('done'));
});
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
