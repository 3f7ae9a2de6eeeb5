import { expect, test } from 'vitest';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import { createFailingWeb } from './failingWeb.ts';

const web = createFailingWeb(new LoginProblem('expired'));

async function open(acceptLanguage?: string): Promise<string> {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
  return await (await web.request('/login/over', { headers })).text();
}

test.each(['de', 'de-AT', 'fr, de;q=0.8, en;q=0.5', 'en;q=0.3, DE;q=0.9'])(
  'a browser that asks for "%s" gets German pages that say so',
  async (header) => {
    const html = await open(header);
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Dieser Anmeldelink ist abgelaufen');
  },
);

test.each([undefined, '', '*', 'fr', 'en-GB, de;q=0.9', ';;q=x,,'])(
  'a browser that asks for "%s" gets English pages',
  async (header) => {
    const html = await open(header);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('This login link has expired');
  },
);
