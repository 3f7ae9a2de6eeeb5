import { expect, test } from 'vitest';
import { credits } from '../../commands/credits/credits.ts';
import { Deadline } from '../../src/discord/deadline.ts';
import { type ContextSources, createHandlerContext } from '../../src/discord/handlerContext.ts';
import { type Answerable, Reply } from '../../src/discord/reply.ts';
import { message, text } from '../../src/view/message.ts';

test('progress that cannot be shown is logged and does not stop the work', async () => {
  const warnings: unknown[] = [];
  const sources = {
    ids: () => () => 'id',
    services: { links: { get: async () => undefined }, budgetOf: () => 'person' },
    game: { actingAs: () => ({}) },
    log: { warn: (fields: unknown) => warnings.push(fields) },
  } as unknown as ContextSources;
  const lost = new Error('Discord is away');
  const interaction = {
    user: { id: '1', displayName: 'Kestrel' },
    guildId: null,
    isMessageComponent: () => false,
    isModalSubmit: () => false,
    deferReply: async () => {},
    editReply: () => Promise.reject(lost),
  } as unknown as Answerable;
  const { showProgress } = await createHandlerContext(sources, interaction, credits, undefined, {
    usage: { budgets: new Set<string>(), cached: 0 },
    whenShown: [],
    reply: new Reply(interaction, 'private', (view) => view),
    deadline: new Deadline(new AbortController().signal),
  });
  await expect(showProgress(message('neutral', text('1 of 3')))).resolves.toBeUndefined();
  expect(warnings).toEqual([{ err: lost, userId: '1' }]);
});
