import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../sandbox/game/faults.ts';
import { OtherCharacter, RefreshUnderWay } from '../../src/account/accessToken.ts';
import type { Link } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { toBudget } from '../../src/account/whoIs.ts';
import type { GameError } from '../../src/game/errors.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { en } from '../../src/view/en.ts';
import { explain } from '../../src/view/errorView.ts';
import { raw } from '../support/collections.ts';
import {
  isAlive,
  KEY,
  linkUp,
  newUser,
  openRedis as open,
  type Process,
  startOutside,
  startProcess,
  useProcesses,
} from './rig.ts';

const HOUR_MS = 3_600_000;

const codeOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(() => 'done').catch((error: GameError) => error.code ?? String(error));

describe('access tokens', () => {
  const { outside, here, there, user } = useProcesses();
  let link: Link;
  let requestsBefore: number;
  beforeEach(async () => {
    link = await linkUp(here, user);
    requestsBefore = outside.service.world.requests('oauth.token');
  });

  /** The refreshes since the link was confirmed. */
  const refreshes = (): number => outside.service.world.requests('oauth.token') - requestsBefore;
  const letPass = (ms: number): void => {
    for (const clock of [outside.clock, here.clock, there.clock]) clock.now += ms;
  };
  const tokenOf = (process: Process): Promise<string> => process.tokenSources.of(user.id).accessToken();
  const renew = (process: Process, rejected = link.tokens.accessToken) =>
    process.tokenSources.of(user.id).renew(rejected);
  const me = () => here.game.actingAs(here.tokenSources.of(user.id)).character.me();
  /** A refresh that the OAuth server holds until `release`. */
  const holdRefresh = async (at: 'before' | 'after' = 'before') => {
    const held = outside.service.faults.add({ operation: 'oauth.token', fault: { kind: 'hold', at } });
    const refreshing = renew(here);
    await held.reached;
    return { release: held.release, refreshing };
  };

  /** Takes longer than a change of a link that doesn't wait for the lock. */
  const waitLonger = async (): Promise<void> => {
    for (let look = 0; look < 150; look += 1) await there.links.get(user.id);
  };

  test('a token is refreshed in its last minute, not before, and the link has the new ones', async () => {
    letPass(link.tokens.expiresAt - here.clock.now - 61_000);
    for (const process of [here, there]) expect(await tokenOf(process)).toBe(link.tokens.accessToken);
    expect(refreshes()).toBe(0);
    letPass(2_000);
    const fresh = await tokenOf(here);
    expect(fresh).not.toBe(link.tokens.accessToken);
    expect(await isAlive(here, fresh)).toBe(true);
    const { character, linkedAt } = link;
    const stored = await there.links.get(user.id);
    expect(stored).toMatchObject({ character, linkedAt, tokens: { accessToken: fresh } });
    expect(stored?.scopes.toSorted()).toEqual(link.scopes.toSorted());
    expect(stored?.tokens.refreshToken).not.toBe(link.tokens.refreshToken);
    expect(stored?.tokens.expiresAt).toBe(here.clock.now + HOUR_MS);
    expect(await tokenOf(there)).toBe(fresh);
  });

  test.each(['has expired', 'was rejected'])(
    'twenty callers whose token %s share one refresh, over several rotations',
    async (why) => {
      for (let round = 0; round < 3; round += 1) {
        const before = refreshes();
        const stale = (await here.links.get(user.id))?.tokens.accessToken ?? '';
        if (why === 'has expired') letPass(HOUR_MS);
        const use = (process: Process) => (why === 'has expired' ? tokenOf(process) : renew(process, stale));
        const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => use(index % 2 ? here : there)));
        expect(new Set(tokens).size).toBe(1);
        expect(await isAlive(here, tokens[0])).toBe(true);
        expect(await renew(here, 'an earlier one')).toBe(tokens[0]);
        expect(refreshes() - before).toBe(1);
      }
    },
  );

  test('a token that expires at once is refreshed once for all who wait for it, and then works once', async () => {
    for (const { oauth } of [here, there]) {
      const { refresh } = oauth;
      oauth.refresh = async (token) => ({ ...(await refresh(token)), expiresAt: 0 });
    }
    letPass(HOUR_MS);
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => tokenOf(index % 2 ? here : there)));
    expect([new Set(tokens).size, refreshes()]).toEqual([1, 1]);
    for (let call = 0; call < 3; call += 1) await me();
    expect(refreshes()).toBe(4);
  });

  test('a dead refresh token is token_rejected, and isn’t retried within a call', async () => {
    await here.oauth.revoke(link.tokens);
    letPass(HOUR_MS);
    expect(await codeOf(tokenOf(here))).toBe('token_rejected');
    expect(await codeOf(me())).toBe('token_rejected');
    expect(refreshes()).toBe(2);
    expect(await renew(here)).toBeUndefined();
    expect(await there.links.get(user.id)).toEqual(link);
  });

  test.each<[what: string, fault: Fault]>([
    ['is cut', { kind: 'cut', at: 'before' }],
    ['answers 503', { kind: 'status', status: 503 }],
    ['sends a gateway’s page', { kind: 'html', status: 502 }],
  ])('an OAuth server that %s is service_unavailable, and the old tokens are kept', async (_, fault) => {
    letPass(HOUR_MS);
    outside.service.faults.add({ operation: 'oauth.token', fault, times: Number.POSITIVE_INFINITY });
    expect(await codeOf(tokenOf(here))).toBe('service_unavailable');
    expect(await codeOf(renew(here))).toBe('service_unavailable');
    expect((await there.links.get(user.id))?.tokens).toEqual(link.tokens);
    outside.service.faults.clear();
    expect(await isAlive(here, await tokenOf(there))).toBe(true);
  });

  test.each([200, 403])('a bot filter’s page with %i is asked for once, and people read why', async (status) => {
    letPass(HOUR_MS);
    outside.service.faults.add({ operation: 'oauth.token', fault: { kind: 'html', status }, times: 3 });
    const error = await me().catch((error: unknown) => error);
    expect(explain(en, error)?.sentence).toBe(en.errors.blocked);
    expect(refreshes()).toBe(1);
    outside.service.faults.clear();
    expect(await isAlive(here, await tokenOf(there))).toBe(true);
  });

  test.each<[what: string, fault: Fault, rotating: string]>([
    ['was lost on the way', { kind: 'cut', at: 'before' }, 'done'],
    ['got no response', { kind: 'cut', at: 'after' }, 'token_rejected'],
    ['got half a response', { kind: 'truncate' }, 'token_rejected'],
  ])('a refresh that %s is asked for once more, which a server that rotates may refuse', async (_, fault, rotating) => {
    letPass(HOUR_MS);
    outside.service.faults.add({ operation: 'oauth.token', fault });
    expect(await codeOf(tokenOf(here))).toBe(rotating);
    expect(refreshes()).toBe(2);
  });

  test('a refresh that fails is one request for all who wait, in any process, and no one else shares it', async () => {
    letPass(HOUR_MS);
    outside.service.faults.add({ operation: 'oauth.token', fault: { kind: 'status', status: 503 }, times: 2 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const locking = here.store.withLock(`link:${user.id}`, () => released);
    const callers = Array.from({ length: 20 }, (_, index) => codeOf(tokenOf(index % 2 ? here : there)));
    await waitLonger();
    letPass(5);
    release();
    await locking;
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['service_unavailable']));
    expect(refreshes()).toBe(1);
    letPass(5);
    expect(await codeOf(tokenOf(there))).toBe('service_unavailable');
    expect(refreshes()).toBe(2);
    expect(await isAlive(here, await tokenOf(here))).toBe(true);
  });

  test('a thousand callers of one process share one refresh without polling the store', async () => {
    letPass(HOUR_MS);
    const held = outside.service.faults.add({ operation: 'oauth.token', fault: { kind: 'hold' } });
    const lock = vi.spyOn(here.store, 'withLock');
    const callers = Array.from({ length: 1_000 }, () => tokenOf(here));
    await held.reached;
    expect(lock).toHaveBeenCalledTimes(1);
    held.release();
    expect(new Set(await Promise.all(callers)).size).toBe(1);
    expect(refreshes()).toBe(1);
    expect(lock).toHaveBeenCalledTimes(1);
    lock.mockRestore();
  });

  test('a long refresh in another process is the reason given, not the store', async () => {
    letPass(HOUR_MS);
    const taken = vi
      .spyOn(here.store, 'withLock')
      .mockImplementation((name, work) => there.store.withLock(name, work, { waitMs: 100 }));
    await there.store.withLock(`link:${user.id}`, async () => {
      const error = await tokenOf(here).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(RefreshUnderWay);
      expect(explain(en, error)?.sentence).toMatch(/^Your login is being renewed/);
    });
    taken.mockRestore();
  });

  test.each([
    { failures: 3, end: 'done', notified: [], later: 'done' },
    { failures: 10, end: 'store_unavailable', notified: ['de'], later: 'token_rejected' },
  ])('refreshed tokens that can’t be stored $failures times end as $end; reported at once: $notified', async (row) => {
    letPass(HOUR_MS);
    const notified: (string | undefined)[] = [];
    let failures = 0;
    await using shaky = startProcess({
      outside,
      store: here.store,
      async replaceLink(before, fresh) {
        failures += 1;
        if (failures <= row.failures) throw new StoreUnavailable('away');
        return await here.links.replace(before, fresh);
      },
      onLost: async (_, locale) => notified.push(locale),
    });
    const end = await codeOf(shaky.tokenSources.of(user.id, 'de').accessToken());
    expect({ failures: row.failures, end, notified, later: await codeOf(tokenOf(there)) }).toEqual(row);
  });

  test('without a refresh token, an expired access token is token_rejected', async () => {
    await here.links.save({ ...link, tokens: { ...link.tokens, refreshToken: undefined } });
    expect(await tokenOf(here)).toBe(link.tokens.accessToken);
    letPass(HOUR_MS);
    expect(await codeOf(tokenOf(here))).toBe('token_rejected');
  });

  test('without a link, or after it was erased, the error is not_linked', async () => {
    expect(await codeOf(here.tokenSources.of(newUser().id).accessToken())).toBe('not_linked');
    await there.login.logOut(user.id);
    expect(await codeOf(tokenOf(here))).toBe('not_linked');
  });

  test('a link whose key is gone is token_rejected, so the user can log in again', async () => {
    await using rekeyed = startProcess({ outside, store: here.store, keys: [randomBytes(32)] });
    expect(await codeOf(tokenOf(rekeyed))).toBe('token_rejected');
    await using rotated = startProcess({ outside, store: here.store, keys: [randomBytes(32), KEY] });
    expect(await tokenOf(rotated)).toBe(link.tokens.accessToken);
  });

  test('a link erased while it is being refreshed stays erased', async () => {
    const { release, refreshing } = await holdRefresh();
    const leaving = there.login.logOut(user.id);
    await Promise.race([leaving, waitLonger()]);
    release();
    const renewed = await refreshing;
    await leaving;
    expect(await here.links.get(user.id)).toBeUndefined();
    expect(await isAlive(here, renewed)).toBe(false);
  });

  test('a refresh whose lock expired restores no erased link, and its tokens are revoked', async () => {
    const { release, refreshing } = await holdRefresh('after');
    await there.store.collection(raw('lock', z.string())).delete(`link:${user.id}`);
    await there.links.erase(user.id);
    release();
    expect(await codeOf(refreshing)).toBe('not_linked');
    expect(await here.links.get(user.id)).toBeUndefined();
    const unused = here.given.at(-1)?.accessToken;
    expect(unused).not.toBe(link.tokens.accessToken);
    expect(await isAlive(here, unused)).toBe(false);
  });

  test('a refresh whose lock expired leaves a newer login alone', async () => {
    const { release, refreshing } = await holdRefresh();
    outside.service.faults.clear();
    await there.store.collection(raw('lock', z.string())).delete(`link:${user.id}`);
    const newer = await linkUp(there, user);
    release();
    expect(await refreshing).toBe(newer.tokens.accessToken);
    expect(await there.links.get(user.id)).toEqual(newer);
  });

  test('a list’s token is only given for the character that it was confirmed as', async () => {
    const { uid } = link.character;
    const tokenAs = (characterUid: string) => here.tokenSources.of(user.id, undefined, characterUid).accessToken();
    expect(await tokenAs(uid)).toBe(link.tokens.accessToken);
    await expect(tokenAs(`${uid}0`)).rejects.toThrow(OtherCharacter);
  });

  test('the budget’s name is stable and doesn’t give away the user', () => {
    const { budget } = here.tokenSources.of(user.id);
    expect(there.tokenSources.of(user.id).budget).toBe(budget);
    expect(here.tokenSources.of(newUser().id).budget).not.toBe(budget);
    expect(budget).not.toContain(user.id);
    // Computing it takes a key.
    expect(toBudget(createSealer([randomBytes(32)]), user.id)).not.toBe(budget);
    expect(toBudget(createSealer([randomBytes(32), KEY]), user.id)).toBe(budget);
  });
});

test('a server that never rotates keeps its one refresh token over many refreshes, until the logout', async () => {
  await using outside = await startOutside({ quirks: true });
  await using process = startProcess({ outside, store: await open(), isLive: true });
  const user = newUser();
  const link = await linkUp(process, user);
  expect(link).toMatchObject({ character: { uid: '1:1001' }, tokens: { refreshToken: expect.any(String) } });
  expect(link.scopes).toContain('CREDITS_WRITE');
  let token: string | undefined;
  for (let round = 0; round < 3; round += 1) {
    outside.clock.now += HOUR_MS;
    process.clock.now += HOUR_MS;
    // A lost response is asked for again, and this server takes the token again.
    outside.service.faults.add({ operation: 'oauth.token', fault: { kind: 'cut', at: 'after' } });
    token = await process.tokenSources.of(user.id).accessToken();
    expect(await isAlive(process, token)).toBe(true);
    expect((await process.links.get(user.id))?.tokens.refreshToken).toBe(link.tokens.refreshToken);
  }
  expect(await process.login.logOut(user.id)).toEqual({ wasLinked: true, isRevoked: true });
  expect(await isAlive(process, token)).toBe(false);
});
