import { html } from 'hono/html';
import { ALL_SCOPES } from '../../game/scopes.ts';
import { KEPT_DATA, type KeptData, listDeclared, SERVER_DATA, type ServerData } from '../../store/declared.ts';
import type { KitTexts } from '../../view/en.ts';
import { type Html, layout } from '../layout.ts';
import { type LegalTexts, TEXTS } from './en.ts';

/** `contact`: in the operator's words. `linkIdleDays`: days until idle links expire. */
export type LegalFacts = { contact?: string | undefined; linkIdleDays?: number | undefined };

type Name = KeptData | ServerData;

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** The page at `/`: what this is. */
export function homePage({ language }: KitTexts, { contact }: LegalFacts): Html {
  const texts = TEXTS[language];
  const { home, terms, privacy } = texts;
  const content = html`<p>${home.sentence}</p><p>${texts.operator(contact)}</p>
    <p class="quiet"><a href="/terms">${terms.title}</a> · <a href="/privacy">${privacy.title}</a></p>`;
  return layout(texts, { title: home.title, content });
}

export function termsPage({ language }: KitTexts, { contact }: LegalFacts): Html {
  const texts = TEXTS[language];
  const { title, rules } = texts.terms;
  const content = html`<ul>${rules.map((rule) => html`<li>${rule}</li>`)}</ul><p>${texts.operator(contact)}</p>`;
  return layout(texts, { title, content });
}

/** Lists everything declared about people and servers, so that it can't leave out stored data. */
export function privacyPage({ language }: KitTexts, facts: LegalFacts): Html {
  const texts = TEXTS[language];
  const { title, intro, kinds, ofServers, choose, more } = texts.privacy;
  const toItem = (name: Name): Html =>
    html`<li>${kinds[name]} <span class="quiet">${keptTime(texts, name, facts)}</span></li>`;
  const content = html`<p>${intro}</p><ul>${KEPT_DATA.map(toItem)}</ul>
    <p>${ofServers}</p><ul>${SERVER_DATA.map(toItem)}</ul>
    <p>${choose}</p><ul>${ALL_SCOPES.map((scope) => html`<li>${texts.permissions[scope]}</li>`)}</ul>
    ${more.map((paragraph) => html`<p>${paragraph}</p>`)}
    <p>${texts.operator(facts.contact)}</p>`;
  return layout(texts, { title, content });
}

function keptTime({ privacy, language }: LegalTexts, name: Name, { linkIdleDays }: LegalFacts): string {
  if (name === 'link') return privacy.linkKept(linkIdleDays);
  const said = listDeclared().filter((each) => 'says' in each && each.says === name);
  const times = said.map(({ keptForMs }) => keptForMs ?? Infinity);
  const keptForMs = Math.max(...times);
  if (keptForMs === Infinity) return privacy.keptUntilErased;
  const [unit, unitMs] = UNITS.find(([, ms]) => keptForMs % ms === 0) ?? UNITS[2];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return privacy.keptFor(format.format(keptForMs / unitMs));
}
