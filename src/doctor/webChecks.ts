import { statSync } from 'node:fs';
import { reasonOf } from '../errors.ts';
import { evaluate, type Outcome, type Parts } from './check.ts';

const TIMEOUT_MS = 5_000;
const OURS = /^(un)?healthy$/;

/** Checks if PUBLIC_URL leads to a Commlink, as far as this machine can tell. */
export async function checkAddress({ config }: Parts): Promise<Outcome[]> {
  const { publicUrl, host, port } = config.web;
  const local = `${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host}:${port}`;
  const [found, here] = await Promise.all([visit(publicUrl), visit(new URL(`http://${local}`))]);
  const isFound = OURS.test(found);
  const isTaken = !isFound && here.startsWith('HTTP');
  // A proxy says 502 or the like while the bot isn't running.
  const isElsewhere = !isFound && !isTaken && (OURS.test(here) || /^HTTP (?!50[234])/.test(found));
  const isDown = !isFound && !isTaken && !isElsewhere;
  const fix = `Check DNS, the certificate, and the proxy, which must forward everything to ${local}.`;
  return evaluate(
    'Login pages',
    [
      [isTaken, `Another program uses ${local}: ${here}.`, 'Stop it, or set another WEB_PORT.'],
      [isElsewhere, `${publicUrl} doesn't lead to this bot: ${found}.`, fix],
      [isDown, `Nothing responds at ${publicUrl}: the bot isn't running here.`, 'Start it, and try again.', 'warning'],
      [found === 'unhealthy', `${publicUrl} leads to a bot that isn't healthy.`, 'Its log has the reason.', 'warning'],
    ],
    `${publicUrl} leads to a running Commlink.`,
  );
}

export async function checkSettings({ config: { web, legal } }: Parts): Promise<Outcome[]> {
  // Only loopback addresses may have http.
  const isLocal = web.publicUrl.protocol === 'http:';
  const { mode = 0 } = statSync('.env', { throwIfNoEntry: false }) ?? {};
  return evaluate(
    'Settings',
    [
      [(mode & 0o007) > 0, 'Every user of this machine can read .env.', 'Run: chmod 600 .env', 'warning'],
      [isLocal, 'Only this machine can open PUBLIC_URL and log in.', 'Set it to an https address.', 'warning'],
      [!legal.contact, "/terms and /privacy don't say who runs this bot.", 'Set OPERATOR_CONTACT.', 'warning'],
    ],
    'All are set and valid.',
  );
}

/** `healthy` or `unhealthy` for a Commlink, else what happened instead. */
async function visit(origin: URL): Promise<string> {
  try {
    const response = await fetch(new URL('healthz', origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.json().catch(() => undefined)) as { service?: unknown } | undefined;
    if (body?.service !== 'commlink') return `HTTP ${response.status} from something else`;
    return response.ok ? 'healthy' : 'unhealthy';
  } catch (error) {
    return reasonOf(error);
  }
}
