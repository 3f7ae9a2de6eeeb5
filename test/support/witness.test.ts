import { describe, expect, test } from 'vitest';
import { call } from '../sandbox/discord/rest.ts';
import { startWorld, type World } from './world.ts';

/** Sends something that Discord refuses, past every library. */
async function sendNonsense({ discord }: World): Promise<void> {
  const { id } = discord.people.player.view.channel('general');
  await call(discord, 'POST', `/channels/${id}/messages`, { content: 'x'.repeat(2001) });
}

describe('a world of the tests', () => {
  test('looks at everything that goes between the bot and Discord, and ends quietly when all of it was valid', async () => {
    const world = await startWorld();
    const { discord } = world;
    await discord.people.player.run('help').response();
    await world.stop();
    expect(discord.schemaChecker.checked.responses).toBe(discord.requests.length);
    expect(discord.requests.length).toBeGreaterThan(3);
    // READY, the command, and the messages it made.
    expect(discord.schemaChecker.checked.dispatches).toBeGreaterThan(1);
  });

  test('does not end quietly after a malformed request', async () => {
    const world = await startWorld();
    await sendNonsense(world);
    await expect(world.stop()).rejects.toThrow(/POST \/channels\/\d+\/messages 400 .*50035.*content/);
  });

  test('does when the test says that the request was malformed on purpose, once for each', async () => {
    const world = await startWorld();
    await sendNonsense(world);
    expect(world.acknowledgeRefusal(50035).path).toContain('/messages');
    expect(() => world.acknowledgeRefusal(50035)).toThrow('No request');
    await world.stop();
  });

  test('does not end quietly after an address that does not exist was asked for', async () => {
    const world = await startWorld();
    await call(world.discord, 'GET', '/nothing');
    await expect(world.stop()).rejects.toThrow('GET /nothing 404');
  });

  test('does not end quietly after the stand-in for Discord said something false', async () => {
    const world = await startWorld();
    const { account } = world.discord.people.player;
    account.user.username = 5 as never;
    await call(world.discord, 'GET', `/users/${account.user.id}`);
    await expect(world.stop()).rejects.toThrow('The stand-in said something false: GET /users/:user 200 username');
  });
});
