import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../sandbox/game/faults.ts';
import type { Link } from '../../src/account/links.ts';
import type { LoginProblem } from '../../src/account/loginProblem.ts';
import { SealBroken } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Scope } from '../../src/game/scopes.ts';
import { raw } from '../support/collections.ts';
import {
  acceptCode,
  consent,
  isAlive,
  isRefreshable,
  linkUp,
  newUser,
  type Process,
  problemOf,
  rawText,
  reachCallback,
  signIn,
  startProcess,
  tokenOf,
  useProcesses,
} from './rig.ts';

const SCOPES: [Scope, Scope] = ['CHARACTER_READ', 'CHARACTER_CREDITS'];
const TEN_MINUTES_MS = 10 * 60_000;

describe('a login', () => {
  const { outside, here, there, user } = useProcesses();

  const isLinked = async (): Promise<boolean> => (await there.links.get(user.id)) !== undefined;
  const begin = async () => {
    const { loginId, url } = await here.login.begin(user, SCOPES);
    return { loginId, linkToken: tokenOf(url) };
  };
  const exchanges = (): number => outside.service.world.requests('oauth.token');
  const breakGame = (operation: string, fault: Fault): void =>
    void outside.service.faults.add({ operation, fault, times: Number.POSITIVE_INFINITY });
  const sealedLogins = () => {
    const logins = raw('login', z.looseObject({ tokens: z.looseObject({}).optional() }));
    return createSealedStore(here.store, here.sealer).collection({ ...logins, isSealed: true });
  };
  /** What becomes of as many calls at once, on the two processes in turn. */
  const atOnce = <T>(count: number, call: (process: Process, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 ? here : there, index)));
  const expectExpired = async (...steps: Promise<unknown>[]): Promise<void> =>
    expect(new Set(await Promise.all(steps.map(problemOf)))).toEqual(new Set(['expired']));
  const wrong = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');
  const bothDead = async (): Promise<void> => {
    const [tokens] = [...here.given, ...there.given];
    expect(tokens?.refreshToken).toBeDefined();
    expect(await isAlive(here, tokens?.accessToken)).toBe(false);
    expect(await isRefreshable(here, tokens?.refreshToken)).toBe(false);
  };

  test('works with each step on another process', async () => {
    const { loginId, url: invitation, expiresAt } = await here.login.begin(user, SCOPES);
    expect(expiresAt).toBe(here.clock.now + TEN_MINUTES_MS);
    const linkToken = tokenOf(invitation);
    expect(await problemOf(here.login.enterCode(loginId, user.id, '123456'))).toBe('not_signed_in');
    expect(await there.login.inspect(linkToken, undefined)).toEqual({ user, scopes: SCOPES });
    const { url, cookie } = await there.login.start(linkToken, undefined, SCOPES);
    const { code, user: shown } = await here.login.finish(await consent(url, 'Vael Ondar'), cookie);
    expect(code).toMatch(/^\d{6}$/);
    expect(shown).toEqual(user);
    const character = { uid: '1:1001', name: 'Vael Ondar' };
    expect(await problemOf(here.login.confirm(loginId, user.id))).toBe('not_signed_in');
    expect(await there.login.enterCode(loginId, user.id, ` ${code.slice(0, 3)}-${code.slice(3)} `)).toEqual(character);
    expect(await isLinked()).toBe(false);
    const link = await here.login.confirm(loginId, user.id);
    expect(link).toMatchObject({ discordUserId: user.id, character, linkedAt: here.clock.now });
    expect(link.scopes.toSorted()).toEqual(SCOPES.toSorted());
    expect(await there.links.get(user.id)).toEqual(link);
    const game = there.game.actingAs(there.tokenSources.of(user.id));
    expect((await game.character.me()).name).toBe('Vael Ondar');
  });

  test('asks the game with PKCE, state, the wire’s scopes, and for offline access', async () => {
    const { linkToken } = await begin();
    const { url } = await here.login.start(linkToken, undefined, SCOPES);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]+\.[\w-]{32}$/),
      scope: 'character_read character_credits',
      access_type: 'offline',
      renew_previously_granted: 'yes',
    });
  });

  test('the link works in only one browser, and there again, where the last choice counts', async () => {
    const { loginId, linkToken } = await begin();
    const first = await here.login.start(linkToken, undefined, ['CREDITS_WRITE']);
    for (const cookie of [undefined, 'another', '']) {
      expect(await problemOf(there.login.start(linkToken, cookie, SCOPES))).toBe('link_used');
    }
    const again = await there.login.start(linkToken, first.cookie, SCOPES);
    expect(again.cookie).not.toBe(first.cookie);
    expect(await problemOf(here.login.start(linkToken, first.cookie, SCOPES))).toBe('link_used');
    expect(again.url.searchParams.get('state')).not.toBe(first.url.searchParams.get('state'));
    const stale = await consent(first.url, 'Vael Ondar');
    expect(await problemOf(here.login.finish(stale, again.cookie))).toBe('expired');
    const fresh = await consent(again.url, 'Vael Ondar');
    expect(await problemOf(here.login.finish(fresh, first.cookie))).toBe('wrong_browser');
    const { code } = await here.login.finish(fresh, again.cookie);
    expect(await problemOf(here.login.start(linkToken, again.cookie, ['CREDITS_WRITE']))).toBe('link_used');
    await there.login.enterCode(loginId, user.id, code);
    expect((await here.login.confirm(loginId, user.id)).scopes).toEqual(SCOPES);
  });

  test('a cookie in the request is never adopted, because someone may have planted it', async () => {
    const { linkToken, loginId } = await begin();
    const planted = `${loginId}.${'A'.repeat(32)}`;
    const { url, cookie } = await here.login.start(linkToken, planted, SCOPES);
    expect(cookie).not.toBe(planted);
    expect(await problemOf(here.login.finish(await consent(url, 'Vael Ondar'), planted))).toBe('wrong_browser');
    expect(await problemOf(here.login.showCode(planted))).toBe('expired');
  });

  test('a link that is posted many times has only its latest state', async () => {
    const { linkToken, loginId } = await begin();
    let cookie: string | undefined;
    for (let posts = 0; posts < 50; posts += 1) cookie = (await here.login.start(linkToken, cookie, SCOPES)).cookie;
    expect((await rawText(loginId)).split('\n')).toHaveLength(1);
    expect(await problemOf(here.login.cancel(loginId, user.id))).toBe('done');
  });

  test('a login that was moved to another’s key, or written in plain text, is expired', async () => {
    const [mine, theirs] = [await signIn(here, user), await signIn(here, newUser(), 'Pell')];
    expect(theirs.code).not.toBe(mine.code);
    const logins = here.store.collection(raw('login', z.unknown()));
    const [stored, forged] = [await logins.get(mine.loginId), { loginId: mine.loginId, user, stage: 'codeAccepted' }];
    for (const value of [await logins.get(theirs.loginId), forged]) {
      await logins.set(mine.loginId, value);
      expect(await problemOf(here.login.confirm(mine.loginId, user.id))).toBe('expired');
    }
    await logins.set(mine.loginId, stored);
    expect(await problemOf(here.login.enterCode(mine.loginId, user.id, mine.code))).toBe('done');
    expect(String(stored)).not.toMatch(new RegExp(`${mine.code}|Vael|${user.id}`));
    // An earlier release kept scopes that it didn't ask for.
    await sealedLogins().set(mine.loginId, { ...(await sealedLogins().get(mine.loginId)), keeps: [] });
    expect(await problemOf(here.login.confirm(mine.loginId, user.id))).toBe('expired');
  });

  test('of many browsers that use the link at once, in two processes, one succeeds', async () => {
    const { linkToken } = await begin();
    const outcomes = await atOnce(8, ({ login }) => problemOf(login.start(linkToken, undefined, SCOPES)));
    expect(outcomes.sort()).toEqual(['done', ...Array.from({ length: 7 }, () => 'link_used')]);
  });

  test('a forged link, state or login is expired', async () => {
    const { inspect, start, finish, enterCode, confirm, cancel } = here.login;
    await expectExpired(inspect('forged', undefined), start('forged', undefined, SCOPES));
    await expectExpired(enterCode('forged', user.id, '000000'), confirm('forged', user.id), cancel('forged', user.id));
    for (const query of ['', 'state=', 'state=forged&code=forged', 'code=forged', 'error=access_denied'])
      await expectExpired(finish(new URLSearchParams(query), 'any'));
  });

  const OTHER_ISSUER = 'http://127.0.0.1:1';
  const INACTIVE = 'access_denied_inactive_client';
  test.each<[what: string, problem: string, exchanges: number, change: (callback: URLSearchParams) => unknown]>([
    ['of another issuer', 'rejected', 0, (callback) => callback.set('iss', OTHER_ISSUER)],
    ['without its issuer', 'rejected', 0, (callback) => callback.delete('iss')],
    ['with a forged code', 'rejected', 1, (callback) => callback.set('code', 'forged')],
    [
      'with another login’s code, whose verifier doesn’t fit',
      'rejected',
      1,
      async (callback) =>
        callback.set('code', (await reachCallback(here, newUser(), 'Pell')).callback.get('code') ?? ''),
    ],
    ['while the game is away', 'unavailable', 1, () => breakGame('oauth.token', { kind: 'cut', at: 'before' })],
    ['of someone who declined on the game’s page', 'denied', 0, (callback) => callback.set('error', 'access_denied')],
    ['for a bot that isn’t activated', 'inactive_client', 0, (callback) => callback.set('error', INACTIVE)],
  ])('a callback %s is %s after %i exchanges, and the link works again in its browser', async (...row) => {
    const [, problem, count, change] = row;
    const { linkToken, loginId, cookie, callback } = await reachCallback(here, user);
    expect(callback.get('iss')).toBe(outside.service.issuer);
    await change(callback);
    const before = exchanges();
    expect(await problemOf(here.login.finish(callback, cookie))).toBe(problem);
    expect(await problemOf(here.login.finish(callback, cookie))).toBe('expired');
    expect(exchanges() - before).toBe(count);
    expect(here.given).toEqual([]);
    expect(await problemOf(here.login.enterCode(loginId, user.id, '000000'))).toBe('not_signed_in');
    outside.service.faults.clear();
    const again = await here.login.start(linkToken, cookie, SCOPES);
    expect(await problemOf(here.login.finish(await consent(again.url, 'Vael Ondar'), again.cookie))).toBe('done');
  });

  test('the callback leads to one exchange and one code, even in two processes at once', async () => {
    const { loginId, cookie, callback } = await reachCallback(here, user);
    const before = exchanges();
    const replay = ({ login }: Process): Promise<string> =>
      login
        .finish(callback, cookie)
        .then(({ code }) => code)
        .catch((error: LoginProblem) => error.code);
    const outcomes = await atOnce(6, replay);
    // Loading the page again may show the same code, but never another one.
    const [code = '', ...others] = new Set(outcomes.filter((outcome) => outcome !== 'expired'));
    expect(others).toEqual([]);
    expect(exchanges() - before).toBe(1);
    expect(await problemOf(there.login.finish(callback, 'another browser'))).not.toBe('done');
    expect(await problemOf(there.login.enterCode(loginId, user.id, code))).toBe('done');
    expect(await replay(here)).toBe('expired');
    await there.login.confirm(loginId, user.id);
    expect(await replay(here)).toBe('expired');
    expect(exchanges() - before).toBe(1);
  });

  test('after ten minutes every step is expired, and nothing is linked', async () => {
    const fresh = await begin();
    const { callback, cookie } = await reachCallback(here, user);
    const ready = await signIn(here, user);
    const accepted = await acceptCode(here, user);
    here.clock.now += TEN_MINUTES_MS - 1_000;
    expect(await problemOf(here.login.inspect(fresh.linkToken, undefined))).toBe('done');
    here.clock.now += 1_000;
    const { inspect, start, finish, enterCode, confirm } = here.login;
    await expectExpired(inspect(fresh.linkToken, undefined), start(fresh.linkToken, undefined, SCOPES));
    await expectExpired(finish(callback, cookie), enterCode(ready.loginId, user.id, ready.code));
    await expectExpired(confirm(accepted.loginId, user.id));
    expect(await isLinked()).toBe(false);
  });

  test('no one else can enter the code, confirm or cancel, or use up the owner’s tries', async () => {
    const { loginId, code } = await signIn(here, user);
    const stranger = newUser().id;
    for (const typed of [code, ...Array.from({ length: 6 }, () => wrong(code))])
      expect(await problemOf(here.login.enterCode(loginId, stranger, typed))).toBe('expired');
    await here.login.enterCode(loginId, user.id, code);
    expect(await problemOf(here.login.confirm(loginId, stranger))).toBe('expired');
    expect(await problemOf(here.login.cancel(loginId, stranger))).toBe('expired');
    expect(await there.links.get(stranger)).toBeUndefined();
    expect(await problemOf(here.login.confirm(loginId, user.id))).toBe('done');
  });

  test('a code that was typed for another character counts no try and links nothing', async () => {
    const { loginId, code } = await signIn(here, user);
    for (const typed of Array.from({ length: 6 }, () => code))
      expect(await problemOf(there.login.enterCode(loginId, user.id, typed, '1:1002'))).toBe('other_character');
    expect(await problemOf(here.login.confirm(loginId, user.id))).toBe('not_signed_in');
    await here.login.enterCode(loginId, user.id, code, '1:1001');
    expect(await problemOf(there.login.enterCode(loginId, user.id, code, '1:1002'))).toBe('other_character');
  });

  test('what a link withholds, no request uses, and no refresh brings back', async () => {
    const { uid } = (await linkUp(here, user)).character;
    const game = there.game.actingAs(there.tokenSources.of(user.id));
    expect(await game.character.credits.get({ uid })).toBeGreaterThan(0);
    const [kept] = SCOPES;
    await there.links.narrow(user.id, [kept]);
    const expectNarrow = async (): Promise<void> => {
      // Now the token has expired, too.
      there.clock.now += 2 * 60 * 60_000;
      const refused = { failure: { code: 'scope_missing', scope: SCOPES[1] } };
      await expect(game.character.credits.get({ uid })).rejects.toMatchObject(refused);
      expect((await here.links.get(user.id))?.scopes).toEqual([kept]);
    };
    await expectNarrow();
    // As by a refresh that began before.
    const link = await here.links.get(user.id);
    if (link) await here.links.replace(link, { ...link, scopes: SCOPES });
    await expectNarrow();
  });

  test('four wrong codes are allowed, each with the number of tries left', async () => {
    const { loginId, code } = await signIn(here, user);
    for (const [index, typed] of [wrong(code), `${code}0`, 'abcdef', ''].entries()) {
      const problem = { code: 'wrong_code', triesLeft: 4 - index };
      await expect(here.login.enterCode(loginId, user.id, typed)).rejects.toMatchObject(problem);
    }
    expect(await problemOf(there.login.enterCode(loginId, user.id, code))).toBe('done');
  });

  test('five wrong codes end the login and revoke its tokens', async () => {
    const { loginId, code } = await signIn(here, user);
    const outcomes = await atOnce(24, ({ login }, index) =>
      problemOf(login.enterCode(loginId, user.id, wrong(code, index + 1))),
    );
    const over = ['too_many_tries', ...Array.from({ length: 4 }, () => 'wrong_code')];
    expect(outcomes.sort()).toEqual([...Array.from({ length: 19 }, () => 'expired'), ...over]);
    expect(await problemOf(here.login.enterCode(loginId, user.id, code))).toBe('expired');
    await bothDead();
  });

  test('confirming many times at once, in two processes, links once', async () => {
    const { loginId } = await acceptCode(here, user);
    const outcomes = await atOnce(10, ({ login }) => problemOf(login.confirm(loginId, user.id)));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 9 }, () => 'already_linked'), 'done']);
    expect(await problemOf(here.login.confirm(loginId, user.id))).toBe('already_linked');
    expect(await problemOf(here.login.cancel(loginId, user.id))).toBe('already_linked');
    expect(await isAlive(here, (await here.links.get(user.id))?.tokens.accessToken)).toBe(true);
  });

  test('a complete login says so until it expires, and only its user and browser learn the character', async () => {
    const { loginId, code, cookie, linkToken } = await signIn(here, user);
    expect(await problemOf(there.login.inspect(linkToken, cookie))).toBe('link_used');
    await here.login.enterCode(loginId, user.id, code);
    for (const step of [() => there.login.inspect(linkToken, cookie), () => there.login.showCode(cookie)])
      expect(await problemOf(step())).toBe('code_entered');
    expect(await problemOf(there.login.inspect(linkToken, undefined))).toBe('link_used');
    await here.login.confirm(loginId, user.id);
    const linkedAs = 'Vael Ondar';
    const { inspect, start, showCode, enterCode } = there.login;
    const steps = [() => inspect(linkToken, cookie), () => start(linkToken, cookie, SCOPES), () => showCode(cookie)];
    for (const step of [...steps, () => enterCode(loginId, user.id, code)])
      await expect(step()).rejects.toMatchObject({ code: 'already_linked', linkedAs });
    const untold = { code: 'already_linked', linkedAs: undefined };
    for (const stranger of [undefined, 'another'])
      await expect(there.login.inspect(linkToken, stranger)).rejects.toMatchObject(untold);
    expect(await problemOf(there.login.enterCode(loginId, newUser().id, code))).toBe('expired');
    here.clock.now += TEN_MINUTES_MS;
    expect(await problemOf(here.login.inspect(linkToken, cookie))).toBe('expired');
  });

  test('only the user can see the invitation again, until the login is complete', async () => {
    const { loginId, url, expiresAt } = await here.login.begin(user, SCOPES);
    expect(await there.login.invitation(loginId, user.id)).toEqual({ url, expiresAt, scopes: SCOPES });
    expect(await problemOf(there.login.invitation(loginId, newUser().id))).toBe('expired');
    const done = await acceptCode(here, user);
    await here.login.confirm(done.loginId, user.id);
    expect(await problemOf(there.login.invitation(done.loginId, user.id))).toBe('expired');
  });

  test('canceling revokes the tokens and ends the login, even if the game is away', async () => {
    const { loginId, code, callback, cookie, linkToken } = await signIn(here, user);
    await there.login.cancel(loginId, user.id);
    await bothDead();
    const { enterCode, confirm, finish, start } = here.login;
    await expectExpired(enterCode(loginId, user.id, code), confirm(loginId, user.id));
    await expectExpired(finish(callback, cookie), start(linkToken, cookie, SCOPES));
    expect(await isLinked()).toBe(false);
    const other = await signIn(here, user);
    outside.service.faults.add({ fault: { kind: 'cut', at: 'before' }, times: Number.POSITIVE_INFINITY });
    expect(await problemOf(here.login.cancel(other.loginId, user.id))).toBe('done');
    expect(await problemOf(here.login.enterCode(other.loginId, user.id, other.code))).toBe('expired');
  });

  test('tokens whose character can’t be read are revoked', async () => {
    const { loginId, cookie, callback } = await reachCallback(here, user);
    breakGame('character.me', { kind: 'status', status: 500 });
    expect(await problemOf(here.login.finish(callback, cookie))).toBe('unavailable');
    outside.service.faults.clear();
    expect(await problemOf(here.login.enterCode(loginId, user.id, '000000'))).toBe('not_signed_in');
    await bothDead();
  });

  /** As the game responds at a character's second login. */
  const linkWithoutRefreshToken = async (handle: string): Promise<Link> => {
    const { loginId } = await acceptCode(here, user, handle);
    const login = await sealedLogins().get(loginId);
    if (login) await sealedLogins().set(loginId, { ...login, tokens: { ...login.tokens, refreshToken: undefined } });
    return await there.login.confirm(loginId, user.id);
  };

  test('linking a character again keeps the refresh token if the game sends none, like the live service', async () => {
    const first = await linkUp(here, user);
    const link = await linkWithoutRefreshToken('Vael Ondar');
    expect(link.tokens.accessToken).not.toBe(first.tokens.accessToken);
    expect(link.tokens.refreshToken).toBe(first.tokens.refreshToken);
    expect(await here.links.get(user.id)).toEqual(link);
    expect((await linkUp(here, user)).tokens.refreshToken).not.toBe(first.tokens.refreshToken);
    // Another character's is never kept.
    expect((await linkWithoutRefreshToken('Pell')).tokens.refreshToken).toBeUndefined();
  });

  describe('that has expired', () => {
    /** The store has its own clock, so the login is due at once. */
    const sweep = async (loginId: string): Promise<void> => {
      await here.store.schedule('login-end').set(loginId, 0);
      here.clock.now += TEN_MINUTES_MS;
      await Promise.all([here.login.sweep(), there.login.sweep()]);
    };

    test('has its tokens revoked and leaves nothing behind, later if the game can’t do it now', async () => {
      const { loginId } = await signIn(here, user);
      // As an earlier release stored it.
      await sealedLogins().set(loginId, { ...(await sealedLogins().get(loginId)), keeps: [] });
      breakGame('oauth.revocation', { kind: 'status', status: 503 });
      await sweep(loginId);
      expect(await isAlive(here, here.given[0]?.accessToken)).toBe(true);
      outside.service.faults.clear();
      await sweep(loginId);
      await bothDead();
      expect(await rawText(loginId)).toBe('');
    });

    test.each(['that login', 'a later login'])(
      'keeps the tokens of the link of %s, even if the process died then',
      async (which) => {
        const { loginId } = await acceptCode(here, user);
        const stored = here.store.collection(raw('login', z.unknown()));
        const unfinished = await stored.get(loginId);
        const link = await here.login.confirm(loginId, user.id);
        await stored.set(loginId, unfinished);
        // A later login can go on with the refresh token of an earlier one.
        if (which === 'a later login') await here.links.save({ ...link, loginId: 'a later login' });
        await sweep(loginId);
        expect(await rawText(loginId)).toBe('');
        expect(await isAlive(here, link.tokens.accessToken)).toBe(true);
        expect(await isRefreshable(here, link.tokens.refreshToken)).toBe(true);
      },
    );
  });

  test('logging out waits five seconds at most for a game that hangs', async () => {
    const { tokens } = await linkUp(here, user);
    const held = outside.service.faults.add({ operation: 'oauth.revocation', fault: { kind: 'hold' } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const leaving = here.login.logOut(user.id);
    await held.reached;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await Promise.race([leaving, isLinked()])).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const timeIsUp = Date.now();
    expect(await leaving).toEqual({ wasLinked: true, isRevoked: false });
    expect(Date.now() - timeIsUp).toBeLessThan(3_000);
    vi.useRealTimers();
    held.release();
    await vi.waitFor(async () => expect(await isAlive(here, tokens.accessToken)).toBe(false));
  });

  test('a link is erased once, and one moved to another user doesn’t open', async () => {
    const thief = newUser().id;
    const sealed = createSealedStore(here.store, here.sealer).collection({
      ...raw('link', z.unknown()),
      isSealed: true,
    });
    // The sealed owner counts, even if the seal fits.
    await sealed.set(thief, await linkUp(here, user));
    await expect(there.links.get(thief)).rejects.toThrow(SealBroken);
    expect((await atOnce(2, ({ links }) => links.erase(user.id))).sort()).toEqual([false, true]);
    expect(await isLinked()).toBe(false);
  });

  test('linking another character revokes the previous one’s tokens', async () => {
    const first = await linkUp(here, user);
    const second = await linkUp(there, user, 'Pell');
    expect((await here.links.get(user.id))?.character.name).toBe('Pell');
    expect(await isAlive(here, first.tokens.accessToken)).toBe(false);
    expect(await isAlive(here, second.tokens.accessToken)).toBe(true);
  });

  test('logging out revokes and erases, once, and leaves another user’s link to the same character alone', async () => {
    const { tokens } = await linkUp(here, user);
    const other = await linkUp(here, newUser());
    expect(await there.login.logOut(user.id)).toEqual({ wasLinked: true, isRevoked: true });
    expect(await isLinked()).toBe(false);
    expect(await isAlive(here, tokens.accessToken)).toBe(false);
    expect(await isRefreshable(here, tokens.refreshToken)).toBe(false);
    expect(await here.login.logOut(user.id)).toEqual({ wasLinked: false, isRevoked: true });
    expect(await isAlive(here, other.tokens.accessToken)).toBe(true);
  });

  test('a sixth open login ends the oldest of the person, and no one else’s', async () => {
    const other = newUser();
    const theirs = await here.login.begin(other, []);
    const begun: string[] = [];
    for (let each = 0; each < 6; each += 1) begun.push((await here.login.begin(user, [])).loginId);
    const problems = begun.map((loginId) => problemOf(there.login.invitation(loginId, user.id)));
    expect(await Promise.all(problems)).toEqual(['expired', ...Array(5).fill('done')]);
    expect(await there.login.invitation(theirs.loginId, other.id)).toBeDefined();
  });

  test('logging out because of an event ends only links and logins from before it', async () => {
    const { loginId } = await here.login.begin(user, []);
    const { linkedAt: at } = await linkUp(here, user);
    expect(await there.login.logOut(user.id, at)).toMatchObject({ wasLinked: false });
    await there.login.endAllOf(user.id, at);
    expect(await here.login.invitation(loginId, user.id)).toBeDefined();
    expect(await there.login.logOut(user.id, at + 1)).toMatchObject({ wasLinked: true });
    await there.login.endAllOf(user.id, at + 1);
    expect(await problemOf(here.login.invitation(loginId, user.id))).toBe('expired');
  });

  test('logging out erases a link whose key is gone, and a new login replaces it', async () => {
    await linkUp(here, user);
    await using rekeyed = startProcess({ outside, store: there.store, keys: [Buffer.alloc(32, 7)] });
    expect(await rekeyed.login.logOut(user.id)).toEqual({ wasLinked: true, isRevoked: false });
    expect(await isLinked()).toBe(false);
    await linkUp(here, user);
    await linkUp(rekeyed, user, 'Pell');
    expect((await rekeyed.links.get(user.id))?.character.name).toBe('Pell');
  });

  test('an OAuth server that is away makes the start unavailable, and is retried', async () => {
    const { linkToken } = await begin();
    outside.service.faults.add({ operation: 'oauth.discovery', fault: { kind: 'cut', at: 'before' } });
    expect(await problemOf(here.login.start(linkToken, undefined, SCOPES))).toBe('unavailable');
    expect(await problemOf(here.login.start(linkToken, undefined, SCOPES))).toBe('done');
  });
});
