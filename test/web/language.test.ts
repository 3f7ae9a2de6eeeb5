import { expect, test } from 'vitest';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import { createFailingWeb } from './failingWeb.ts';

const web = createFailingWeb(new LoginProblem('expired'));
const SENTENCES = { de: 'Dieser Anmeldelink ist abgelaufen', en: 'This login link has expired' };

test.each<[header: string | undefined, language: keyof typeof SENTENCES]>([
  ['de-AT', 'de'],
  ['tlh, de;q=0.8, en;q=0.5', 'de'],
  ['en;q=0.3, DE;q=0.9', 'de'],
  [undefined, 'en'],
  ['en-GB, de;q=0.9', 'en'],
  [';;q=x,,', 'en'],
])('a browser that asks for "%s" gets pages in %s that say so', async (header, language) => {
  const headers = header === undefined ? {} : { 'accept-language': header };
  const html = await (await web.request('/login/over', { headers })).text();
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(SENTENCES[language]);
});
