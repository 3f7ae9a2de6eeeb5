import { html } from 'hono/html';
import type { LoginProblem } from '../account/loginProblem.ts';
import type { DiscordUser } from '../account/logins.ts';
import type { Scope } from '../game/scopes.ts';
import { loginSentence } from '../view/errorView.ts';
import { type Html, layout } from './layout.ts';
import type { PageMessages } from './messages.ts';

/** The page behind the link: who is linking, what is asked, and a button to the game. */
export function invitationPage(messages: PageMessages, user: DiscordUser, scopes: readonly Scope[]): Html {
  return layout(messages, {
    title: messages.title,
    above: steps(messages, 'check'),
    content: html`<p>${messages.linking}</p>
      <p class="who"><span class="initial" aria-hidden="true">${initialOf(user.name)}</span>${nameOf(user)}</p>
      <p class="quiet">${messages.notYou}</p>
      <h2>${messages.asked}</h2>
      <ul>${scopes.map((scope) => html`<li>${messages.permissions[scope]}</li>`)}</ul>
      ${scopes.includes('CREDITS_WRITE') ? html`<p class="warn">${messages.movesMoney}</p>` : ''}
      <form method="post"><button type="submit">${messages.continue}</button></form>
      <p class="quiet">${messages.whereTo}</p>
      <p class="quiet"><a href="/terms">${messages.terms}</a> · <a href="/privacy">${messages.privacy}</a></p>`,
  });
}

/** The code to enter in Discord. Screen readers read its digits one by one; the clipboard gets them
 * together. The script shows the copy button. */
export function codePage(messages: PageMessages, user: DiscordUser, code: string): Html {
  return layout(messages, {
    title: messages.codeTitle,
    above: steps(messages, 'code'),
    content: html`<div class="code">
        <p>${messages.codeLabel} ${nameOf(user)}</p>
        <p>
          <span class="spoken">${[...code].join(', ')}</span>
          <span aria-hidden="true" data-code>${code}</span>
        </p>
        <button type="button" hidden data-copied="${messages.copied}" data-selected="${messages.selected}">${messages.copy}</button>
        <p role="status"></p>
      </div>
      <ol>${messages.codeSteps.map((step) => html`<li>${step}</li>`)}</ol>
      <p class="warn">${messages.codeWarning}</p>
      <p class="quiet">${messages.mayClose}</p>`,
    script: '/login/copyCode.js',
  });
}

/** What went wrong with a login, and what to do; `hasCode` if this browser can show a code. */
export function problemPage(messages: PageMessages, problem: LoginProblem, hasCode: boolean): Html {
  return explanationPage(messages, {
    ...messages.otherProblem,
    ...messages.problems[problem.code],
    sentence: loginSentence(messages, problem),
    action: hasCode
      ? html`<p>${messages.codeIsHere}</p><p><a class="button" href="/login/code">${messages.showCode}</a></p>`
      : undefined,
  });
}

/** What happened, in one sentence; `next` is what to do, by default to start over. */
export type Explanation = { title: string; sentence: string; next?: string; action?: Html | undefined };

export function explanationPage(messages: PageMessages, { title, sentence, next, action }: Explanation): Html {
  const content = html`<p>${sentence}</p>${action ?? ''}<p class="next">${next ?? messages.otherProblem.next}</p>`;
  return layout(messages, { title, content });
}

/** Which step of the login this page is. The step between our pages is the game's. */
function steps(messages: PageMessages, current: keyof PageMessages['steps']): Html {
  const items = Object.entries(messages.steps).map(([name, label]) =>
    name === current ? html`<li aria-current="step">${label}</li>` : html`<li>${label}</li>`,
  );
  return html`<ol class="steps" aria-label="${messages.stepsLabel}">${items}</ol>`;
}

/** The display name, which anyone can choose, and the username, which is unique. */
function nameOf({ name, username }: DiscordUser): Html {
  return html`<span><b dir="auto">${name}</b> <bdi>@${username}</bdi></span>`;
}

/** Replaces a picture, which would be loaded from another site. A whole character, even an emoji. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
