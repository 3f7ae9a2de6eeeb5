import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { buttonsOf, linkWithEverything, startWorld } from '../support/world.ts';

type Way = {
  /** What is done in the chat to reach the operation. */
  run: (player: Person, officer: Person) => Promise<unknown>;
  /**
   * Its name in the service, where two operations share one request (docs/interface.md,
   * "Operations").
   */
  request?: OperationName;
};

const answered = (run: (player: Person) => { response(): Promise<APIMessage> }): Way => ({
  run: (player) => run(player).response(),
});

/** Presses what says yes. */
async function confirm(person: Person, question: APIMessage, label: RegExp): Promise<void> {
  const button = buttonsOf(question).find((one) => label.test(one.label ?? ''));
  await person.press(question, button?.label ?? String(label)).response();
}

const MESSAGE = { message: '38:300' };
const PRIVILEGE = { group: 'ship', privilege: 'view_ships', character: 'Dorn Hesk' };

/** How each operation of docs/interface.md is reached from the chat. */
const WAYS: Record<OperationName, Way> = {
  'character.me': answered((player) => player.run('profile')),
  'character.get': answered((player) => player.run('profile', { character: '1:1002' })),
  'character.getByHandle': answered((player) => player.run('lookup', { handle: 'Pell' })),
  'character.hasPermission': {
    run: (player) => player.run('permissions check', { permission: 'CREDITS_WRITE' }).response(),
    request: 'character.permissions.list',
  },
  'character.messages.list': answered((player) => player.run('msg list')),
  'character.messages.get': answered((player) => player.run('msg read', MESSAGE)),
  'character.messages.create': answered((player) => player.run('msg send', { to: 'Pell', text: 'Hello there' })),
  'character.messages.delete': {
    run: async (player) => confirm(player, await player.run('msg delete', MESSAGE).response(), /^Delete/),
  },
  'character.skills.list': answered((player) => player.run('skills')),
  'character.credits.get': answered((player) => player.run('credits balance')),
  'character.credits.transfer': {
    run: async (player) => {
      const preview = await player.run('credits transfer', { amount: 5, recipient: 'Pell' }).response();
      await confirm(player, preview, /^Send/);
    },
  },
  'character.creditlog.list': answered((player) => player.run('credits log')),
  'character.privileges.list': answered((player) => player.run('privileges list')),
  'character.privileges.get': { run: (_, officer) => officer.run('privileges show', PRIVILEGE).response() },
  'character.privileges.update': {
    run: async (_, officer) =>
      confirm(officer, await officer.run('privileges grant', PRIVILEGE).response(), /^Confirm/),
  },
  'character.permissions.list': answered((player) => player.run('permissions list')),
  'character.permissions.getScopes': {
    run: (player) => player.run('permissions scopes').response(),
    request: 'character.permissions.list',
  },
  'galaxy.systems.list': answered((player) => player.run('galaxy systems')),
  'galaxy.planets.list': answered((player) => player.run('galaxy planets')),
  'galaxy.sectors.list': answered((player) => player.run('galaxy sectors')),
  'galaxy.stations.list': answered((player) => player.run('galaxy stations')),
  'galaxy.cities.list': answered((player) => player.run('galaxy cities')),
};

let world: Sandbox;
beforeAll(async () => {
  world = await startWorld();
  const { player, officer } = world.discord.people;
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});
afterAll(() => world?.stop());

test.each(Object.keys(operations) as OperationName[])('%s is reached by a command', async (operation) => {
  const { run, request = operation } = WAYS[operation];
  const { player, officer } = world.discord.people;
  const before = world.game.world.requests(request);
  await run(player, officer);
  // A write's first answer may only say that it is on its way.
  await expect.poll(() => world.game.world.requests(request)).toBeGreaterThan(before);
});
