import { describe, expect, test } from 'vitest';
import { useRawBot } from './useDiscord.ts';

const bot = useRawBot('each');

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
});
