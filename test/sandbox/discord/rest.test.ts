import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { call } from './rest.ts';

let discord: Discord;
let channel: string;

beforeAll(async () => {
  discord = await createDiscord();
  channel = discord.people.player.view.channel('general').id;
});
afterAll(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

describe('the REST API', () => {
  test('answers unknown addresses with 404', async () => {
    expect(await call(discord, 'GET', '/nothing')).toMatchObject({ status: 404, body: { code: 0 } });
  });

  test('knows the application, the server and who is in it', async () => {
    const { player } = discord.people;
    const own = ['/gateway', '/gateway/bot', '/users/@me/guilds', '/applications/@me', '/oauth2/applications/@me'];
    const ofGuild = ['?with_counts=true', '/roles', '/channels', `/members/${player.id}`];
    for (const path of [...own, ...ofGuild.map((one) => `/guilds/${discord.guildId}${one}`)])
      expect((await call(discord, 'GET', path)).status).toBe(200);
    expect((await call(discord, 'GET', `/users/${player.id}`)).body).toMatchObject({ username: 'kestrel' });
    expect((await call(discord, 'GET', '/users/1')).body.code).toBe(10013);
    expect((await call(discord, 'GET', `/channels/${channel}`)).body).toMatchObject({ name: 'general', type: 0 });
    expect((await call(discord, 'GET', `/channels/${channel}/messages?limit=2`)).status).toBe(200);
  });

  test('lists messages before, after and around one, newest first', async () => {
    const here = discord.people.player.view.channel('trade').id;
    for (const content of 'abcdef') await call(discord, 'POST', `/channels/${here}/messages`, { content });
    const list = async (query: string) => {
      const { body } = await call(discord, 'GET', `/channels/${here}/messages${query}`);
      return body as unknown as { id: string; content: string }[];
    };
    const text = async (query: string) => (await list(query)).map(({ content }) => content).join('');
    const c = (await list('')).find(({ content }) => content === 'c')?.id;
    const queries = ['', '?limit=2', `?before=${c}`, `?after=${c}`, `?after=${c}&limit=2`, `?around=${c}&limit=3`];
    expect(await Promise.all(queries.map(text))).toEqual(['fedcba', 'fe', 'ba', 'fed', 'ed', 'dcb']);
    expect(await text(`?around=${c}&limit=1`)).toBe('c');
  });

  test('has no stickers: 50081', async () => {
    const answer = await call(discord, 'POST', `/channels/${channel}/messages`, { content: 'x', sticker_ids: ['1'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 50081 } });
  });
});
