import { evaluate, type Outcome, type Parts, reasonOf } from './check.ts';

const TIMEOUT_MS = 5_000;

/** Checks if PUBLIC_URL leads to a Commlink, as far as this machine can tell. */
export async function checkAddress({ config }: Parts): Promise<Outcome[]> {
  const { publicUrl, host, port } = config.web;
  const local = `${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host}:${port}`;
  const found = await visit(publicUrl);
  const isOurs = found === 'healthy' || found === 'unhealthy';
  const isElsewhere = !isOurs && (found.startsWith('HTTP') || /healthy/.test(await visit(new URL(`http://${local}`))));
  const isDown = !isOurs && !isElsewhere;
  const fix = `Check DNS, the certificate, and the proxy, which must forward everything to ${local}.`;
  return evaluate(
    'Login pages',
    [
      [isElsewhere, `${publicUrl} doesn't lead to this bot: ${found}.`, fix],
      [isDown, `Nothing responds at ${publicUrl}: the bot isn't running here.`, 'Start it, and try again.', 'warning'],
      [found === 'unhealthy', `${publicUrl} leads to a bot that isn't healthy.`, 'Its log has the reason.', 'warning'],
    ],
    `${publicUrl} leads to a running Commlink.`,
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
