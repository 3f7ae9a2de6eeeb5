import { DEFAULT_CLIENT, type NewClient } from './oauth/clients.ts';

type Settings = { port: number; database: string; quirks: boolean; client: NewClient };

const SWITCHES: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};

/** The settings of sandbox/game/README.md, or a sentence for each one that is wrong. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { settings: Settings } | { problems: string[] } {
  const problems: string[] = [];
  const value = (name: string, fallback: string): string => environment[name]?.trim() || fallback;
  const check = (isValid: boolean, problem: string): void => void (isValid || problems.push(problem));

  const port = value('SERVICE_PORT', '4700');
  check(/^\d{1,5}$/u.test(port) && Number(port) <= 65_535, `SERVICE_PORT must be a port from 0 to 65535, not ${port}`);
  const quirks = SWITCHES[value('SERVICE_QUIRKS', 'off').toLowerCase()];
  check(quirks !== undefined, `SERVICE_QUIRKS must be on or off, not ${environment['SERVICE_QUIRKS']}`);
  const redirectUris = value('SERVICE_REDIRECT_URI', DEFAULT_CLIENT.redirectUris.join(' ')).split(/\s+/u);
  for (const uri of redirectUris) {
    check(isRedirectUri(uri), `SERVICE_REDIRECT_URI must be http(s) addresses without a fragment, not ${uri}`);
  }
  const visible = (name: string, fallback: string): string => {
    const text = value(name, fallback);
    check(/^[\x21-\x7e]+$/u.test(text), `${name} must be of visible ASCII characters`);
    return text;
  };
  const clientId = visible('SERVICE_CLIENT_ID', DEFAULT_CLIENT.clientId);
  const clientSecret = visible('SERVICE_CLIENT_SECRET', DEFAULT_CLIENT.clientSecret);

  if (problems.length > 0) return { problems };
  const client = { clientId, clientSecret, redirectUris, name: DEFAULT_CLIENT.name ?? clientId };
  const database = value('SERVICE_DATABASE', ':memory:');
  return { settings: { port: Number(port), database, quirks: quirks ?? false, client } };
}

function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !uri.includes('#');
}
