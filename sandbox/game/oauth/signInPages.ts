import { html, raw } from 'hono/html';
import { describeScope } from '../scopes.ts';
import { FIXED_PEOPLE, SANDBOX_PASSWORD } from '../seed/people.ts';
import { type Html, page } from './page.ts';

/** `problem`: why the last try failed. `handle`: the text that was typed then. */
export function signInPage(action: string, client: string, handle = '', problem?: string): Html {
  const isSecondTry = problem !== undefined;
  // The page doesn't say which one is wrong, so both are marked; most often it's the password.
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
<p>These are made-up accounts. The password of every character is <kbd>${SANDBOX_PASSWORD}</kbd>. You can be, for example:</p>
<ul>${FIXED_PEOPLE.map(({ handle: name, note }) => html`<li><strong>${name}</strong>: ${note}</li>`)}</ul>
</div>`,
    isSecondTry,
  );
}

/** `scopes` and `earlier` are wire names. */
type ConsentQuestion = {
  action: string;
  signInAgain: string;
  client: string;
  character: { uid: string; handle: string };
  scopes: readonly string[];
  /** The ones among `scopes` that were allowed before. */
  again: ReadonlySet<string>;
  /** Other scopes that were allowed before and are part of the new grant. */
  earlier: readonly string[];
  offline: boolean;
  returnsTo: string;
};

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
${isAllAgain ? html`<p class="before">You allowed all of this before. Allow it again to renew the access.</p>` : ''}
${earlier.length === 0 ? '' : html`<h2>You allowed it before, and it stays allowed</h2><ul>${earlier.map(item)}</ul>`}
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
<p>You then continue to ${returnsTo}.</p>
<p>Not ${character.handle}? <a href="${signInAgain}">Sign in as someone else</a></p>
</div>`,
  );
}

function problemPage(title: string, problem: string, advice: string | Html): Html {
  return page(
    title,
    html`<p class="bad" role="alert">${problem}</p>
<p>${advice}</p>`,
    true,
  );
}

/** For a sign-in that has expired, is unknown, or was started in another browser. */
export function expiredPage(): Html {
  return problemPage(
    'This sign-in has expired',
    'This sign-in has expired, was already used, or was started in another browser.',
    html`Run <kbd>/login</kbd> in Discord again.`,
  );
}

/** For a client's request whose error can't be sent to the client. */
export function clientErrorPage(error: string, description = error): Html {
  return problemPage(
    'This request is invalid',
    `The app that sent you here made an invalid request: ${description} (${error}).`,
    "Nothing was allowed or changed. Try again. If it keeps happening, tell the app's owner.",
  );
}

export function failurePage(): Html {
  return problemPage(
    'Something went wrong',
    'The sign-in failed. Nothing was allowed or changed.',
    html`Reload the page. If that doesn't help, run <kbd>/login</kbd> in Discord again.`,
  );
}
