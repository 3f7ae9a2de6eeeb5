import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiscord, type Discord } from '../../../src/sandbox/discord/discord.ts';
import { call } from './rest.ts';

let discord: Discord;
let channel: string;

beforeAll(async () => {
  discord = await createDiscord();
  channel = discord.people.player.view.channel('general').id;
});
afterAll(async () => {
  await discord.close();
  expect(discord.honesty.violations).toEqual([]);
});

describe('the REST API', () => {
  it('needs the bot token', async () => {
    const answer = await call(discord, 'GET', '/users/@me', undefined, { authorization: 'Bot wrong' });
    expect(answer).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  });

  it('answers unknown addresses with 404', async () => {
    expect(await call(discord, 'GET', '/nothing')).toMatchObject({
      status: 404,
      body: { message: '404: Not Found', code: 0 },
    });
  });

  it('knows the application, the server and who is in it', async () => {
    const { player } = discord.people;
    for (const path of [
      '/gateway',
      '/gateway/bot',
      '/users/@me/guilds',
      '/applications/@me',
      '/oauth2/applications/@me',
      `/guilds/${discord.guildId}?with_counts=true`,
    ])
      expect((await call(discord, 'GET', path)).status).toBe(200);
    for (const path of ['roles', 'channels', `members/${player.id}`])
      expect((await call(discord, 'GET', `/guilds/${discord.guildId}/${path}`)).status).toBe(200);
    expect((await call(discord, 'GET', `/users/${player.id}`)).body).toMatchObject({ username: 'kestrel' });
    expect((await call(discord, 'GET', '/users/1')).body.code).toBe(10013);
    expect((await call(discord, 'GET', `/channels/${channel}`)).body).toMatchObject({ name: 'general', type: 0 });
    expect((await call(discord, 'GET', `/channels/${channel}/messages?limit=2`)).status).toBe(200);
  });

  it('refuses broken JSON with 50109', async () => {
    const response = await fetch(`${discord.apiUrl}/v10/channels/${channel}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${discord.botToken}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(await response.json()).toMatchObject({ code: 50109 });
  });
});
