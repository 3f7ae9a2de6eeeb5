import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, expect, test, vi } from 'vitest';
import { isPrivate, labelsOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const world = useWorld('all', { environment: { GALAXY_COPY: 'on' } });
beforeAll(async () => {
  await linkWithEverything(world.player, 'Vael Ondar');
  await vi.waitFor(async () => expect(await textFrom(world.player.run('galaxy near'))).toContain('near you'), 20_000);
});
const run = (command: string, options = {}): Promise<APIMessage> => world.player.run(command, options).response();

test.each<[string, Record<string, string>]>([
  ['profile', { Skills: "'s skills", Balance: "'s balance", 'Near me': 'near you' }],
  ['skills', { Profile: '## Vael', Balance: "'s balance" }],
  ['credits balance', { 'Credit log': '## Credit log', Profile: '## Vael' }],
  ['galaxy near', { Map: '## ', Bookmarks: '## Your bookmarks' }],
])('/%s leads on to %o, each in an answer of its own', async (command, steps) => {
  const shown = await run(command);
  for (const [step, title] of Object.entries(steps)) {
    const next = await world.player.press(shown, step).response();
    expect([isPrivate(next), next.id === shown.id]).toEqual([true, false]);
    expect(textOf(next)).toContain(title);
  }
});

test('“Show everyone” posts the picture, and is missing in a direct message', async () => {
  const shared = await world.player.press(await run('profile'), 'Show everyone').response();
  expect([isPrivate(shared), shared.attachments.length]).toEqual([false, 1]);
  const inDm = await world.player.run('profile', {}, { channel: 'dm' }).response();
  expect(labelsOf(inDm)).toEqual(['Skills', 'Balance', 'Near me']);
});

test('“Send credits…” opens the form of a transfer, which asks before it sends', async () => {
  const balance = await run('credits balance');
  const modal = await world.player.press(balance, 'Send credits…').modal();
  const typed = { recipient: 'Dorn Hesk', amount: '10', reason: '' };
  const preview = await world.player.submit(modal, typed).response();
  expect(textOf(preview)).toContain('## Send credits?');
  expect(preview.id).not.toBe(balance.id);
  expect(world.game.world.requests('character.credits.transfer')).toBe(0);
});

test('bookmarks lead to what is near and to the map', async () => {
  await run('galaxy bookmark', { place: 'Ophfell' });
  expect(labelsOf(await run('galaxy bookmarks'))).toEqual(['Near me', 'Map']);
});
