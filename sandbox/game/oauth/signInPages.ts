import { html, raw } from 'hono/html';
import { describeScope } from '../scopes.ts';
import { fixedPeople, sandboxPassword } from '../seed/people.ts';
import { type Html, page } from './page.ts';

/** The page on which a character signs in. `problem` says why the last try failed; `handle` is what was typed then. */
export function signInPage(action: string, client: string, handle = '', problem?: string): Html {
  const isSecondTry = problem !== undefined;
  // What was wrong stays open, so both fields are marked; where to type next is most often the password.
  const wrong = isSecondTry ? raw(' aria-invalid="true" aria-describedby="problem"') : '';
  return page(
    'Sign in to the game',
    html`<p>Sign in as your character to continue to <strong>${client}</strong>.</p>
${isSecondTry ? html`<p class="bad" role="alert" id="problem">${problem}</p>` : ''}
<form method="post" action="${action}">
<label for="handle">Character handle</label>
<input id="handle" name="handle" value="${handle}" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="200" required${wrong}${handle === '' ? raw(' autofocus') : ''}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${wrong}${handle === '' ? '' : raw(' autofocus')}>
<div class="choice"><button type="submit">Sign in</button></div>
</form>
<div class="hint">
<p>These are made-up accounts. The password of every character is <kbd>${sandboxPassword}</kbd>. You can be, for example:</p>
<ul>${fixedPeople.map(({ handle: name, note }) => html`<li><strong>${name}</strong>: ${note}</li>`)}</ul>
</div>`,
    isSecondTry,
  );
}

/** What the consent page shows. `scopes` and `earlier` are wire names. */
export interface ConsentQuestion {
  action: string;
  signInAgain: string;
  client: string;
  character: { uid: string; handle: string };
  scopes: readonly string[];
  /** Those among `scopes` that were allowed before. */
  again: ReadonlySet<string>;
  /** Other scopes that were allowed before and are part of the new grant. */
  earlier: readonly string[];
  offline: boolean;
  returnsTo: string;
}

/** The page on which the character allows a client what it asks for, or does not. */
export function consentPage(question: ConsentQuestion): Html {
  const { action, signInAgain, client, character, scopes, again, earlier, offline, returnsTo } = question;
  const item = (scope: string) => html`<li>${describeScope(scope).text}</li>`;
  const isAllAgain = scopes.every((scope) => again.has(scope));
  const asked = (scope: string) =>
    again.has(scope) && !isAllAgain
      ? html`<li>${describeScope(scope).text} <span class="before">You allowed this before.</span></li>`
      : item(scope);
  const movesMoney = [...scopes, ...earlier].some((scope) => describeScope(scope).movesMoney);
  return page(
    `Allow ${client}?`,
    html`<p><strong>${client}</strong> asks for access to your character <strong>${character.handle}</strong>.</p>
<h2>It will be able to</h2>
<ul>${scopes.map(asked)}</ul>
${isAllAgain ? html`<p class="before">You allowed all of this before. Allow it again to renew access.</p>` : ''}
${earlier.length === 0 ? '' : html`<h2>Still allowed from before</h2><ul>${earlier.map(item)}</ul>`}
${movesMoney ? html`<p class="warn"><strong>This moves money.</strong> With this permission ${client} can send your credits to others. A transfer can't be undone.</p>` : ''}
<p>${offline ? html`The access lasts until you revoke it, even when you're offline.` : html`The access ends after an hour.`}</p>
<form method="post" action="${action}">
<input type="hidden" name="character" value="${character.uid}">
<div class="choice">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="second">Deny</button>
</div>
</form>
<div class="hint">
<p>Next, you'll continue to ${returnsTo}.</p>
<p>Not ${character.handle}? <a href="${signInAgain}">Sign in as someone else</a></p>
</div>`,
  );
}

/** The page for a sign-in that has expired, is unknown, or was started in another browser. */
export function expiredPage(): Html {
  return page(
    'This sign-in has expired',
    html`<p class="bad" role="alert">This sign-in has expired, was already used, or was started in another browser.</p>
<p>Run <kbd>/login</kbd> in Discord again.</p>`,
    true,
  );
}

/** The page for a request of a client that cannot be answered to the client itself. */
export function clientErrorPage(error: string, description: string | undefined): Html {
  return page(
    'This request is invalid',
    html`<p class="bad" role="alert">The app that sent you here made an invalid request: ${description ?? error} (${error}).</p>
<p>Nothing was allowed or changed. Try again. If it keeps happening, tell the app's owner.</p>`,
    true,
  );
}

/** The page for an unexpected failure. */
export function failurePage(): Html {
  return page(
    'Something went wrong',
    html`<p class="bad" role="alert">The sign-in failed. Nothing was allowed or changed.</p>
<p>Reload the page. If that doesn't help, run <kbd>/login</kbd> in Discord again.</p>`,
    true,
  );
}
