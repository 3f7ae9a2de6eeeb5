import { findChromium } from './chromium.ts';
import { Missing } from './find.ts';
import { findRedis } from './redis.ts';

const FINDERS = { CHROMIUM_PATH: findChromium, TEST_REDIS_URL: findRedis };

/** Finds or starts these tools, or lists missing ones and exits. Returns a stop function. */
export async function bring(...names: (keyof typeof FINDERS)[]): Promise<() => void> {
  const stops: (() => void)[] = [];
  const stop = (): void => {
    for (const end of stops.splice(0)) end();
  };
  const missing: string[] = [];
  for (const name of names) {
    try {
      const { at, stop: end } = await FINDERS[name]();
      process.env[name] = at;
      if (end) stops.push(end, () => delete process.env[name]);
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(error.message);
    }
  }
  if (missing.length === 0) return stop;
  stop();
  console.error(`This machine lacks ${missing.join(' and ')}.`);
  process.exit(1);
}
