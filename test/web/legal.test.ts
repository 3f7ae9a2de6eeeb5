import { describe, expect, test } from 'vitest';
import '../../src/app/start.ts';
import { KEPT_DATA, listDeclared, listPersonal, SERVER_DATA } from '../../src/store/declared.ts';
import { LANGUAGES } from '../../src/view/languages.ts';
import { TEXTS } from '../../src/web/legal/en.ts';
import type { LegalFacts } from '../../src/web/legal/pages.ts';
import { createFailingWeb } from './failingWeb.ts';

async function open(path: string, language: string, legal: LegalFacts = {}): Promise<string> {
  const web = createFailingWeb(new Error('not used'), [], legal);
  const response = await web.request(path, { headers: { 'accept-language': language } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('&#39;', "'");
}

const KEPT_FOR = { en: 'for at most 7 days', de: 'für höchstens 7 Tage' };

describe.each(LANGUAGES)('in the browser’s language, %s,', (language) => {
  const texts = TEXTS[language];

  test('the privacy page tells of everything that is declared about people or servers, and how long it is kept', async () => {
    const html = await open('/privacy', language);
    expect(html).toContain(KEPT_FOR[language]);
    for (const { says } of listPersonal()) expect(html).toContain(texts.privacy.kinds[says]);
    expect(KEPT_DATA.filter((data) => listPersonal().every(({ says }) => says !== data))).toEqual([]);
    const ofServers = listDeclared().flatMap((each) => (each.about === 'server' ? each.says : []));
    expect(new Set(ofServers)).toEqual(new Set(SERVER_DATA));
    for (const data of SERVER_DATA) expect(html).toContain(texts.privacy.kinds[data]);
    for (const allowed of Object.values(texts.permissions)) expect(html).toContain(`<li>${allowed}</li>`);
    expect(html).toContain(texts.privacy.linkKept(undefined));
    expect(await open('/privacy', language, { linkIdleDays: 180 })).toContain(texts.privacy.linkKept(180));
  });

  test('the first page says what this is, and leads to the terms and privacy', async () => {
    const html = await open('/', language);
    expect(html).toContain(texts.home.sentence);
    for (const path of ['/terms', '/privacy']) expect(html).toContain(`href="${path}"`);
  });

  test('the terms name the operator, as text', async () => {
    expect(await open('/terms', language)).toContain(texts.operator(undefined));
    const html = await open('/terms', language, { contact: '<b>Iri</b>, iri@example.org' });
    expect(html).toContain(texts.operator('&lt;b&gt;Iri&lt;/b&gt;, iri@example.org'));
    for (const rule of texts.terms.rules) expect(html).toContain(rule);
  });
});
