import { WIRE_SCOPES } from '../../../sandbox/game/scopes.ts';
import { createGameService, type GameService, type GameServiceOptions } from '../../../sandbox/game/service.ts';
import { hooksOf, type Lifetime } from '../../support/useWorld.ts';

export const ALL_SCOPES = WIRE_SCOPES.filter((name) => !name.endsWith('_all'));

export type Player = { uid: string; handle: string };
export const vael: Player = { uid: '1:1001', handle: 'Vael Ondar' };
export const marshal: Player = { uid: '1:1002', handle: 'Marshal Iri Tosk' };
export const dorn: Player = { uid: '1:1003', handle: 'Dorn Hesk' };
export const regent: Player = { uid: '1:1004', handle: 'Regent Oona Valdry' };
export const cass: Player = { uid: '1:1005', handle: "Cass O'Renn" };
export const pell: Player = { uid: '1:1006', handle: 'Pell' };
export const juno: Player = { uid: '1:1009', handle: 'Silent Juno' };
export const meridian = '20:501';
export const wayfarers = '20:502';

/** JSON of unknown shape. A missing part is undefined. */
export interface Json {
  [key: string]: Json;
  [index: number]: Json;
}

/** A response. `text`: the body; `swcapi`: the envelope's content, if it's JSON. */
type Answer = { status: number; headers: Headers; text: string; envelope: Record<string, unknown>; swcapi: Json };

type Fields = Record<string, string>;
export type Request = { token?: string; form?: Fields | undefined; headers?: Fields; body?: string };

/** A service in memory with a clock that only tests (and `delay` faults) move. */
export type TestGame = GameService & {
  clock: { now: number };
  /** Sends a request, `METHOD path`, below the base URL. */
  ask(request: string, given?: Request): Promise<Answer>;
  /** {@link ask} with a token for everything. */
  as(who: Player, request: string, form?: Fields): Promise<Answer>;
  grant(who: Player, scopes: readonly string[]): Promise<string>;
};

export type TestGameOptions = GameServiceOptions & { startsAt?: number };

export async function startGame({ startsAt = Date.now(), ...options }: TestGameOptions = {}): Promise<TestGame> {
  const clock = { now: startsAt };
  const service = await createGameService({
    clock: () => clock.now,
    limitPerHour: 100_000,
    wait: async (ms) => {
      clock.now += ms;
    },
    ...options,
  });
  const ask: TestGame['ask'] = async (request, { token, form, headers, body = null } = {}) => {
    const [method = 'GET', path = ''] = request.split(' ');
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { ...(token !== undefined && { authorization: `OAuth ${token}` }), ...headers },
      body: form ? new URLSearchParams(form) : body,
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
    const envelope = isJson ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, text, envelope, swcapi: envelope.swcapi };
  };
  const tokens = new Map<Player, Promise<string>>();
  return {
    ...service,
    clock,
    ask,
    async as(who, request, form) {
      const grant = { handle: who.handle, scopes: ALL_SCOPES, expiresInSeconds: 30 * 86_400 };
      const token = tokens.get(who) ?? service.grantToken(grant);
      tokens.set(who, token);
      return ask(request, { token: await token, form });
    },
    grant: ({ handle }, scopes) => service.grantToken({ handle, scopes: [...scopes] }),
  };
}

/** A game for the file's tests: a new one for each, or one for all. */
export function useGame(lifetime: Lifetime, options: TestGameOptions = {}): TestGame {
  const game = {} as TestGame;
  const [before, after] = hooksOf(lifetime);
  before(async () => void Object.assign(game, await startGame(options)));
  after(() => game.close());
  return game;
}
