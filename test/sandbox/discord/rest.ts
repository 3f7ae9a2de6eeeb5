import { expect } from 'vitest';
import type { Discord } from '../../../sandbox/discord/discord.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: { code?: number; message?: string; errors?: unknown; [key: string]: unknown };
}

type Target = Pick<Discord, 'apiUrl' | 'botToken'>;

/** Calls the stand-in's REST API without a library. */
export function call(target: Target, method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  return send(target, method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

/** Like {@link call}, with an unencoded body. */
export async function send(
  { apiUrl, botToken }: Target,
  method: string,
  path: string,
  body: RequestInit['body'] | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = { method, headers: { authorization: `Bot ${botToken}`, ...headers } };
  const response = await fetch(`${apiUrl}/v10${path}`, body === undefined ? init : { ...init, body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/** Sends a payload with files of one byte. */
export function sendForm(
  target: Target,
  method: string,
  path: string,
  payload: object,
  filenames: readonly string[],
): Promise<Answer> {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(payload));
  for (const [index, filename] of filenames.entries()) form.set(`files[${index}]`, new Blob(['x']), filename);
  return send(target, method, path, form);
}

/** Expects a 50035 with a code and a sentence at each of these comma-separated paths in `base`. */
export function expectFaults(answer: Answer, paths = '', base = ''): void {
  expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
  expect(faults(answer.body.errors)).toEqual(paths.split(',').map((path) => base + path));
}

/** Stops a stand-in that must have sent nothing invalid. */
export async function closeQuietly(discord: Discord): Promise<void> {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
}

/** The faults of a 50035 response as paths with dots. */
export function faults(tree: unknown, path: string[] = []): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) =>
    key === '_errors' && Array.isArray(value) ? value.map(() => path.join('.')) : faults(value, [...path, key]),
  );
}
