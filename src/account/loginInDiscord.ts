import type { Scope } from '../game/scopes.ts';
import { type Character, type Link, narrowed } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import type { DiscordUser, LoginParts, StoredLogin } from './logins.ts';
import { checkNotOver, isEqual, LOGIN_LIFETIME_MS, newSecret, randomToken } from './logins.ts';
import type { Tokens } from './oauth.ts';
import { noneIfBroken } from './seal.ts';

const MAX_TRIES = 5;

/** A login's steps in Discord, before and after the browser's. Each throws {@link LoginProblem}. */
export function createDiscordSteps(parts: LoginParts) {
  const { logins, links, oauth, log, publicUrl, now, revoke } = parts;
  const toUrl = (linkToken: string): URL => new URL(`login/${linkToken}`, publicUrl);
  /** The login's tokens, unless its link uses them or a later link has the refresh token. */
  const findUnused = async ({ loginId, user, tokens }: StoredLogin): Promise<Tokens | undefined> => {
    if (!tokens) return undefined;
    const link = await links.get(user.id).catch(noneIfBroken);
    const isShared = tokens.refreshToken !== undefined && link?.tokens.refreshToken === tokens.refreshToken;
    return isShared || link?.loginId === loginId ? undefined : tokens;
  };
  const end = async (login: StoredLogin): Promise<void> => {
    const unused = await findUnused(login);
    await logins.delete(login.loginId);
    if (unused) await revoke(unused);
  };
  const endById = (loginId: string): Promise<void> =>
    logins.locked(loginId, async () => {
      const login = await logins.peek(loginId);
      if (login) await end(login);
    });

  /** Runs `work` with the user's login under its lock, unless the login is over. */
  const withOwn = <T>(loginId: string, userId: string, work: (login: StoredLogin) => Promise<T>): Promise<T> =>
    logins.locked(loginId, async () => {
      const login = await logins.findOwn(loginId, userId);
      checkNotOver(login);
      return await work(login);
    });

  return {
    /** The login page suggests `scopes`. Ends the oldest logins of a user who has five. */
    async begin(user: DiscordUser, scopes: readonly Scope[], invitation?: StoredLogin['invitation']) {
      const loginId = randomToken(12);
      const linkToken = newSecret(loginId);
      const expiresAt = now() + LOGIN_LIFETIME_MS;
      const invited = { invitation, stage: 'invited', linkToken, triesLeft: MAX_TRIES } as const;
      const surplus = await logins.add({ loginId, user, scopes: [...scopes], expiresAt, ...invited });
      await Promise.all(surplus.map(endById));
      return { loginId, url: toUrl(linkToken), expiresAt, scopes };
    },

    /** `signedIn`: the character that its code would link. */
    async invitation(loginId: string, userId: string) {
      const { linkToken, expiresAt, scopes, stage, character } = await logins.findOwn(loginId, userId);
      if (stage === 'linked') throw new LoginProblem('expired');
      const signedIn = stage === 'signedIn' ? character : undefined;
      return { url: toUrl(linkToken), expiresAt, scopes, signedIn };
    },

    noteDirectMessage: (loginId: string, userId: string, url: URL): Promise<void> =>
      withOwn(loginId, userId, async ({ invitation, ...login }) => {
        if (invitation) await logins.save({ ...login, invitation: { ...invitation, at: { url: url.href } } });
      }),

    /** Checks the typed code; returns the character to confirm. The code of another character than
     * `characterUid` is refused and doesn't count as a try. */
    enterCode: (loginId: string, userId: string, typed: string, characterUid?: string): Promise<Character> =>
      withOwn(loginId, userId, async (login) => {
        if (characterUid !== undefined && login.character && login.character.uid !== characterUid)
          throw new LoginProblem('other_character');
        if (login.stage === 'codeAccepted' && login.character) return login.character;
        if (login.stage !== 'signedIn' || !login.secret || !login.character) throw new LoginProblem('not_signed_in');
        if (isEqual(typed.replace(/[\s-]/g, ''), login.secret)) {
          await logins.save({ ...login, stage: 'codeAccepted', secret: undefined });
          return login.character;
        }
        const triesLeft = login.triesLeft - 1;
        if (triesLeft > 0) {
          await logins.save({ ...login, triesLeft });
          throw new LoginProblem('wrong_code', { triesLeft });
        }
        await end(login);
        throw new LoginProblem('too_many_tries');
      }),

    /** Stores the link with the scopes that were chosen and granted: the token also has earlier
     * ones. `confirmedAt` is by Discord's clock, like its events. */
    confirm: (loginId: string, userId: string, confirmedAt?: number): Promise<Link> =>
      withOwn(loginId, userId, async (login) => {
        const { user, expiresAt, linkToken, browserHash, stage, character, grantedScopes, scopes, tokens } = login;
        if (stage !== 'codeAccepted' || !character || !grantedScopes || !tokens)
          throw new LoginProblem('not_signed_in');
        const { link, other } = await links.locked(userId, async () => {
          const previous = await links.get(userId).catch(noneIfBroken);
          const isSame = previous?.character.uid === character.uid;
          // The live service sends one only at a character's first login, and it stays valid.
          const refreshToken = tokens.refreshToken ?? (isSame ? previous.tokens.refreshToken : undefined);
          const granted = { character, scopes: grantedScopes, tokens: { ...tokens, refreshToken } };
          const whole: Link = { discordUserId: userId, ...granted, linkedAt: now(), confirmedAt, loginId };
          const link = narrowed(whole, scopes);
          await links.save(link);
          return { link, other: isSame ? undefined : previous };
        });
        // Without secrets, for the pages that say that the login is complete.
        const kept = { loginId, user, expiresAt, linkToken, browserHash, character, scopes: [], triesLeft: 0 };
        await logins.save({ ...kept, stage: 'linked' });
        if (other) await revoke(other.tokens);
        log.info({ discordUserId: userId, characterUid: character.uid }, 'linked a character');
        return link;
      }),

    cancel: (loginId: string, userId: string): Promise<void> => withOwn(loginId, userId, end),

    /** Ends some expired logins; tries for an hour to revoke their tokens. */
    async sweep(): Promise<void> {
      for (const loginId of await logins.takeOver()) {
        const ending = logins.locked(loginId, async () => {
          const login = await logins.peek(loginId);
          const unused = login && (await findUnused(login));
          if (unused) await oauth.revoke(unused);
          await logins.delete(loginId);
        });
        await ending.catch((err: unknown) => log.warn({ err, loginId }, 'could not end a login, will try again'));
      }
    },

    async endAllOf(userId: string, begunBefore?: number): Promise<void> {
      await Promise.all((await logins.takeAllOf(userId, begunBefore)).map(endById));
    },
  };
}
