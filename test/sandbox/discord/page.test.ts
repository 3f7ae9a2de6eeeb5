import { request } from 'node:http';
import {
  type ChatInputCommandInteraction,
  type Client,
  Locale,
  MessageFlags,
  ApplicationCommandOptionType as OptionType,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import type { Upload } from '../../../sandbox/discord/people/pageProtocol.ts';
import { startBot } from './bot.ts';
import { closePages, openPage, type Page } from './pageSocket.ts';

const clock = new ManualClock();
let discord: Discord;
let client: Client<true>;
let onCommand: (interaction: ChatInputCommandInteraction) => Promise<unknown>;

async function pageOf(name: keyof Discord['people']): Promise<Page & { general: string }> {
  const page = await openPage(discord);
  const { channels } = await page.ask('become', { personId: discord.people[name].id });
  return { ...page, general: channels.find((channel) => channel.name === 'general')?.id ?? '' };
}

async function runAsk(page: Page & { general: string }, options: Record<string, string> = {}) {
  const commands = await page.ask('commands', { channelId: page.general });
  const commandId = commands.find(({ name }) => name === 'ask')?.id ?? '';
  return { commandId, started: await page.ask('run', { channelId: page.general, commandId, subcommand: [], options }) };
}

beforeEach(async () => {
  discord = await createDiscord({ clock, page: () => new Response('the page') });
  ({ client } = await startBot(discord, async (interaction) => {
    if (interaction.isChatInputCommand()) await onCommand(interaction);
    if (interaction.isAutocomplete())
      await interaction.respond([{ name: 'one', value: '1', nameLocalizations: { de: 'eins' } }]);
    if (interaction.isButton() && interaction.customId === 'whisper')
      await interaction.reply({ content: 'whispered', flags: MessageFlags.Ephemeral });
    else if (interaction.isButton()) await interaction.update('pressed');
  }));
  await client.application.commands.set([
    {
      name: 'ask',
      description: 'Asks',
      nameLocalizations: { de: 'fragen' },
      options: [{ type: 3, name: 'what', description: 'What', autocomplete: true }],
    },
  ]);
});
afterEach(async () => {
  closePages();
  await client.destroy();
  await discord.close();
});

describe('the page', () => {
  test('is served at the root, beside the API', async () => {
    expect(await (await fetch(discord.url)).text()).toBe('the page');
    expect((await fetch(`${discord.apiUrl}/v10/nothing`)).status).toBe(404);
  });

  test('is told of requests that reached the game, whoever one is, once somebody was chosen', async () => {
    const [one, other, nobody] = await Promise.all([openPage(discord), openPage(discord), openPage(discord)]);
    for (const [page, person] of [
      [one, discord.people.player],
      [other, discord.people.officer],
    ] as const)
      await page.ask('become', { personId: person.id });
    const request = {
      at: '2026-03-01T00:00:00.000Z',
      method: 'GET',
      path: 'character/',
      status: 200,
      durationMs: 4,
      onBehalfOf: 'Vael Ondar',
      quota: { limit: 600, remaining: 599 },
    };
    discord.announceGameRequest(request);
    for (const page of [one, other])
      expect(await page.event('gameRequest')).toEqual({ type: 'gameRequest', ...request });
    await expect(nobody.ask('read', { channelId: '1' })).rejects.toMatchObject({ problem: { code: 'not_chosen' } });
    expect(nobody.events.map(({ type }) => type)).toEqual(['people']);
  });

  test('is told whom one can be, and may do nothing before choosing', async () => {
    const page = await openPage(discord);
    const { people } = await page.event('people');
    expect(people.map(({ role }) => role)).toEqual([
      'a player',
      'a faction officer',
      'a visitor without a game account',
    ]);
    await expect(page.ask('history', { channelId: '1' })).rejects.toMatchObject({ problem: { code: 'not_chosen' } });
    const welcome = await page.ask('become', { personId: people[0]?.id ?? '' });
    expect(welcome).toMatchObject({ person: { username: 'kestrel' }, bot: { bot: true }, dmsOpen: true });
    expect(welcome.channels.map(({ name }) => name)).toEqual(['general', 'trade', 'The crew']);
    expect(await (await fetch(welcome.person.avatarUrl ?? '')).text()).toContain('<svg');
    expect(await page.event('botPresence')).toMatchObject({ online: true });
  });

  test('runs a command and follows it: sent, thinking, answered', async () => {
    onCommand = async (interaction) => {
      await interaction.deferReply();
      await interaction.editReply('done');
    };
    const page = await pageOf('player');
    const { started } = await runAsk(page);
    const { message } = await page.event('messageUpdate');
    expect(message.content).toBe('done');
    const told = () =>
      page.events.flatMap((one) => (one.type === 'interaction' ? [[one.interactionId, one.name, one.state]] : []));
    const expected = ['sent', 'thinking', 'answered'].map((state) => [started.interactionId, '/ask', state]);
    await expect.poll(told).toEqual(expected);
    expect((await page.event('messageCreate')).message.flags).toBe(MessageFlags.Loading);
  });

  test("hears of everyone's interactions, with who asked and what is written on what was used", async () => {
    onCommand = (interaction) =>
      interaction.reply({
        content: 'page 1',
        flags: MessageFlags.Ephemeral,
        components: [{ type: 1, components: [{ type: 2, style: 1, customId: 'next', label: 'Next' }] }],
      });
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    await runAsk(mine);
    const { message } = await mine.event('messageCreate');
    await mine.ask('press', { channelId: mine.general, messageId: message.id, customId: 'next' });
    const told = () =>
      others.events.flatMap((one) => (one.type === 'interaction' ? [[one.userId, one.label, one.state]] : []));
    await expect
      .poll(told)
      .toEqual(
        ['/ask', 'Next'].flatMap((label) =>
          ['sent', 'answered'].map((state) => [discord.people.player.id, label, state]),
        ),
      );
    expect(others.events.map(({ type }) => type)).not.toContain('messageCreate');
  });

  test('has no switch that breaks the game where there is no game', async () => {
    const page = await pageOf('player');
    const refused = page.ask('setGameCondition', { condition: 'down' });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'not_allowed' } });
  });

  test('is told after three seconds that nobody responded', async () => {
    onCommand = async () => {};
    const page = await pageOf('player');
    await runAsk(page);
    clock.advance(3_000);
    await expect.poll(() => page.events.at(-1)).toMatchObject({ type: 'interaction', state: 'didNotRespond' });
  });

  test('shows ephemeral messages to their user alone, live and in the history, until dismissed', async () => {
    onCommand = (interaction) => interaction.reply({ content: 'secret', flags: MessageFlags.Ephemeral });
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    await runAsk(mine);
    const { message } = await mine.event('messageCreate');
    onCommand = (interaction) => interaction.reply('public');
    await runAsk(mine);
    expect((await others.event('messageCreate')).message.content).toBe('public');
    expect(JSON.stringify(others.events)).not.toContain('secret');
    const history = async (page: typeof mine) =>
      (await page.ask('history', { channelId: page.general })).messages.map(({ content }) => content);
    expect(await history(mine)).toEqual(['secret', 'public']);
    expect(await history(others)).toEqual(['public']);
    const stolen = others.ask('press', { channelId: others.general, messageId: message.id, customId: 'x' });
    await expect(stolen).rejects.toMatchObject({ problem: { code: 'not_found' } });
    await mine.ask('dismiss', { channelId: mine.general, messageId: message.id });
    expect(await history(mine)).toEqual(['public']);
    expect((await mine.event('messageDelete')).messageId).toBe(message.id);
  });

  test('keeps one DM from the eyes of another', async () => {
    const [mine, others] = [await pageOf('player'), await pageOf('officer')];
    await (await client.users.fetch(discord.people.player.id)).send('for you');
    const { channelId, message } = await mine.event('messageCreate');
    expect(message.content).toBe('for you');
    const unread = mine.events.flatMap((one) => (one.type === 'channel' ? [one.channel] : [])).at(-1);
    expect(unread).toMatchObject({ id: channelId, kind: 'dm', name: 'Commlink', unread: 1 });
    await expect(others.ask('history', { channelId })).rejects.toMatchObject({ problem: { code: 'not_found' } });
    await mine.ask('read', { channelId });
    expect(discord.people.player.view.channels().find(({ id }) => id === channelId)?.unread).toBe(0);
  });

  test('presses buttons, and gets the choices of an autocomplete', async () => {
    onCommand = (interaction) =>
      interaction.reply({
        content: 'page 1',
        components: [{ type: 1, components: [{ type: 2, style: 1, customId: 'next', label: 'Next' }] }],
      });
    const page = await pageOf('player');
    const { commandId } = await runAsk(page);
    const { message } = await page.event('messageCreate');
    await page.ask('press', { channelId: page.general, messageId: message.id, customId: 'next' });
    expect((await page.event('messageUpdate')).message.content).toBe('pressed');
    const params = { channelId: page.general, commandId, subcommand: [], options: { what: 'o' }, focused: 'what' };
    expect(await page.ask('autocomplete', params)).toEqual({ choices: [{ name: 'one', value: '1' }] });
  });

  test('opens a modal where it was asked for, and on no other page of the person', async () => {
    onCommand = (interaction) =>
      interaction.showModal({
        custom_id: 'code',
        title: 'Code',
        components: [{ type: 18, label: 'Code', component: { type: 4, custom_id: 'code', style: 1 } }],
      });
    const [here, there] = [await pageOf('player'), await pageOf('player')];
    const { started } = await runAsk(here);
    expect(await here.event('modal')).toMatchObject({ interactionId: started.interactionId });
    await expect.poll(() => there.events.at(-1)).toMatchObject({ type: 'interaction', state: 'answered' });
    expect(there.events.map(({ type }) => type)).not.toContain('modal');
  });

  test('gives everybody a picture in the color of their id, and the bot another one', async () => {
    const { members } = await (await openPage(discord)).ask('become', { personId: discord.people.player.id });
    const pictures = await Promise.all(members.map(async ({ avatarUrl }) => (await fetch(avatarUrl ?? '')).text()));
    const colors = pictures.map((picture) => /fill="(#\w+)"/.exec(picture)?.[1]);
    expect(new Set(colors).size).toBe(members.length);
    expect(pictures.map((picture) => picture.includes('<text'))).toEqual(members.map(({ bot }) => !bot));
  });

  test('names the command in its answer, also to whoever comes later', async () => {
    onCommand = (interaction) => interaction.reply('public');
    const page = await pageOf('player');
    await runAsk(page);
    await page.event('messageCreate');
    const later = await pageOf('officer');
    const { messages } = await later.ask('history', { channelId: later.general });
    expect(messages[0]?.interaction).toMatchObject({ name: 'ask', user: { username: 'kestrel' } });
  });

  test('is shown what a private answer refers to, be it private too, until that is gone', async () => {
    onCommand = (interaction) =>
      interaction.reply({
        content: 'secret',
        flags: MessageFlags.Ephemeral,
        components: [{ type: 1, components: [{ type: 2, style: 1, customId: 'whisper', label: 'Whisper' }] }],
      });
    const page = await pageOf('player');
    await runAsk(page);
    const { message: origin } = await page.event('messageCreate');
    await page.ask('press', { channelId: page.general, messageId: origin.id, customId: 'whisper' });
    const created = () => page.events.flatMap((one) => (one.type === 'messageCreate' ? [one.message] : []));
    await expect.poll(() => created().map(({ content }) => content)).toEqual(['secret', 'whispered']);
    expect(created()[1]?.referenced_message).toMatchObject({ id: origin.id, content: 'secret' });
    await page.ask('dismiss', { channelId: page.general, messageId: origin.id });
    const { messages } = await page.ask('history', { channelId: page.general });
    expect(messages).toMatchObject([{ content: 'whispered', referenced_message: null }]);
  });

  test('is refused what the client would not send, with the option named', async () => {
    const page = await pageOf('player');
    await expect(runAsk(page, { who: 'x' })).rejects.toMatchObject({
      problem: { code: 'invalid_option', field: 'who' },
    });
    await expect(page.ask('send', { channelId: page.general, content: ' ' })).rejects.toMatchObject({
      problem: { code: 'invalid_option' },
    });
    await expect(page.ask('nothing' as never, {} as never)).rejects.toMatchObject({ problem: { code: 'bad_call' } });
  });

  test('uploads a file and sends it', async () => {
    const page = await pageOf('player');
    const response = await fetch(`${discord.url}/page-api/uploads?filename=a.txt`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'abc',
    });
    const upload = (await response.json()) as Upload;
    expect(upload).toMatchObject({ filename: 'a.txt', size: 3 });
    const sent = await page.ask('send', { channelId: page.general, content: '', uploadIds: [upload.id] });
    expect(sent.attachments).toMatchObject([{ id: upload.id }]);
  });
});

describe("a person's language", () => {
  const inGerman = (name: string) => ({
    nameLocalizations: { de: name },
    descriptionLocalizations: { de: `${name}!` },
  });
  const amount = {
    type: OptionType.Integer as const,
    name: 'amount',
    description: 'How many',
    ...inGerman('betrag'),
    choices: [{ name: 'One', value: 1, nameLocalizations: { de: 'Eins' } }],
  };
  const send = { type: OptionType.Subcommand as const, name: 'send', description: 'Sends', ...inGerman('senden') };

  beforeEach(async () => {
    await client.application.commands.create({
      name: 'credits',
      description: 'Credits',
      ...inGerman('guthaben'),
      options: [
        {
          type: OptionType.SubcommandGroup,
          name: 'mine',
          description: 'Mine',
          ...inGerman('meine'),
          options: [{ ...send, options: [amount] }],
        },
      ],
    });
  });

  const shown = (name: string, germanName: string) => ({
    name,
    displayName: germanName,
    displayDescription: `${germanName}!`,
  });

  test('names commands, groups, subcommands, options and choices, while the bot hears the default names', async () => {
    const page = await pageOf('player');
    await page.ask('setLocale', { locale: Locale.German });
    const commands = await page.ask('commands', { channelId: page.general });
    const credits = commands.find(({ name }) => name === 'credits');
    const option = { ...shown('amount', 'betrag'), choices: [{ name: 'Eins', value: 1 }] };
    expect(credits).toMatchObject({
      ...shown('credits', 'guthaben'),
      options: [{ ...shown('mine', 'meine'), options: [{ ...shown('send', 'senden'), options: [option] }] }],
    });
    const heard = new Promise<ChatInputCommandInteraction>((resolve) => {
      onCommand = async (interaction) => resolve(interaction);
    });
    const params = { channelId: page.general, subcommand: ['mine', 'send'], options: { amount: 1 } };
    await page.ask('run', { ...params, commandId: credits?.id ?? '' });
    const { locale, commandName, options } = await heard;
    expect({ locale, commandName }).toEqual({ locale: 'de', commandName: 'credits' });
    expect([options.getSubcommandGroup(), options.getSubcommand(), options.getInteger('amount')]).toEqual([
      'mine',
      'send',
      1,
    ]);
  });

  test('is told on all pages of the person, on nobody else’s, and kept for those to come', async () => {
    const [one, other, somebodyElse] = [await pageOf('player'), await pageOf('player'), await pageOf('officer')];
    await one.ask('setLocale', { locale: Locale.German });
    for (const page of [one, other]) {
      expect(await page.event('locale')).toEqual({ type: 'locale', locale: 'de' });
      await page.event('commandsChanged');
    }
    await somebodyElse.ask('read', { channelId: somebodyElse.general });
    expect(somebodyElse.events.map(({ type }) => type)).not.toContain('locale');
    const { player, officer } = discord.people;
    const later = await openPage(discord);
    expect((await later.ask('become', { personId: player.id })).locale).toBe('de');
    expect((await later.ask('become', { personId: officer.id })).locale).toBe('en-US');
  });

  test('translates the choices of an autocomplete, too', async () => {
    const page = await pageOf('player');
    await page.ask('setLocale', { locale: Locale.German });
    const commandId = (await page.ask('commands', { channelId: page.general })).find(({ name }) => name === 'ask')?.id;
    const params = { channelId: page.general, commandId: commandId ?? '', subcommand: [], options: { what: 'o' } };
    const { choices } = await page.ask('autocomplete', { ...params, focused: 'what' });
    expect(choices).toEqual([{ name: 'eins', value: '1' }]);
  });

  test.each([
    ['its own words first', Locale.EnglishUS, { 'en-US': 'color', 'en-GB': 'colour' }, 'color'],
    ['British ones for an American', Locale.EnglishUS, { 'en-GB': 'colour' }, 'colour'],
    ['American ones for a Briton', Locale.EnglishGB, { 'en-US': 'color' }, 'color'],
    ['those of Spain for Latin America', Locale.SpanishLATAM, { 'es-ES': 'tono' }, 'tono'],
    ['the default, and none of Latin America, for Spain', Locale.SpanishES, { 'es-419': 'tono' }, 'hue'],
    ['the default where there are none', Locale.German, { fr: 'teinte' }, 'hue'],
  ])('has %s', async (_whose, locale, nameLocalizations, expected) => {
    await client.application.commands.create({ name: 'hue', description: 'A hue', nameLocalizations });
    const page = await pageOf('player');
    await page.ask('setLocale', { locale });
    const commands = await page.ask('commands', { channelId: page.general });
    expect(commands.find(({ name }) => name === 'hue')?.displayName).toBe(expected);
  });
});

describe('a foreign site', () => {
  const upgrade = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${discord.url}/page-api/socket`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      asked.on('response', (response) => resolve(response.statusCode));
      asked.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });

  test('gets no socket: neither by its origin nor by a name of its own that points here', async () => {
    const host = new URL(discord.url).host;
    expect(await upgrade({ host, origin: discord.url })).toBe(101);
    expect(await upgrade({ host, origin: 'https://evil.example' })).toBe(403);
    expect(await upgrade({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
  });

  test('sees neither the page nor a picture under a name of its own', async () => {
    const get = (path: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(`${discord.url}${path}`, { headers: { host } });
        asked.on('response', (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on('error', reject);
        asked.end();
      });
    const { host } = new URL(discord.url);
    const picture = `/cdn/avatars/${discord.people.player.id}/0.png`;
    for (const path of ['/', picture]) {
      expect(await get(path, host)).toBe(200);
      expect(await get(path, 'evil.example')).toBe(403);
    }
  });

  test('cannot upload', async () => {
    const response = await fetch(`${discord.url}/page-api/uploads`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: 'x',
    });
    expect(response.status).toBe(403);
  });
});
