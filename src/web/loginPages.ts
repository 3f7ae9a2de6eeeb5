import { html } from 'hono/html';
import type { LoginProblem } from '../account/loginProblem.ts';
import type { DiscordUser } from '../account/logins.ts';
import { ALL_SCOPES, ALWAYS_REQUESTED, OPTIONAL_SCOPES, type Scope } from '../game/scopes.ts';
import { loginSentence } from '../view/errorView.ts';
import { unformatted } from '../view/text.ts';
import type { PageTexts } from './en.ts';
import { type Html, layout } from './layout.ts';

/** `scopes` are preselected. The style sheet hides the warning until it applies. */
export function invitationPage(texts: PageTexts, user: DiscordUser, scopes: readonly Scope[]): Html {
  const isEverything = ALL_SCOPES.every((scope) => scopes.includes(scope));
  const toBox = (value: string, label: string, attributes: string) =>
    html`<label><input type="checkbox" name="permission" value="${value}" ${attributes}> <span>${label}</span></label>`;
  return layout(texts, {
    title: texts.title,
    above: steps(texts, 'check'),
    content: html`<p>${texts.linking}</p>
      <p class="who"><span class="initial" aria-hidden="true">${initialOf(user.name)}</span>${nameOf(user)}</p>
      <p class="quiet">${texts.notYou}</p>
      <form method="post" aria-labelledby="choose">
        <h2 id="choose">${texts.choose}</h2>
        <p class="quiet">${texts.whatIsAsked}</p>
        ${toBox(ALWAYS_REQUESTED, texts.permissions[ALWAYS_REQUESTED], 'checked disabled')}
        ${OPTIONAL_SCOPES.map((scope) => toBox(scope, texts.permissions[scope], scopes.includes(scope) ? 'checked' : ''))}
        ${isEverything ? '' : toBox('everything', texts.everything, '')}
        <p class="warn">${texts.movesMoney}</p>
        <button type="submit">${texts.continue}</button>
      </form>
      <p class="quiet">${texts.whereTo}</p>
      <p class="quiet"><a href="/terms">${texts.terms}</a> · <a href="/privacy">${texts.privacy}</a></p>`,
  });
}

/** `name`: the character's. Screen readers read each digit. The script shows the copy button. */
export function codePage(
  texts: PageTexts,
  { user, code, name }: { user: DiscordUser; code: string; name: string },
): Html {
  return layout(texts, {
    title: texts.codeTitle,
    above: steps(texts, 'code'),
    content: html`<div class="code">
        <p>${texts.codeLabel} ${nameOf(user)}</p>
        <p>
          <span class="spoken">${[...code].join(', ')}</span>
          <span aria-hidden="true" data-code>${code}</span>
        </p>
        <button type="button" hidden data-copied="${texts.copied}" data-selected="${texts.selected}">${texts.copy}</button>
        <p role="status"></p>
      </div>
      <ol>${texts.codeSteps(unformatted(name, 60)).map((step) => html`<li>${step}</li>`)}</ol>
      <p class="warn">${texts.codeWarning}</p>
      <p class="quiet">${texts.mayClose}</p>`,
    script: '/login/copyCode.js',
  });
}

/** A login's problem and the next step; `hasCode`: this browser can show a code. */
export function problemPage(texts: PageTexts, problem: LoginProblem, hasCode: boolean): Html {
  return explanationPage(texts, {
    ...texts.otherProblem,
    ...texts.problems[problem.code],
    sentence: loginSentence(texts, problem),
    action: hasCode
      ? html`<p>${texts.codeIsHere}</p><p><a class="button" href="/login/code">${texts.showCode}</a></p>`
      : undefined,
  });
}

/** A page with one sentence; `next`: the advice, by default to start over. */
export type Explanation = { title: string; sentence: string; next?: string; action?: Html | undefined };

export function explanationPage(texts: PageTexts, { title, sentence, next, action }: Explanation): Html {
  const content = html`<p>${sentence}</p>${action ?? ''}<p class="next">${next ?? texts.otherProblem.next}</p>`;
  return layout(texts, { title, content });
}

/** The steps of a login; the one between our pages is the game's. */
function steps(texts: PageTexts, current: keyof PageTexts['steps']): Html {
  const items = Object.entries(texts.steps).map(([name, label]) =>
    name === current ? html`<li aria-current="step">${label}</li>` : html`<li>${label}</li>`,
  );
  return html`<ol class="steps" aria-label="${texts.stepsLabel}">${items}</ol>`;
}

/** The display name, which anyone can choose, and the unique username. */
function nameOf({ name, username }: DiscordUser): Html {
  return html`<span><b dir="auto">${name}</b> <bdi>@${username}</bdi></span>`;
}

/** A character, even an emoji, because a picture would be loaded from another site. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}
