import { AsyncLocalStorage } from 'node:async_hooks';

/** The work of one interaction. */
export type Work = {
  /** It has begun to change something that people would call a change. */
  hasChanged: boolean;
  /** Its person was told that it stopped, though it may go on. */
  isOver: boolean;
};

const works = new AsyncLocalStorage<Work>();

/** Runs the work of an interaction, whose changes are noted. */
export function noteChangesOf<T>(work: Work, run: () => T): T {
  return works.run(work, run);
}

/** Call before each write that changes something for people. Throws a `TimeoutError` if the person
 * was told that nothing was changed: then nothing may be. */
export function noteChange(): void {
  const work = works.getStore();
  if (!work) return;
  if (work.isOver && !work.hasChanged) throw new DOMException('its person was told that it stopped', 'TimeoutError');
  work.hasChanged = true;
}
