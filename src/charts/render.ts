import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { GalaxyMap } from './galaxyMap.ts';

/** A map wasn't drawn because too many others are waiting. */
export class MapsBusy extends Error {
  override name = 'MapsBusy';
}

/** For whom a map is drawn, and what ends their wait. */
export type MapWait = { person: string; signal: AbortSignal };
type Drawing = { start: () => void; drop: () => void };
type RendererOptions = { url?: URL; deadlineMs?: number };

const MAX_CACHED = 60;
const MAX_WAITING = 30;
const MAX_WAITING_OF_PERSON = 3;
/** A map of a thousand systems takes a tenth of a second. */
const DEADLINE_MS = 5_000;

/** Draws maps as PNG. */
export type RenderMap = (map: GalaxyMap, wait: MapWait) => Promise<Uint8Array>;

/** Draws in a thread of its own, which starts when first used: one map after the other, of the people who wait in
 * turns. Throws {@link MapsBusy} for a map that is one too many or waits for too long. */
export function createRenderer({
  url = new URL('./worker.ts', import.meta.url),
  deadlineMs = DEADLINE_MS,
}: RendererOptions = {}): RenderMap {
  /** The newest pictures, by a hash of what they show: the same question gives the same picture. */
  const cache = new Map<string, Uint8Array>();
  /** By person, in the order of their turns. */
  const waiting = new Map<string, Drawing[]>();
  let worker: Worker | undefined;
  let isDrawing = false;

  const draw = async (json: string): Promise<Uint8Array> => {
    worker ??= startWorker(url);
    const current = worker;
    current.postMessage(json);
    try {
      // Rejects if the thread fails.
      const [png] = await once(current, 'message', { signal: AbortSignal.timeout(deadlineMs) });
      return png;
    } catch (error) {
      worker = undefined;
      void current.terminate();
      throw error;
    }
  };

  const drawNext = (): void => {
    if (isDrawing) return;
    const [person, drawings] = waiting.entries().next().value ?? [];
    const next = drawings?.shift();
    if (person === undefined || !drawings || !next) return;
    // To the end, so that everyone has their turn.
    waiting.delete(person);
    if (drawings.length > 0) waiting.set(person, drawings);
    isDrawing = true;
    next.start();
  };

  const enter = (person: string, drawing: Drawing): void => {
    const own = waiting.get(person) ?? [];
    // They have asked for another one since.
    if (own.length >= MAX_WAITING_OF_PERSON) own.shift()?.drop();
    const count = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (count >= MAX_WAITING) drawing.drop();
    else waiting.set(person, [...own, drawing]);
    drawNext();
  };

  const wait = (key: string, json: string, { person, signal }: MapWait): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const drop = (): void => reject(new MapsBusy('Too many maps are waiting to be drawn.'));
      const finish = async (): Promise<void> => {
        const png = cache.get(key) ?? (await draw(json));
        cache.set(key, png);
        if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
        resolve(png);
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        finish()
          .catch(reject)
          .finally(() => {
            isDrawing = false;
            drawNext();
          });
      };
      const drawing = { start, drop };
      const leave = (): void => {
        const others = waiting.get(person)?.filter((each) => each !== drawing) ?? [];
        if (others.length > 0) waiting.set(person, others);
        else waiting.delete(person);
        drop();
      };
      if (signal.aborted) return drop();
      signal.addEventListener('abort', leave, { once: true });
      enter(person, drawing);
    });

  return async (map, forWhom) => {
    // A thousand systems were just looked up: others have their turn.
    await setImmediate();
    // A text reaches the thread as it is; objects would be copied one by one.
    const json = JSON.stringify(map);
    const key = createHash('sha256').update(json).digest('base64');
    return cache.get(key) ?? (await wait(key, json, forWhom));
  };
}

/** The process draws all its maps in one thread. */
export const renderMap = createRenderer();

function startWorker(url: URL): Worker {
  const started = new Worker(url);
  // It mustn't keep the process alive.
  started.unref();
  // The map that waits fails with it. Between two maps, the process would end without a listener.
  started.on('error', () => {});
  return started;
}
