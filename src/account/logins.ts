import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ALL_SCOPES } from '../game/scopes.ts';
import type { Store } from '../store/store.ts';
import type { Link } from './links.ts';
import { LoginProblem } from './loginProblem.ts';

/** How long a login may take from its first message to its confirmation. */
export const LOGIN_LIFETIME_MS = 10 * 60_000;
/** The exchange of a code, and whom it is for, from a service that is slow and asked again. */
const LONGEST_STEP_MS = 90_000;

export type Character = Link['character'];
export type DiscordUser = { id: string; name: string };

const storedLogin = z.object({
  loginId: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.enum(ALL_SCOPES)),
  expiresAt: z.number(),
  stage: z.enum(['invited', 'authorizing', 'signedIn', 'codeAccepted', 'linked']),
  /** The link's token, to show the invitation once more: sealed. */
  linkToken: z.string().optional(),
  browserHash: z.string().optional(),
  state: z.string().optional(),
  /** The PKCE verifier, then the code: sealed. */
  secret: z.string().optional(),
  triesLeft: z.number(),
  character: z.object({ uid: z.string(), name: z.string() }).optional(),
  grantedScopes: z.array(z.string()).optional(),
  /** Sealed. */
  tokens: z.string().optional(),
});
/** A login on its way, and until its time is over what became of it: `linked` keeps nothing secret. */
export type StoredLogin = z.output<typeof storedLogin>;

/** By what a login is found, beside its id: secrets of which only a hash is stored. */
export type LoginKey = 'link' | 'state' | 'browser';

/** The logins of all processes. What is not found, or too old, throws {@link LoginProblem} `expired`. */
export type Logins = {
  save(login: StoredLogin): Promise<void>;
  delete(loginId: string): Promise<void>;
  find(loginId: string | undefined): Promise<StoredLogin>;
  /** The login, if it is this Discord user's. */
  findOwn(loginId: string, userId: string): Promise<StoredLogin>;
  findBy(key: LoginKey, secret: string | undefined): Promise<StoredLogin>;
  /** From now on the login is found by this secret. */
  index(key: LoginKey, secret: string, loginId: string): Promise<void>;
  /** State is read after the lock is taken, so that two tabs, or two processes, cannot both act on the same stage. */
  locked<T>(loginId: string, work: () => Promise<T>): Promise<T>;
};

export function createLogins(store: Store, now: () => number): Logins {
  const logins = store.collection('login', storedLogin);
  const ids = {
    link: store.collection('login-link', z.string()),
    state: store.collection('login-state', z.string()),
    browser: store.collection('login-browser', z.string()),
  } as const satisfies Record<LoginKey, unknown>;

  const find = async (loginId: string | undefined): Promise<StoredLogin> => {
    const login = loginId === undefined ? undefined : await logins.get(loginId);
    if (!login || login.expiresAt <= now()) throw new LoginProblem('expired');
    return login;
  };
  return {
    save: (login) => logins.set(login.loginId, login, Math.max(1, login.expiresAt - now())),
    async delete(loginId) {
      await logins.delete(loginId);
    },
    find,
    async findOwn(loginId, userId) {
      const login = await find(loginId);
      if (login.user.id !== userId) throw new LoginProblem('expired');
      return login;
    },
    findBy: async (key, secret) => await find(secret === undefined ? undefined : await ids[key].get(hash(secret))),
    index: (key, secret, loginId) => ids[key].set(hash(secret), loginId, LOGIN_LIFETIME_MS),
    locked: (loginId, work) => store.withLock(`login:${loginId}`, work, { ttlMs: LONGEST_STEP_MS }),
  };
}

/** Throws {@link LoginProblem} `already_linked` with the character's name: for its Discord user and its browser alone. */
export function checkNotLinked({ stage, character }: StoredLogin): void {
  if (stage === 'linked') throw new LoginProblem('already_linked', { linkedAs: character?.name });
}

/** A secret that nobody guesses, in characters that an address and a cookie take. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** What is stored of a secret. */
export function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
