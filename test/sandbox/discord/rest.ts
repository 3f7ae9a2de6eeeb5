import type { Discord } from '../../../sandbox/discord/discord.ts';

/** An answer of the REST API. */
export interface Answer {
  status: number;
  headers: Headers;
  body: { code?: number; message?: string; errors?: unknown; [key: string]: unknown };
}

/** Speaks to the stand-in's REST API without any library. */
export async function call(
  discord: Pick<Discord, 'apiUrl' | 'botToken'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/** The faults of a 50035 answer as paths with dots. */
export function faults(tree: unknown, path: string[] = []): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === '_errors' && Array.isArray(value) ? value.map(() => path.join('.')) : faults(value, [...path, key]),
  );
}
