import { html } from 'hono/html';
import type { DiscordUser } from '../account/login.ts';
import type { LoginProblem } from '../account/loginProblem.ts';
import type { Scope } from '../game/scopes.ts';
import type { Words } from '../view/words/wordsFor.ts';
import { layout } from './layout.ts';

/** The page behind the link: who links, what is asked, one button on to the game. */
export function invitationPage(words: Words, user: DiscordUser, scopes: readonly Scope[]) {
  const { pages, permissions } = words;
  return layout(
    words,
    pages.title,
    html`<h1>${pages.title}</h1>
      <p>${pages.linking} <span class="user">${user.name}</span>. <span class="quiet">${pages.notYou}</span></p>
      <p>${pages.asked}</p>
      <ul>${scopes.map((scope) => html`<li>${permissions[scope]}</li>`)}</ul>
      <form method="post"><button type="submit" autofocus>${pages.onward}</button></form>`,
  );
}

/** The code to type back in Discord. */
export function codePage(words: Words, user: DiscordUser, code: string) {
  const { pages } = words;
  return layout(
    words,
    pages.codeTitle,
    html`<h1>${pages.codeTitle}</h1>
      <p>${pages.codeText} <span class="user">${user.name}</span>:</p>
      <output class="code" data-code>${code}</output>
      <p><strong>${pages.codeWarning}</strong></p>
      <p class="quiet">${pages.mayClose}</p>`,
  );
}

/** What went wrong, and what to do. */
export function problemPage(words: Words, { code, triesLeft }: LoginProblem) {
  const { pages, loginProblems } = words;
  const problem = loginProblems[code];
  return layout(
    words,
    pages.problemTitle,
    html`<h1>${pages.problemTitle}</h1>
      <p>${typeof problem === 'string' ? problem : problem(triesLeft ?? 0)}</p>
      <p class="quiet">${pages.beginAgain}</p>`,
  );
}

/** One sentence, for pages that do not exist and failures that nobody foresaw. */
export function sentencePage(words: Words, sentence: string) {
  const { pages } = words;
  return layout(words, pages.problemTitle, html`<h1>${pages.problemTitle}</h1><p>${sentence}</p>`);
}
