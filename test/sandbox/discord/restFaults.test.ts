import { expect, test } from 'vitest';
import { useRawBot } from './useDiscord.ts';

const bot = useRawBot('each');

const reply = { type: 4, data: { content: 'x' } };

test.each([
  [500, 'before', [], 204],
  [500, 'after', ['x'], 400],
  ['reset', 'before', [], 204],
  ['reset', 'after', ['x'], 400],
] as const)('a callback fails (%s) %s it is applied, as its retry shows', async (what, when, seen, retried) => {
  const asked = bot.ask();
  bot.discord.faults.next({ method: 'POST', path: /callback$/, what, when });
  const failed = bot.callback(asked, reply);
  if (what === 500) expect(await failed).toMatchObject({ status: 500, body: { code: 0 } });
  else await expect(failed).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(bot.discord.requests.at(-1)).toMatchObject(what === 500 ? { status: 500 } : { status: 0, answer: null });
  expect(bot.player.messages().map(({ content }) => content)).toEqual(seen);
  const body = retried === 400 ? { code: 40060 } : {};
  expect(await bot.callback(asked, reply)).toMatchObject({ status: retried, body });
});
