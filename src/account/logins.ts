import { randomBytes, timingSafeEqual, hash as toDigest } from 'node:crypto';
import { z } from 'zod';
import type { GameClient } from '../game/client.ts';
import { party } from '../game/parameters.ts';
import { ALL_SCOPES } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { type Character, type Links, storedTokens } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import type { OAuth, Tokens } from './oauth.ts';
import { noneIfBroken, type Sealer } from './seal.ts';
import type { SealedStore } from './sealedStore.ts';

/** Max time from a login's first message to its confirmation. */
export const LOGIN_LIFETIME_MS = 10 * 60_000;
/** Extra time in the store, so that its tokens can be revoked even if the game is down. */
const STORED_AFTERWARDS_MS = 60 * 60_000;
/** Delay before another try to end a login. */
const RETRY_MS = 60_000;
const MAX_ENDS_AT_ONCE = 20;
/** Max open logins per person. */
const MAX_OPEN = 5;

const discordUser = z.object({ id: z.string(), name: z.string(), username: z.string() });
/** `name` is a display name that anyone can choose; `username` is unique. */
export type DiscordUser = z.output<typeof discordUser>;

/** The message to edit after the sign-in: a DM or an interaction's response. `waiting`: the ticket
 * of the command to run afterwards. */
const at = z.union([z.object({ url: z.string() }), z.object({ applicationId: z.string(), token: z.string() })]);
const invitation = z.object({ at, locale: z.string(), waiting: z.string().optional() });

const storedLogin = z.object({
  loginId: z.string(),
  user: discordUser,
  /** The scopes that the login page suggests; once it's submitted, the chosen ones. */
  scopes: z.array(z.enum(ALL_SCOPES)),
  expiresAt: z.number(),
  stage: z.enum(['invited', 'authorizing', 'signedIn', 'codeAccepted', 'linked']),
  linkToken: z.string(),
  browserHash: z.string().optional(),
  state: z.string().optional(),
  /** The PKCE verifier, then the code. */
  secret: z.string().optional(),
  triesLeft: z.number(),
  character: party.optional(),
  grantedScopes: z.array(z.string()).optional(),
  tokens: storedTokens.optional(),
  /** Scopes that an earlier release kept without asking for them. Such a login has expired. */
  keeps: z.array(z.string()).optional(),
  invitation: invitation.optional(),
});
const withoutSecrets = storedLogin.pick({
  ...{ user: true, scopes: true, stage: true },
  ...{ character: true, grantedScopes: true, expiresAt: true },
});
const OF_LOGINS = {
  about: 'person',
  says: 'logins',
  erasedBy: 'login',
  keptForMs: LOGIN_LIFETIME_MS + STORED_AFTERWARDS_MS,
} as const;
const LOGINS = collection('login', storedLogin, OF_LOGINS);
const LISTS = collection('logins', z.array(z.object({ loginId: z.string(), until: z.number() })), OF_LOGINS);

/** A login in progress or, until it expires, complete: `linked` has no secrets. */
export type StoredLogin = z.output<typeof storedLogin>;

/** A login whose invitation should show who signed in. */
export type SignedIn = StoredLogin & { character: Character; invitation: z.output<typeof invitation> };

/** The secrets that identify a login. Each begins with the login's id. */
type SecretKey = 'link' | 'state' | 'browser';

export type Logins = ReturnType<typeof createLogins>;

export type LoginParts = {
  logins: Logins;
  store: Store;
  links: Links;
  oauth: OAuth;
  sealer: Sealer;
  game: GameClient;
  log: Logger;
  /** The public address of this process; ends with a slash. */
  publicUrl: URL;
  now: () => number;
  showSignedIn?: (login: SignedIn, url: URL, signal: AbortSignal) => Promise<unknown>;
  /** False, and a log line, if the tokens couldn't be revoked. */
  revoke: (tokens: Tokens) => Promise<boolean>;
};

/** The logins of all processes, sealed. Unknown and old ones throw the problem `expired`. */
export function createLogins(store: Store, sealed: SealedStore, now: () => number) {
  const logins = sealed.collection(LOGINS);
  const lists = sealed.collection(LISTS);
  const ends = store.schedule('login-end');

  // A forged record, or one of an earlier release, counts as missing.
  const peek = (loginId: string): Promise<StoredLogin | undefined> => logins.get(loginId).catch(noneIfBroken);
  const find = async (loginId: string | undefined): Promise<StoredLogin> => {
    const login = loginId === undefined ? undefined : await peek(loginId);
    if (!login || login.keeps !== undefined || login.expiresAt <= now()) throw new LoginProblem('expired');
    return login;
  };
  const findBy = async (key: SecretKey, secret: string | undefined): Promise<StoredLogin> => {
    const login = await find(secret?.split('.')[0]);
    const expected = { link: login.linkToken, state: login.state, browser: login.browserHash }[key] ?? '';
    if (!isEqual(key === 'browser' ? hash(secret ?? '') : (secret ?? ''), expected)) throw new LoginProblem('expired');
    return login;
  };
  const save = (login: StoredLogin): Promise<void> =>
    logins.set(login.loginId, login, Math.max(1, login.expiresAt - now()) + STORED_AFTERWARDS_MS);
  const locked = <T>(loginId: string, work: () => Promise<T>): Promise<T> => store.withLock(`login:${loginId}`, work);
  const readList = async (userId: string) => (await lists.get(userId).catch(noneIfBroken)) ?? [];
  const lockList = <T>(userId: string, work: () => Promise<T>): Promise<T> => store.withLock(`logins:${userId}`, work);

  return {
    /** Saves and lists a new login. Returns the ids of the oldest ones, which must end. */
    async add(login: StoredLogin): Promise<string[]> {
      const { loginId, user, expiresAt } = login;
      const until = expiresAt + STORED_AFTERWARDS_MS;
      await ends.set(loginId, expiresAt - now());
      const others = await lockList(user.id, async () => {
        const others = (await readList(user.id)).filter((other) => other.until > now());
        await lists.set(user.id, [...others, { loginId, until }], until - now());
        return others;
      });
      await save(login);
      const open = others.filter((other) => other.until - STORED_AFTERWARDS_MS > now());
      return open.slice(0, 1 - MAX_OPEN).map((other) => other.loginId);
    },
    save,
    async delete(loginId: string): Promise<void> {
      await logins.delete(loginId);
      await ends.delete(loginId);
    },
    async findOwn(loginId: string, userId: string): Promise<StoredLogin> {
      const login = await find(loginId);
      if (login.user.id !== userId) throw new LoginProblem('expired');
      return login;
    },
    findBy,
    /** The login, even if it has expired. */
    peek,
    /** Leases expired logins to this process for a minute and returns their ids. */
    takeOver: () => ends.take(MAX_ENDS_AT_ONCE, RETRY_MS),
    /** Ids of the user's older logins, to end them. Empties the list if these are all. */
    takeAllOf: (userId: string, begunBefore = Number.POSITIVE_INFINITY): Promise<string[]> =>
      lockList(userId, async () => {
        const list = await readList(userId);
        const taken = list.filter(({ until }) => until - STORED_AFTERWARDS_MS - LOGIN_LIFETIME_MS < begunBefore);
        // Ended logins in a list do no harm.
        if (taken.length === list.length) await lists.delete(userId);
        return taken.map(({ loginId }) => loginId);
      }),
    /** The stored data of the user's logins, without secrets. */
    async exportOf(userId: string): Promise<Record<string, unknown>> {
      const stored = await Promise.all((await readList(userId)).map(({ loginId }) => peek(loginId)));
      return { logins: stored.flatMap((login) => (login?.user.id === userId ? withoutSecrets.parse(login) : [])) };
    },
    /** Read a login only under its lock, so that two tabs or processes can't use the same stage. */
    locked,
    async lockedBy<T>(key: SecretKey, secret: string, work: (login: StoredLogin) => Promise<T>): Promise<T> {
      const { loginId } = await findBy(key, secret);
      return await locked(loginId, async () => await work(await find(loginId)));
    },
  };
}

/** Throws if the login is over. The error names the character: only for its user and browser. */
export function checkNotOver({ stage, character }: StoredLogin): void {
  if (stage === 'linked') throw new LoginProblem('already_linked', { linkedAs: character?.name });
}

/** A random secret that finds its login. */
export function newSecret(loginId: string): string {
  return `${loginId}.${randomToken(24)}`;
}

/** Safe in URLs and cookies. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

export function hash(secret: string): string {
  return toDigest('sha256', secret, 'base64url');
}

/** Compares secrets in constant time. */
export function isEqual(given: string, expected: string): boolean {
  return expected !== '' && timingSafeEqual(Buffer.from(hash(given)), Buffer.from(hash(expected)));
}
