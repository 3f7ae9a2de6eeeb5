type TinyPage = { url: URL; status: number; html: string };

const MAX_REDIRECTS = 20;

/** A `fetch` that keeps cookies by host and follows no redirects. */
export function createCookieFetch(): (url: URL, init?: RequestInit) => Promise<Response> {
  const jars = new Map<string, Map<string, string>>();
  return async (url, init = {}) => {
    const jar = jars.get(url.hostname) ?? new Map<string, string>();
    jars.set(url.hostname, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) keep(jar, line);
    return response;
  };
}

/** A minimal browser for logins: cookies by host, redirects, forms. No scripts run. */
export function createTinyBrowser() {
  const cookieFetch = createCookieFetch();
  const request = async (start: URL, init: RequestInit): Promise<TinyPage> => {
    let [url, options] = [start, init];
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const response = await cookieFetch(url, options);
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, html: await response.text() };
      await response.body?.cancel();
      url = new URL(location, url);
      if (response.status !== 307 && response.status !== 308) options = {};
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects, the last to ${url.href}`);
  };
  return {
    /** Opens an address, following redirects. */
    open: (url: string | URL) => request(new URL(url), {}),
    /** Submits the page's first form, with these values for its checkboxes. */
    submit(page: TinyPage, values: Record<string, string | readonly string[]> = {}) {
      const form = /<form[^>]*>/i.exec(page.html)?.[0];
      if (form === undefined) throw new Error(`No form on ${page.url.href}: ${page.html}`);
      const action = /action="([^"]*)"/i.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? page.url.href;
      const inputs = page.html.matchAll(/<input type="(hidden|checkbox)" name="([^"]*)" value="([^"]*)"([^>]*)>/gi);
      const preset = [...inputs].flatMap(([, type, name = '', value = '', state = '']) =>
        !(name in values) && (type === 'hidden' || state.trim() === 'checked') ? [[name, value]] : [],
      );
      const given = Object.entries(values).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
      const target = new URL(action, page.url);
      const headers = { 'sec-fetch-site': target.origin === page.url.origin ? 'same-origin' : 'cross-site' };
      return request(target, { method: 'POST', headers, body: new URLSearchParams([...preset, ...given]) });
    },
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const isGone = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
  if (isGone) jar.delete(pair.slice(0, at));
  else jar.set(pair.slice(0, at), pair.slice(at + 1));
}
