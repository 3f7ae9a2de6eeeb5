import { defaultClient, type NewClient } from './oauth/clients.ts';

/** The settings of the service's own process. */
export interface Settings {
  port: number;
  database: string;
  quirks: boolean;
  client: NewClient;
}

const switches: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};

/**
 * Reads the settings from the environment: SERVICE_PORT (4700), SERVICE_DATABASE (`:memory:`), SERVICE_QUIRKS (off), SERVICE_CLIENT_ID,
 * SERVICE_CLIENT_SECRET, SERVICE_REDIRECT_URI (several are separated by spaces). Gives either the settings or a sentence for each one that is wrong.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { settings: Settings } | { problems: string[] } {
  const problems: string[] = [];
  const value = (name: string, fallback: string): string => environment[name]?.trim() || fallback;

  const port = value('SERVICE_PORT', '4700');
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    problems.push(`SERVICE_PORT must be a port from 0 to 65535, not ${port}`);
  const quirks = switches[value('SERVICE_QUIRKS', 'off').toLowerCase()];
  if (quirks === undefined) problems.push(`SERVICE_QUIRKS must be on or off, not ${environment['SERVICE_QUIRKS']}`);
  const redirectUris = value('SERVICE_REDIRECT_URI', defaultClient.redirectUris.join(' ')).split(/\s+/u);
  for (const uri of redirectUris) {
    if (!isRedirectUri(uri))
      problems.push(`SERVICE_REDIRECT_URI must be http(s) addresses without a fragment, not ${uri}`);
  }
  const clientId = value('SERVICE_CLIENT_ID', defaultClient.clientId);
  if (!/^[\x21-\x7e]+$/u.test(clientId)) problems.push('SERVICE_CLIENT_ID must be of visible ASCII characters');
  const clientSecret = value('SERVICE_CLIENT_SECRET', defaultClient.clientSecret);
  if (!/^[\x21-\x7e]+$/u.test(clientSecret)) problems.push('SERVICE_CLIENT_SECRET must be of visible ASCII characters');

  if (problems.length > 0) return { problems };
  const client = { clientId, clientSecret, redirectUris, name: defaultClient.name ?? clientId };
  return {
    settings: { port: Number(port), database: value('SERVICE_DATABASE', ':memory:'), quirks: quirks ?? false, client },
  };
}

function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && !uri.includes('#');
}
