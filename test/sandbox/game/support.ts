import { createGameService, type GameService, type GameServiceOptions } from '../../../sandbox/game/service.ts';

/** Scopes for everything, by their canonical names. */
export const allScopes = [
  'CHARACTER_READ',
  'CHARACTER_STATS',
  'CHARACTER_LOCATION',
  'CHARACTER_SKILLS',
  'CHARACTER_CREDITS',
  'CREDITS_WRITE',
  'CHARACTER_PRIVILEGES',
  'MESSAGES_READ',
  'MESSAGES_SEND',
  'MESSAGES_DELETE',
];

export const vael = { uid: '1:1001', handle: 'Vael Ondar' };
export const marshal = { uid: '1:1002', handle: 'Marshal Iri Tosk' };
export const dorn = { uid: '1:1003', handle: 'Dorn Hesk' };
export const regent = { uid: '1:1004', handle: 'Regent Oona Valdry' };
export const cass = { uid: '1:1005', handle: "Cass O'Renn" };
export const pell = { uid: '1:1006', handle: 'Pell' };
export const juno = { uid: '1:1009', handle: 'Silent Juno' };
export const meridian = '20:501';
export const wayfarers = '20:502';

/** A piece of JSON that is looked into without knowing its shape; what is not there is undefined. */
export interface Json {
  [key: string]: Json;
  [index: number]: Json;
}

/** What came back: `swcapi` is what the envelope holds. */
export interface Answered {
  status: number;
  headers: Headers;
  envelope: Record<string, unknown>;
  swcapi: Json;
}

/** Sends one request below the base URL. `form` is sent as a form, `token` as the wire wants it. */
export async function ask(
  service: GameService,
  request: string,
  given: {
    token?: string;
    form?: Record<string, string> | [string, string][];
    headers?: Record<string, string>;
    body?: string;
  } = {},
): Promise<Answered> {
  const [method = 'GET', path = ''] = request.split(' ');
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { ...(given.token === undefined ? {} : { authorization: `OAuth ${given.token}` }), ...given.headers },
    body: given.form ? new URLSearchParams(given.form) : (given.body ?? null),
    redirect: 'manual',
  });
  const text = await response.text();
  const envelope = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, envelope, swcapi: envelope.swcapi };
}

/** A service in memory, stopped at the end of the scope, and a way to ask it as somebody who may do everything. */
export async function startService(options: GameServiceOptions = {}) {
  const service = await createGameService(options);
  const tokens = new Map<string, Promise<string>>();
  const as = async (who: { handle: string }, request: string, form?: Record<string, string>): Promise<Answered> => {
    const { handle } = who;
    const token =
      tokens.get(handle) ?? service.grantToken({ handle, scopes: allScopes, expiresInSeconds: 30 * 86_400 });
    tokens.set(handle, token);
    return ask(service, request, { token: await token, ...(form ? { form } : {}) });
  };
  return { service, as, [Symbol.asyncDispose]: () => service.close() };
}
