import { globSync, readFileSync } from 'node:fs';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { type DataName, PERSONAL_DATA } from '../../src/account/personalData.ts';
import { LANGUAGES } from '../../src/view/languages.ts';
import { TEXTS } from '../../src/web/legal/en.ts';
import type { LegalFacts } from '../../src/web/legal/pages.ts';
import { createWeb } from '../../src/web/server.ts';
import { findKind } from '../support/personalData.ts';

const fail = () => Promise.reject(new Error('not used'));
const login = { inspect: fail, start: fail, finish: fail, showCode: fail };

async function open(path: string, language: string, legal: LegalFacts = {}): Promise<string> {
  const log = pino({ level: 'silent' });
  const web = createWeb({ login, log, publicUrl: new URL('http://127.0.0.1/'), check: fail, legal });
  const response = await web.request(path, { headers: { 'accept-language': language } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('&#39;', "'");
}

test.each([
  ['en', 'for at most 7 days'],
  ['de', 'für höchstens 7 Tage'],
])('in the browser’s language, %s, the privacy page says how long data is kept', async (language, time) => {
  expect(await open('/privacy', language)).toContain(time);
});

describe.each(LANGUAGES)('in the browser’s language, %s,', (language) => {
  const texts = TEXTS[language];

  test('the privacy page names everything in the list of personal data', async () => {
    const html = await open('/privacy', language);
    for (const name of Object.keys(PERSONAL_DATA) as DataName[]) expect(html).toContain(texts.privacy.kinds[name]);
    expect(html).toContain(texts.privacy.linkKept(undefined));
    expect(await open('/privacy', language, { linkIdleDays: 180 })).toContain(texts.privacy.linkKept(180));
  });

  test('the terms name the operator, as text', async () => {
    expect(await open('/terms', language)).toContain(texts.operator(undefined));
    const html = await open('/terms', language, { contact: '<b>Iri</b>, iri@example.org' });
    expect(html).toContain(texts.operator('&lt;b&gt;Iri&lt;/b&gt;, iri@example.org'));
    for (const rule of texts.terms.rules) expect(html).toContain(rule);
  });
});

test('every collection of the store is in the list of personal data, or among the others', () => {
  const sources = globSync(['src/**/*.ts', 'commands/**/*.ts']).map((file) => readFileSync(file, 'utf8'));
  const found = sources.flatMap((source) => {
    const named = [...source.matchAll(/\bcollection(?:<[^(]*>)?\(\s*'([\w-]+)'/g)].map(([, name = '']) => name);
    const shapes = source.matchAll(/const (\w+)(: TicketKind)?[^={]* = \{\s*name: '([\w-]+)',\s*schema:/g);
    const shaped = [...shapes].map(([, constant, type, name]) =>
      type || new RegExp(`\\.(issue|look|take)\\(${constant},`).test(source) ? `ticket-${name}` : `${name}`,
    );
    return [...named, ...shaped];
  });
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((name) => findKind(name) === undefined)).toEqual([]);
});
