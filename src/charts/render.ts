import { hash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NamedError } from '../errors.ts';
import type { BalanceChart } from './balanceChart.ts';
import type { GalaxyMap } from './galaxyMap.ts';
import type { ProfileCard } from './profileCard.ts';

/** A map wasn't drawn: too many others were waiting, or it took too long. */
export class MapsBusy extends NamedError {}

type Wait = { person: string; signal: AbortSignal };
type Drawing = Wait & { json: string } & Pick<PromiseWithResolvers<Uint8Array>, 'resolve' | 'reject'>;

const WORKER = new URL('./worker.ts', import.meta.url);
const MAX_CACHED = 30;
const MAX_WAITING = 30;
const MAX_WAITING_OF_PERSON = 3;
/** A map of 1,000 systems takes a tenth of a second, one of 10,000 less than a second; much longer
 * on a busy machine. */
const DEADLINE_MS = 10_000;

export type Maps = ReturnType<typeof createMaps>;

/** Draws maps one by one, in turns between people, in a thread that starts when needed. */
export function createMaps({ url = WORKER, deadlineMs = DEADLINE_MS } = {}) {
  /** The newest pictures, by a hash of their content. */
  const cache = new Map<string, Uint8Array>();
  let waiting: Drawing[] = [];
  let isDrawing = false;
  let worker: Worker | undefined;

  const draw = async (json: string): Promise<Uint8Array> => {
    const key = hash('sha256', json, 'base64');
    const known = cache.get(key);
    if (known) return known;
    if (!worker) {
      worker = new Worker(url);
      // The waiting map fails with it. Between maps, the process would end without a listener.
      worker.on('error', () => {});
    }
    worker.postMessage(json);
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      // Rejects if the thread fails.
      const [png] = await once(worker, 'message', { signal });
      cache.set(key, png);
      if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
      return png;
    } catch (error) {
      void worker.terminate();
      worker = undefined;
      throw signal.aborted ? new MapsBusy('a picture took too long', { cause: error }) : error;
    }
  };

  const drawAll = async (): Promise<void> => {
    if (isDrawing) return;
    isDrawing = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { person, signal, json, resolve, reject } = next;
      if (signal.aborted) {
        reject(new MapsBusy());
        continue;
      }
      // Everyone else has a turn before this person's next one.
      waiting.sort((one, other) => Number(one.person === person) - Number(other.person === person));
      await draw(json).then(resolve, reject);
    }
    isDrawing = false;
  };

  /** A picture as PNG. Throws {@link MapsBusy} if too many wait, or if it takes too long. */
  const render = async (map: GalaxyMap | ProfileCard | BalanceChart, wait: Wait): Promise<Uint8Array> => {
    // The caller may have looked up a thousand systems; other work runs first.
    await setImmediate();
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    // A string reaches the thread as is; objects would be copied one by one.
    const drawing = { ...wait, json: JSON.stringify(map), resolve, reject };
    for (const each of waiting) if (each.signal.aborted) each.reject(new MapsBusy());
    waiting = waiting.filter(({ signal }) => !signal.aborted);
    const own = waiting.filter(({ person }) => person === wait.person);
    // A person who asks again wants the newest.
    const surplus = own.length >= MAX_WAITING_OF_PERSON ? own[0] : waiting.length >= MAX_WAITING ? drawing : undefined;
    waiting = [...waiting, drawing].filter((each) => each !== surplus);
    surplus?.reject(new MapsBusy());
    void drawAll();
    return await promise;
  };
  return { render, close: async () => void (await worker?.terminate()) };
}
