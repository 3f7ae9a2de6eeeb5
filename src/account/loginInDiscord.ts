import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { type Link, type Links, openTokens, toLinkLock } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import {
  type Character,
  checkNotLinked,
  type DiscordUser,
  hash,
  LOGIN_LIFETIME_MS,
  type Logins,
  randomToken,
  type StoredLogin,
} from './logins.ts';
import type { OAuth, Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';

const MOST_TRIES = 5;

/** The steps of a login in Discord: from its message to the link, and from the code to the end. All of them throw {@link LoginProblem}. */
export type DiscordSteps = {
  begin(user: DiscordUser, scopes: readonly Scope[]): Promise<{ loginId: string; url: URL; expiresAt: number }>;
  /** The invitation of `begin` once more. */
  invitation(loginId: string, userId: string): Promise<{ url: URL; expiresAt: number; scopes: Scope[] }>;
  /** The code as typed back in Discord; gives the character to confirm. */
  enterCode(loginId: string, userId: string, typed: string): Promise<Character>;
  /** Stores the link. */
  confirm(loginId: string, userId: string): Promise<Link>;
  /** Ends the login and gives its tokens back. */
  cancel(loginId: string, userId: string): Promise<void>;
};

type Parts = {
  logins: Logins;
  store: Store;
  links: Links;
  oauth: OAuth;
  sealer: Sealer;
  log: Logger;
  publicUrl: URL;
  now: () => number;
  /** Gives back tokens that nobody will use. */
  revoke: (loginId: string, tokens: Tokens) => Promise<void>;
};

export function createDiscordSteps(parts: Parts): DiscordSteps {
  const { logins, store, links, oauth, sealer, log, publicUrl, now, revoke } = parts;
  const toUrl = (linkToken: string): URL => new URL(`login/${linkToken}`, publicUrl);
  const giveBack = async ({ loginId, tokens }: StoredLogin): Promise<void> => {
    await logins.delete(loginId);
    if (tokens !== undefined) await revoke(loginId, openTokens(sealer, tokens, loginId));
  };

  return {
    async begin(user, scopes) {
      const [loginId, linkToken] = [randomToken(12), randomToken(24)];
      const expiresAt = now() + LOGIN_LIFETIME_MS;
      await logins.save({
        loginId,
        user,
        scopes: [...scopes],
        expiresAt,
        stage: 'invited',
        linkToken: sealer.seal(linkToken, `login-link:${loginId}`),
        triesLeft: MOST_TRIES,
      });
      await logins.index('link', linkToken, loginId);
      return { loginId, url: toUrl(linkToken), expiresAt };
    },

    async invitation(loginId, userId) {
      const { linkToken, expiresAt, scopes } = await logins.findOwn(loginId, userId);
      if (linkToken === undefined) throw new LoginProblem('expired');
      return { url: toUrl(sealer.open(linkToken, `login-link:${loginId}`)), expiresAt, scopes };
    },

    enterCode: (loginId, userId, typed) =>
      logins.locked(loginId, async () => {
        const login = await logins.findOwn(loginId, userId);
        checkNotLinked(login);
        if (login.stage === 'codeAccepted' && login.character) return login.character;
        if (login.stage !== 'signedIn' || !login.secret || !login.character) throw new LoginProblem('not_signed_in');
        if (isEqual(typed.replace(/[\s-]/g, ''), sealer.open(login.secret, `code:${loginId}`))) {
          await logins.save({ ...login, stage: 'codeAccepted', secret: undefined });
          return login.character;
        }
        const triesLeft = login.triesLeft - 1;
        if (triesLeft > 0) {
          await logins.save({ ...login, triesLeft });
          throw new LoginProblem('wrong_code', { triesLeft });
        }
        await giveBack(login);
        throw new LoginProblem('too_many_tries');
      }),

    confirm: (loginId, userId) =>
      logins.locked(loginId, async () => {
        const login = await logins.findOwn(loginId, userId);
        checkNotLinked(login);
        const { stage, character, grantedScopes, tokens } = login;
        if (stage !== 'codeAccepted' || !character || !grantedScopes || !tokens)
          throw new LoginProblem('not_signed_in');
        const link: Link = {
          discordUserId: userId,
          character,
          scopes: grantedScopes,
          linkedAt: now(),
          tokens: openTokens(sealer, tokens, loginId),
        };
        const previous = await store.withLock(toLinkLock(userId), async () => {
          const replaced = await links.get(userId).catch(() => undefined);
          await links.save(link);
          return replaced;
        });
        await logins.save(toDone(login));
        if (previous && previous.character.uid !== character.uid) {
          await oauth
            .revoke(previous.tokens)
            .catch((err: unknown) => log.warn({ err }, 'could not revoke the tokens of the previous link'));
        }
        log.info({ discordUserId: userId, characterUid: character.uid }, 'linked a character');
        return link;
      }),

    cancel: (loginId, userId) =>
      logins.locked(loginId, async () => {
        const login = await logins.findOwn(loginId, userId);
        checkNotLinked(login);
        await giveBack(login);
      }),
  };
}

/** What is kept of a login that is done, so that it can be said: nothing that opens anything. */
function toDone({ loginId, user, expiresAt, browserHash, character }: StoredLogin): StoredLogin {
  return { loginId, user, expiresAt, browserHash, character, scopes: [], triesLeft: 0, stage: 'linked' };
}

function isEqual(typed: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hash(typed)), Buffer.from(hash(expected)));
}
