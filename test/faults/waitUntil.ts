import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Resolves once it's true, or after this time. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs;
  while (!(await isSo()) && Date.now() < until) await sleep(POLL_MS);
}
