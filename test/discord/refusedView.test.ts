import { expect, test } from 'vitest';
import { createDiscord } from '../../sandbox/discord/discord.ts';
import { commandsIn } from '../../src/discord/command.ts';
import { createIds } from '../../src/discord/customId.ts';
import { createDiscordConnection, createRest } from '../../src/discord/discord.ts';
import type { ContextSources } from '../../src/discord/handlerContext.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { Router } from '../../src/discord/router.ts';
import { createLogger } from '../../src/log.ts';
import { openStore } from '../../src/store/openStore.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { textOf } from '../support/world.ts';

test('when Discord refuses a view, the person gets an error code that is also in the log', async () => {
  const discord = await createDiscord();
  const config = { token: discord.botToken, apiUrl: discord.apiUrl, cdnUrl: discord.cdnUrl };
  const broken = commandsIn({ en: {}, de: {} }).command({
    name: 'help',
    description: () => 'A view that is too long',
    run: async () => message('neutral', text('x'.repeat(4_001))),
  });
  const errors: { reference?: string }[] = [];
  const quiet = createLogger({ level: 'silent' });
  const sources = {
    services: {
      links: { get: async () => undefined },
      budgetOf: () => 'person',
      store: await openStore({ file: ':memory:' }, quiet),
      takeover: { tellUntold: async () => {} },
    },
    hurry: new AbortController().signal,
    render: (view: MessageView) => view,
    tokenSources: {},
    game: { actingAs: () => ({}) },
    log: Object.assign(Object.create(quiet), { error: (fields: { reference?: string }) => errors.push(fields) }),
  } as unknown as ContextSources;
  const connection = createDiscordConnection(config, quiet);
  const router = new Router({ ...sources, ids: createIds([broken]), commands: [broken] });
  connection.onInteraction((interaction) => router.route(interaction));
  await registerCommands(createRest(config), [broken], { applicationId: discord.applicationId });
  await connection.connect();

  const answer = await discord.people.player.run('help').response();
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ err: { code: 50035 } });
  expect(textOf(answer)).toContain(errors[0]?.reference ?? 'a reference');

  await connection.close();
  await discord.close();
});
