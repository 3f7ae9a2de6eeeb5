import { ChannelType } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiscordConnection, type DiscordConnection } from '../../src/discord/connection/discord.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { useDiscord } from '../sandbox/discord/useDiscord.ts';
import { startHttpServer } from '../support/httpServer.ts';

const discord = useDiscord('each', [{ name: 'ask', description: 'Asks' }]);
let connection: DiscordConnection;
let logged: string[];
beforeEach(async () => {
  logged = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const { botToken: token, apiUrl, cdnUrl } = discord;
  connection = createDiscordConnection({ token, apiUrl, cdnUrl }, log);
  await connection.start();
  await connection.connect();
});
afterEach(() => connection.close());

test.each([
  [4004, 'Discord refuses the token: check DISCORD_TOKEN.'],
  [4010, 'closed the connection permanently (4010): it refuses how the bot connects. This is a bug: update Commlink'],
  [4011, 'too many servers for its connections. Restart it'],
  [4012, 'check DISCORD_API_URL'],
  [4013, 'update Commlink'],
  [4014, 'Check "Privileged Gateway Intents"'],
])('after a final close (%i), the connection is lost and the reason says what to do', async (code, reason) => {
  discord.gateway.drop(code);
  expect((await connection.lost).message).toContain(reason);
  expect(connection.isReady()).toBe(false);
});

test('a connection that can resume is not lost', async () => {
  discord.gateway.drop(4000);
  await expect.poll(() => logged.join('')).toContain('resumed the Discord session');
  expect(await Promise.race([connection.lost, 'not lost'])).toBe('not lost');
});

test('rate limits and many refused requests are logged', async () => {
  const { player } = discord.people;
  const send = () => connection.sendDirectMessage(player.id, noticeView('psst'));
  await send();
  discord.faults.next({ method: 'POST', path: /messages$/, what: 429, retryAfterMs: 50 });
  await Promise.all([send(), send()]);
  expect(logged.join('')).toMatch(/"method":"POST","route":"\/channels\/:id\/messages".*Discord limits the rate/);
  player.refuseDirectMessages(50_001);
  for (let refused = 0; refused < 100; refused += 1) await send();
  expect(logged.join('')).toContain('Discord refused many requests');
});

test('a rate limit of an answer is logged without the interaction token', async () => {
  const answered = Promise.withResolvers<void>();
  let token = '';
  connection.onInteraction(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    token = interaction.token;
    await interaction.deferReply();
    await Promise.all([interaction.editReply('1'), interaction.editReply('2')]);
    answered.resolve();
  });
  discord.faults.next({ method: 'PATCH', path: /@original$/, what: 429, retryAfterMs: 50 });
  discord.people.player.run('ask');
  await answered.promise;
  expect(logged.join('')).toContain('"route":"/webhooks/:id/:token/messages/');
  expect(logged.join('')).not.toContain(token);
});

test('the client does not throttle edits of answers, which have no global limit', async () => {
  const all = 80;
  let edited = 0;
  const done = Promise.withResolvers<void>();
  connection.onInteraction(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    await interaction.editReply('1');
    edited += 1;
    if (edited === all) done.resolve();
  });
  for (let asked = 0; asked < all; asked += 1) discord.people.player.run('ask');
  await done.promise;
  expect(logged.filter((line) => line.includes('"global":true'))).toEqual([]);
});

test('Discord says which server a text channel belongs to; direct messages belong to none', async () => {
  const { officer } = discord.people;
  await connection.sendDirectMessage(officer.id, noticeView('Hello'));
  const ids = [officer.view.channel('trade').id, officer.dm()[0]?.channel_id ?? '', 'guilds/7'];
  expect(await Promise.all(ids.map(connection.serverOfChannel))).toEqual([discord.guildId, undefined, undefined]);
  await expect(connection.serverOfChannel('1100000000000000009')).rejects.toMatchObject({ code: 10_003 });
});

test('of the channels of a server, only a text channel gives its server', async () => {
  const guild_id = '1100000000000000000';
  await using api = await startHttpServer(({ url = '' }, response) => {
    const channel = { id: '1100000000000000009', type: Number(url.slice(-2)), guild_id };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(channel));
  });
  const { botToken: token, cdnUrl } = discord;
  const there = createDiscordConnection({ token, apiUrl: api.url, cdnUrl }, pino({ level: 'silent' }));
  const serverOf = (type: ChannelType) => there.serverOfChannel(`${1_100_000_000_000_000_000n + BigInt(type)}`);
  const { GuildText, GuildVoice, GuildAnnouncement, GuildForum, PublicThread, DM } = ChannelType;
  expect(await serverOf(GuildText)).toBe(guild_id);
  for (const type of [GuildVoice, GuildAnnouncement, GuildForum, PublicThread, DM])
    expect(await serverOf(type)).toBeUndefined();
  await there.close();
});
