import { html } from 'hono/html';
import type { LoginProblem } from '../account/loginProblem.ts';
import type { DiscordUser } from '../account/logins.ts';
import type { Scope } from '../game/scopes.ts';
import { loginSentence } from '../view/errorView.ts';
import type { Words } from '../view/words/wordsFor.ts';
import { type Html, layout } from './layout.ts';

/** The page behind the link: who is linking, what is asked, and a button to the game. */
export function invitationPage(words: Words, user: DiscordUser, scopes: readonly Scope[]): Html {
  const { pages, permissions } = words;
  return layout(words, {
    title: pages.title,
    above: steps(words, 'check'),
    content: html`<p>${pages.linking}</p>
      <p class="who"><span class="initial" aria-hidden="true">${initialOf(user.name)}</span>${nameOf(user)}</p>
      <p class="quiet">${pages.notYou}</p>
      <h2>${pages.asked}</h2>
      <ul>${scopes.map((scope) => html`<li>${permissions[scope]}</li>`)}</ul>
      ${scopes.includes('CREDITS_WRITE') ? html`<p class="warn">${pages.movesMoney}</p>` : ''}
      <form method="post"><button type="submit">${pages.onward}</button></form>
      <p class="quiet">${pages.whereTo}</p>`,
  });
}

/**
 * The code to enter in Discord. Screen readers read its digits one by one; the clipboard gets them
 * together. The script shows the copy button.
 */
export function codePage(words: Words, user: DiscordUser, code: string): Html {
  const { pages, login } = words;
  return layout(words, {
    title: pages.codeTitle,
    above: steps(words, 'code'),
    content: html`<div class="code">
        <p>${pages.codeLabel} ${nameOf(user)}</p>
        <p>
          <span class="spoken">${[...code].join(', ')}</span>
          <span aria-hidden="true" data-code>${code}</span>
        </p>
        <button type="button" hidden data-copied="${pages.copied}" data-selected="${pages.selected}">${pages.copy}</button>
        <p role="status"></p>
      </div>
      <ol>${pages.codeSteps(login.enterCode).map((step) => html`<li>${step}</li>`)}</ol>
      <p class="warn">${pages.codeWarning}</p>
      <p class="quiet">${pages.mayClose}</p>`,
    script: '/login/copyCode.js',
  });
}

/** What went wrong with a login, and what to do; `hasCode` if this browser can show a code. */
export function problemPage(words: Words, problem: LoginProblem, hasCode: boolean): Html {
  const { pages } = words;
  return explanationPage(words, {
    ...pages.otherProblem,
    ...pages.problems[problem.code],
    sentence: loginSentence(words, problem),
    action: hasCode
      ? html`<p>${pages.codeIsHere}</p><p><a class="button" href="/login/code">${pages.showCode}</a></p>`
      : undefined,
  });
}

/** What happened, in one sentence; `next` is what to do, by default to start over. */
export type Explanation = { title: string; sentence: string; next?: string; action?: Html | undefined };

export function explanationPage(words: Words, { title, sentence, next, action }: Explanation): Html {
  const { otherProblem } = words.pages;
  const content = html`<p>${sentence}</p>${action ?? ''}<p class="next">${next ?? otherProblem.next}</p>`;
  return layout(words, { title, content });
}

/** Which step of the login this page is. The step between our pages is the game's. */
function steps({ pages }: Words, current: keyof Words['pages']['steps']): Html {
  const items = Object.entries(pages.steps).map(([name, label]) =>
    name === current ? html`<li aria-current="step">${label}</li>` : html`<li>${label}</li>`,
  );
  return html`<ol class="steps" aria-label="${pages.stepsLabel}">${items}</ol>`;
}

/** The display name, which anyone can choose, and the username, which is unique. */
function nameOf({ name, username }: DiscordUser): Html {
  return html`<span><bdi class="user">${name}</bdi> <bdi class="username">@${username}</bdi></span>`;
}

/** In place of a picture, which would load from elsewhere; a whole character, even an emoji. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
