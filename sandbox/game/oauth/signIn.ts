import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { ServiceEnvironment } from '../requestLog.ts';
import { SANDBOX_PASSWORD } from '../seed/people.ts';
import type { Character } from '../world/characters.ts';
import { showPage } from './page.ts';
import { SIGN_IN_PATH } from './paths.ts';
import { cookieNames, GRANT_S, type ProviderParts } from './provider.ts';
import { consentPage, expiredPage, failurePage, signInPage } from './signInPages.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const SIGNED_IN_S = 8 * 3600;

/** The browser's pages: sign in as a character, then allow or deny the client's request. */
export function createSignIn(
  provider: Provider,
  { store, characters, logger }: Pick<ProviderParts, 'store' | 'characters' | 'logger'>,
): Hono<ServiceEnvironment> {
  const pages = new Hono<ServiceEnvironment>().basePath(SIGN_IN_PATH);
  const cookieName = cookieNames(provider.issuer).signIn;

  const interactionOf = async (c: Context<ServiceEnvironment>): Promise<Interaction> => {
    const interaction = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    if (interaction.uid !== c.req.param('uid')) throw new errors.SessionNotFound('another sign-in');
    return interaction;
  };
  const signedIn = async (c: Context): Promise<Character | undefined> => {
    const stored = await store.adapter('SignIn').find(getCookie(c, cookieName) ?? '');
    return stored?.accountId === undefined ? undefined : characters.byUid(stored.accountId);
  };
  const signIn = async (c: Context, character: Character): Promise<void> => {
    const id = randomBytes(32).toString('base64url');
    await store.adapter('SignIn').upsert(id, { accountId: character.uid }, SIGNED_IN_S);
    setCookie(c, cookieName, id, { path: SIGN_IN_PATH, httpOnly: true, sameSite: 'Lax', maxAge: SIGNED_IN_S });
  };
  const clientNameOf = ({ params }: Interaction): string => {
    const id = String(params['client_id']);
    return store.clientName(id) ?? id;
  };
  const scopesOf = ({ params }: Interaction, character: Character) => {
    const scopes = String(params['scope']).split(' ');
    const granted = store.grantedScopes(character.uid, String(params['client_id']));
    const again = new Set(scopes.filter((scope) => granted.has(scope)));
    const isRenewing = params['renew_previously_granted'] === 'yes';
    return { scopes, again, earlier: isRenewing ? [...granted].filter((scope) => !again.has(scope)) : [] };
  };

  pages.get('/:uid', async (c) => {
    const interaction = await interactionOf(c);
    const here = `${SIGN_IN_PATH}/${interaction.uid}`;
    const character = c.req.query('as') === 'other' ? undefined : await signedIn(c);
    if (!character) return showPage(c, signInPage(here, clientNameOf(interaction)));
    return showPage(
      c,
      consentPage({
        action: `${here}/consent`,
        signInAgain: `${here}?as=other`,
        client: clientNameOf(interaction),
        character,
        ...scopesOf(interaction, character),
        offline: interaction.params['access_type'] === 'offline',
        returnsTo: new URL(String(interaction.params['redirect_uri'])).host,
      }),
    );
  });

  pages.post('/:uid', async (c) => {
    const interaction = await interactionOf(c);
    const here = `${SIGN_IN_PATH}/${interaction.uid}`;
    const form = await c.req.parseBody();
    const handle = String(form['handle'] ?? '').slice(0, 200);
    const character = characters.byHandle(handle);
    if (!character || form['password'] !== SANDBOX_PASSWORD) {
      const problem = 'Wrong handle or password. Please try again.';
      return showPage(c, signInPage(here, clientNameOf(interaction), handle, problem));
    }
    await signIn(c, character);
    return c.redirect(here, 303);
  });

  pages.post('/:uid/consent', async (c) => {
    const interaction = await interactionOf(c);
    const here = `${SIGN_IN_PATH}/${interaction.uid}`;
    const form = await c.req.parseBody();
    const finish = async (result: Parameters<Provider['interactionResult']>[2]): Promise<Response> =>
      c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
    if (form['decision'] === 'deny') {
      return finish({ error: 'access_denied', error_description: 'the character did not allow it' });
    }
    const character = await signedIn(c);
    // Only the character that the page named may allow: another one may have signed in since.
    if (form['decision'] !== 'allow' || !character || form['character'] !== character.uid) return c.redirect(here, 303);

    const { scopes, earlier } = scopesOf(interaction, character);
    const scope = [...scopes, ...earlier].join(' ');
    const grant = new provider.Grant({ accountId: character.uid, clientId: String(interaction.params['client_id']) });
    grant.addOIDCScope(scope);
    const grantId = await grant.save();
    if (interaction.params['access_type'] === 'offline') await store.markOffline(grantId, GRANT_S);
    interaction.params['scope'] = scope;
    await interaction.persist();
    return finish({ login: { accountId: character.uid, remember: false }, consent: { grantId } });
  });

  pages.onError((error, c) => {
    if (error instanceof errors.SessionNotFound) return showPage(c, expiredPage(), 400);
    logger.error({ err: error, method: c.req.method }, 'a sign-in page failed');
    return showPage(c, failurePage(), 500);
  });
  return pages;
}
