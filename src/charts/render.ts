import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { GalaxyMap } from './galaxyMap.ts';

const MAX_CACHED = 60;

/** The newest pictures, by a hash of what they show: the same question gives the same picture. */
const cache = new Map<string, Promise<Uint8Array>>();
let worker: Worker | undefined;
let lastDrawing: Promise<unknown> = Promise.resolve();

/** Draws a map as PNG in a thread of its own, which starts when first used; one map after the other. */
export async function renderMap(map: GalaxyMap): Promise<Uint8Array> {
  // A thousand systems were just looked up: others have their turn.
  await setImmediate();
  // A text reaches the thread as it is; objects would be copied one by one.
  const json = JSON.stringify(map);
  const key = createHash('sha256').update(json).digest('base64');
  const known = cache.get(key);
  if (known) return await known;
  const drawing = lastDrawing.then(() => draw(json));
  lastDrawing = drawing.catch(() => cache.delete(key));
  cache.set(key, drawing);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
  return await drawing;
}

async function draw(json: string): Promise<Uint8Array> {
  worker ??= startWorker();
  worker.postMessage(json);
  // Rejects if the thread fails.
  const [png] = await once(worker, 'message');
  return png;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url));
  // It mustn't keep the process alive.
  started.unref();
  started.on('error', () => {
    worker = undefined;
  });
  return started;
}
