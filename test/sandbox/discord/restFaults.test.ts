import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RawBot, startRawBot } from './forbidden/rawBot.ts';
import { closeQuietly } from './rest.ts';

let bot: RawBot;

beforeEach(async () => {
  bot = await startRawBot();
});
afterEach(() => closeQuietly(bot.discord));

const reply = { type: 4, data: { content: 'x' } };
const shown = () => bot.player.messages().map(({ content }) => content);

describe('a callback on request', () => {
  test('is applied and answered with 500: the retry meets 40060', async () => {
    const asked = bot.ask();
    bot.discord.faults.next({ method: 'POST', path: /callback$/, what: 500, when: 'after' });
    expect(await bot.callback(asked, reply)).toMatchObject({ status: 500, body: { code: 0 } });
    expect(shown()).toEqual(['x']);
    expect(await bot.callback(asked, reply)).toMatchObject({ status: 400, body: { code: 40060 } });
  });

  test('is answered with 503 and not applied: the retry is', async () => {
    const asked = bot.ask();
    bot.discord.faults.next({ path: /callback$/, what: 503, times: 2 });
    for (const status of [503, 503, 204]) expect((await bot.callback(asked, reply)).status).toBe(status);
    expect(shown()).toEqual(['x']);
  });

  test.each([
    ['before', [], 204],
    ['after', ['x'], 400],
  ] as const)('has its connection reset %s it is applied', async (when, seen, retried) => {
    const asked = bot.ask();
    bot.discord.faults.next({ method: 'POST', path: /callback$/, what: 'reset', when });
    await expect(bot.callback(asked, reply)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(shown()).toEqual(seen);
    expect(bot.discord.requests.at(-1)).toMatchObject({ status: 0, answer: null });
    expect((await bot.callback(asked, reply)).status).toBe(retried);
  });

  test('is left without an answer, on an open connection', async () => {
    const asked = bot.ask();
    bot.discord.faults.next({ path: /callback$/, what: 'hang', when: 'after' });
    const answer = bot.callback(asked, reply).catch(() => 'closed');
    await expect.poll(shown).toEqual(['x']);
    const edited = bot.webhook('PATCH', asked, '@original', { content: 'y' });
    expect(await Promise.race([answer, edited])).toMatchObject({ status: 200 });
  });
});

describe('a fault on request', () => {
  test('meets only what it is for, and takes the place of a refusal too', async () => {
    const asked = bot.ask();
    bot.discord.faults.next({ method: 'PATCH', path: /@original$/, what: 502, when: 'after' });
    expect((await bot.callback(asked, reply)).status).toBe(204);
    expect((await bot.webhook('POST', asked, null, { content: 'z' })).status).toBe(200);
    expect((await bot.webhook('PATCH', asked, '@original', { content: 5 })).status).toBe(502);
    expect((await bot.webhook('PATCH', asked, '@original', { content: 'y' })).status).toBe(200);
  });
});
