import { describe, expect, test } from 'vitest';
import { call } from '../sandbox/discord/rest.ts';
import { startWorld, type World } from './world.ts';

/** Sends something that Discord refuses, without any library. */
async function sendNonsense({ discord, player }: World): Promise<void> {
  const { id } = player.view.channel('general');
  await call(discord, 'POST', `/channels/${id}/messages`, { content: 'x'.repeat(2001) });
}

describe('a world of the tests', () => {
  test('checks everything between the bot and Discord, and ends quietly if all of it was valid', async () => {
    const world = await startWorld();
    const { discord } = world;
    await world.player.run('help').response();
    await world.stop();
    expect(discord.schemaChecker.checked.responses).toBe(discord.requests.length);
    expect(discord.requests.length).toBeGreaterThan(2);
    // READY, the command, and the messages it made.
    expect(discord.schemaChecker.checked.dispatches).toBeGreaterThan(1);
  });

  test.each<[string, (world: World) => Promise<unknown>, string | RegExp]>([
    ['a malformed request', sendNonsense, /POST \/channels\/\d+\/messages 400 .*50035.*content/],
    ['a request for an unknown address', ({ discord }) => call(discord, 'GET', '/nothing'), 'GET /nothing 404'],
    [
      "the stand-in's own mistake",
      ({ discord, player: { account } }) => {
        account.user.username = 5 as never;
        return call(discord, 'POST', '/users/@me/channels', { recipient_id: account.user.id });
      },
      'The stand-in was wrong: POST /users/@me/channels 200 recipients.0.username',
    ],
  ])('ends with an error after %s', async (_, act, error) => {
    const world = await startWorld();
    await act(world);
    await expect(world.stop()).rejects.toThrow(error);
  });

  test('ends quietly when the test says that a request was malformed on purpose, once for each', async () => {
    const world = await startWorld();
    await sendNonsense(world);
    expect(world.acknowledgeRefusal(50035).path).toContain('/messages');
    expect(() => world.acknowledgeRefusal(50035)).toThrow('No request');
    await world.stop();
  });
});
