import { DiscordAPIError } from 'discord.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acknowledge } from '../../src/discord/claims.ts';
import { type Answerable, Reply } from '../../src/discord/reply.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const storeWith = (add: () => Promise<boolean>) => ({ collection: () => ({ add }) }) as unknown as Store;
const interaction = () =>
  ({ id: '1', deferred: false, isMessageComponent: () => false, isModalSubmit: () => false }) as unknown as Answerable;
const acknowledgeBy = (store: Store, who: Answerable, respond: () => Promise<unknown>) => {
  const reply = new Reply(who, 'private', (view) => view);
  return acknowledge(store, who.id, () => reply.respond(respond));
};
const slowStore = (delayMs: number, isOurs: boolean) =>
  storeWith(() => new Promise((resolve) => setTimeout(resolve, delayMs, isOurs)));
const accept = async () => {};
const refuse = () => {
  const error = { code: 40060, message: 'Interaction has already been acknowledged.' };
  return Promise.reject(new DiscordAPIError(error, 40060, 400, 'POST', '', { body: undefined, files: undefined }));
};
const away = new StoreUnavailable('The store does not answer.');

test('what another process has is not acknowledged', async () => {
  const respond = vi.fn(accept);
  expect(
    await acknowledgeBy(
      storeWith(async () => false),
      interaction(),
      respond,
    ),
  ).toBe('theirs');
  expect(respond).not.toHaveBeenCalled();
});

test('a slow store does not keep the acknowledgment back', async () => {
  const respond = vi.fn(accept);
  const claiming = acknowledgeBy(slowStore(2_900, true), interaction(), respond);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(respond).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(await claiming).toBe('ours');
});

test('of processes that a slow store let acknowledge, the one that has the claim goes on, whoever came first', async () => {
  const second = interaction();
  const both = [
    acknowledgeBy(slowStore(1_500, false), interaction(), accept),
    acknowledgeBy(slowStore(1_500, true), second, refuse),
  ];
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await Promise.all(both)).toEqual(['theirs', 'ours']);
  expect(second.deferred).toBe(true);
});

test('without an answer of the store, whoever acknowledged it tells the person, and no one else', async () => {
  const store = storeWith(() => Promise.reject(away));
  expect(await acknowledgeBy(store, interaction(), accept)).toEqual({ problem: away });
  expect(await acknowledgeBy(store, interaction(), refuse)).toBe('theirs');
});
