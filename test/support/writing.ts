import type { Game } from '../../src/game/client.ts';
import type { Store } from '../../src/store/store.ts';
import type { LookUpContext } from '../../src/writes/kind.ts';

/** The context of a look-up: this game, and the entries of other writes. */
export function toContext(game: Game, { taken = [] as readonly string[], isOnly = true, now = 0 } = {}): LookUpContext {
  return {
    game: Object.assign(game, { now: () => now }),
    me: { uid: '1:1', name: 'Vael Ondar' },
    person: { id: '1' },
    language: 'en',
    services: { now: () => now } as LookUpContext['services'],
    evidence: { unclaimed: async (ids) => ids.filter((id) => !taken.includes(id)), isOnly: async () => isOnly },
  };
}

/** The store of a process that dies at this step, after it if `isDone`: nothing resolves then. */
export function createMortal(store: Store, step: number, isDone: boolean) {
  const death = Promise.withResolvers<void>();
  let steps = 0;
  const survive = async <T>(result: Promise<T>): Promise<T> => {
    await result.catch(() => {});
    return steps < step ? await result : await new Promise<never>(() => {});
  };
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    steps += 1;
    if (steps < step) return await survive(work());
    if (steps === step) {
      if (isDone) await work().catch(() => {});
      death.resolve();
    }
    return await new Promise<never>(() => {});
  };
  const toMortal = <T extends object>(target: T): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [name, (...given: unknown[]) => reach(() => method(...given))]),
    ) as T;
  const mortal: Store = {
    ...store,
    collection: (declared) => toMortal(store.collection(declared)),
    schedule: (name) => toMortal(store.schedule(name)),
    replicate: (...given) => reach(() => store.replicate(...given)),
    measure: () => reach(store.measure),
    async withLock(name, work, limits) {
      await reach(async () => {});
      // The lock ends with its process.
      const ended = death.promise.then(() => Promise.reject(new Error('The process is gone.')));
      return await survive(store.withLock(name, (lost) => Promise.race([work(lost), ended]), limits));
    },
  };
  return { store: mortal, reach, death: death.promise };
}
