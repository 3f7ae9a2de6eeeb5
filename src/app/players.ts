import { TEXTS } from '../../commands/login/en.ts';
import { idleLinkView, lostLoginView, signedInView } from '../../commands/login/loginView.ts';
import { createTokenSources } from '../account/accessToken.ts';
import { createLinks } from '../account/links.ts';
import { CALLBACK_PATH, createLogin } from '../account/login.ts';
import type { SignedIn } from '../account/logins.ts';
import { createOAuth } from '../account/oauth.ts';
import type { Config } from '../config.ts';
import type { DiscordConnection } from '../discord/connection/discord.ts';
import { createUnlinking } from '../jobs/unlinking.ts';
import type { Logger } from '../log.ts';
import { every } from '../time/every.ts';
import { languageOf } from '../view/language.ts';
import type { Lifetime } from './lifetime.ts';
import type { Stores } from './stores.ts';

export type Players = ReturnType<typeof createPlayers>;

const LOGIN_SWEEP_MS = 5_000;

export function createPlayers(
  config: Config,
  log: Logger,
  { running, atEnd }: Lifetime,
  { store, sealer, game }: Stores,
  { sendDirectMessage, ...discord }: Pick<DiscordConnection, 'sendDirectMessage' | 'editMessage' | 'editResponse'>,
) {
  const { publicUrl } = config.web;
  const links = createLinks(store, sealer, store.now);
  const oauth = createOAuth({ ...config.oauth, redirectUrl: new URL(CALLBACK_PATH, publicUrl), now: store.now });
  const parts = { store, links, oauth, sealer, game, log };
  const showSignedIn = async ({ invitation, ...shown }: SignedIn, url: URL, signal: AbortSignal): Promise<unknown> => {
    const { at, locale, waiting } = invitation;
    const { user, loginId, expiresAt, character } = shown;
    const view = signedInView(TEXTS[languageOf(locale)], { loginId, waiting }, { url, expiresAt, character });
    if ('url' in at) return await discord.editMessage(new URL(at.url), user.id, view, signal);
    return await discord.editResponse({ ...at, user }, view, signal);
  };
  const login = createLogin({ ...parts, publicUrl, now: store.now, showSignedIn });
  const onLost = (userId: string, locale: string | undefined): Promise<unknown> =>
    running.track(sendDirectMessage(userId, lostLoginView(locale)));
  return {
    links,
    login,
    tokenSources: createTokenSources({ ...parts, onLost, track: running.track, now: store.now }),
    createUnlinking: (changes: Parameters<typeof createUnlinking>[0]['changes']) =>
      createUnlinking({
        ...{ now: store.now, store, links, login, changes, log, idleDays: config.legal.linkIdleDays },
        warn: (link, until) => sendDirectMessage(link.discordUserId, idleLinkView(link, until)),
      }),
    start(): void {
      const onError = (err: unknown): void => log.warn({ err }, 'could not look for expired logins');
      const stopSweeping = every(LOGIN_SWEEP_MS, () => running.track(login.sweep()), { onError });
      atEnd(() => void stopSweeping());
    },
  };
}
