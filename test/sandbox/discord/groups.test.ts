import { beforeEach, describe, expect, test } from 'vitest';
import type { InteractionHandle } from '../../../sandbox/discord/people/interactionHandle.ts';
import { button, row } from './forbidden/payloads.ts';
import { type GatewaySocket, identify } from './gatewaySocket.ts';
import { call } from './rest.ts';
import { useDiscord } from './useDiscord.ts';

const group = { channel: 'The crew' };
const ask = { name: 'ask', description: 'x', contexts: [0, 1, 2], integration_types: [0, 1] };
const discord = useDiscord('each', [ask]);
let gateway: GatewaySocket;

beforeEach(async () => {
  gateway = await identify(discord);
  await gateway.event('READY');
});

const answer = ({ id, record }: InteractionHandle, data: object) =>
  call(discord, 'POST', `/interactions/${id}/${record.token}/callback`, { type: 4, data });
const heard = async ({ id }: InteractionHandle) =>
  (await gateway.frame(({ t, d }) => t === 'INTERACTION_CREATE' && d['id'] === id)).d;

describe('a group DM', () => {
  test('takes commands of those who installed the app, on their behalf, also when others press', async () => {
    const { player, officer } = discord.people;
    expect(player.commands(group)).toEqual([]);
    const asked = officer.run('ask', {}, group);
    const recipients = [{ username: 'kestrel' }, { username: 'tamsin' }, { username: 'juno' }];
    expect(await heard(asked)).toMatchObject({
      context: 2,
      authorizing_integration_owners: { 1: officer.id },
      user: { id: officer.id },
      channel: { type: 3, name: 'The crew', recipients },
    });
    await answer(asked, { content: 'x', components: [row(button('go'))] });
    const pressed = player.press(await asked.response(), 'go');
    expect(await heard(pressed)).toMatchObject({
      context: 2,
      authorizing_integration_owners: { 1: officer.id },
      user: { id: player.id },
    });
    expect(player.messages('The crew').map(({ content }) => content)).toEqual(['x']);
  });

  test('is closed to the bot itself, and takes five follow-ups', async () => {
    const asked = discord.people.officer.run('ask', {}, group);
    const { channel_id: id } = await heard(asked);
    expect((await call(discord, 'GET', `/channels/${id}`)).body.code).toBe(50001);
    expect((await call(discord, 'POST', `/channels/${id}/messages`, { content: 'x' })).body.code).toBe(50001);
    await answer(asked, { content: 'x' });
    const followUp = () =>
      call(discord, 'POST', `/webhooks/${discord.applicationId}/${asked.record.token}`, { content: 'y' });
    for (let sent = 0; sent < 5; sent += 1) expect((await followUp()).status).toBe(200);
    expect((await followUp()).body.code).toBe(40094);
  });
});
