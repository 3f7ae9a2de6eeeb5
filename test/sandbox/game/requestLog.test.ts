import { beforeEach, expect, test } from 'vitest';
import type { LoggedRequest } from '../../../sandbox/game/requestLog.ts';
import { marshal, useGame, vael } from './support.ts';

const STARTS_AT = Date.UTC(2026, 2, 1);
const game = useGame('each', { startsAt: STARTS_AT, limitPerHour: 3 });
let logged: LoggedRequest[];
beforeEach(() => {
  logged = [];
  game.onRequest((request) => logged.push(request));
});

test("the log has the character's handle and what is left of their token's budget, or of the address without one", async () => {
  await game.as(vael, 'GET character/');
  game.clock.now += 5_000;
  await game.as(marshal, 'GET character/1:1002/credits');
  await game.as(vael, 'GET character/1:1001/skills');
  await game.ask('GET character/handlecheck/Marshal%20Iri%20Tosk');
  await game.ask('GET character', { token: 'made-up' });
  const left = (remaining: number) => ({ limit: 3, remaining });
  const path = 'character/handlecheck/Marshal Iri Tosk';
  const first = { method: 'GET', path: 'character/', durationMs: 0 };
  expect(logged[0]).toEqual({ ...first, arrivedAt: STARTS_AT, status: 200, onBehalfOf: 'Vael Ondar', quota: left(2) });
  expect(logged.slice(1)).toMatchObject([
    { arrivedAt: STARTS_AT + 5_000, onBehalfOf: 'Marshal Iri Tosk', quota: left(2) },
    { path: 'character/1:1001/skills', quota: left(1) },
    { path, status: 200, onBehalfOf: null, quota: left(2) },
    { path: 'character', status: 401, onBehalfOf: null, quota: left(1) },
  ]);
});

test('the log has no token, no text and only the paging and faction parameters of a query', async () => {
  const token = await game.grant(vael, ['MESSAGES_SEND']);
  const form = { receivers: 'Pell', communication: 'meet me at the moon' };
  await game.ask('PUT character/1:1001/messages', { token, form });
  await game.ask(`GET galaxy/systems/?start_index=1&item_count=50&access_token=${token}`, { token });
  await fetch(`${game.url}/ws/oauth2/revoke?token=${token}&client_id=commlink`);
  expect(logged.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT character/1:1001/messages',
    'GET galaxy/systems/?start_index=1&item_count=50',
    'GET /ws/oauth2/revoke',
  ]);
  expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${token}|moon|Pell`));
});

test("the log has a client's OAuth requests, uncounted, and none of a person's browser", async () => {
  await fetch(`${game.issuer}/.well-known/openid-configuration`);
  await fetch(`${game.issuer}/ws/oauth2/auth?client_id=commlink&state=secret`, { redirect: 'manual' });
  await fetch(`${game.issuer}/ws/oauth2/token`, { method: 'POST', body: new URLSearchParams({ code: 'x' }) });
  await fetch(`${game.issuer}/favicon.ico`);
  expect(logged).toMatchObject([
    { method: 'GET', path: '/.well-known/openid-configuration', status: 200, onBehalfOf: null, quota: null },
    { method: 'POST', path: '/ws/oauth2/token', status: 400, onBehalfOf: null, quota: null },
  ]);
});
