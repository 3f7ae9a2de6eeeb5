import {
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  DiscordAPIError,
  type Interaction,
  MessageFlags,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { startBot } from './bot.ts';

const clock = new ManualClock();
let discord: Discord;
let bot: { client: Client<true>; errors: unknown[] };
let onCommand: (interaction: ChatInputCommandInteraction) => Promise<unknown>;
let onOther: (interaction: Interaction) => Promise<unknown>;

const text = (content: string) => ({ type: ComponentType.TextDisplay, content }) as const;
const button = (customId: string, label: string, disabled = false) =>
  ({ type: ComponentType.Button, style: 1, customId, label, disabled }) as const;
const row = (...components: ReturnType<typeof button>[]) => ({ type: ComponentType.ActionRow, components }) as const;

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof DiscordAPIError ? error.code : error;
}

beforeEach(async () => {
  discord = await createDiscord({ clock });
  onCommand = (interaction) => interaction.reply('yes');
  onOther = async () => {};
  bot = await startBot(discord, (interaction) =>
    interaction.isChatInputCommand() ? onCommand(interaction) : onOther(interaction),
  );
  await bot.client.application.commands.set([
    {
      name: 'ask',
      description: 'Asks',
      contexts: [0, 1],
      options: [
        { type: 3, name: 'what', description: 'What', autocomplete: true },
        { type: 4, name: 'times', description: 'How often', minValue: 1, maxValue: 3 },
        { type: 6, name: 'whom', description: 'Whom' },
        { type: 11, name: 'file', description: 'A file' },
      ],
    },
    {
      name: 'nested',
      description: 'Has a subcommand',
      options: [
        {
          type: 1,
          name: 'here',
          description: 'Here',
          options: [{ type: 3, name: 'must', description: 'Must', required: true }],
        },
      ],
    },
    { type: 2, name: 'Game profile' },
  ]);
});

afterEach(async () => {
  await bot.client.destroy();
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

describe('a command', () => {
  test('is answered after a deferral by the edit, in Components V2', async () => {
    onCommand = async (interaction) => {
      await interaction.deferReply();
      expect(discord.people.player.messages().at(-1)?.flags).toBe(MessageFlags.Loading);
      await interaction.editReply({ flags: MessageFlags.IsComponentsV2, components: [text('found')] });
    };
    const message = await discord.people.player.run('ask').response();
    expect(message).toMatchObject({ flags: MessageFlags.IsComponentsV2, edited_timestamp: null, type: 20 });
    expect(message.components).toEqual([{ type: 10, content: 'found', id: 1 }]);
    expect(message.interaction_metadata?.user.username).toBe('kestrel');
    expect(bot.errors).toEqual([]);
  });

  test('arrives with member in the server, and with user in the DM with the bot', async () => {
    const seen: unknown[] = [];
    onCommand = (interaction) => {
      const owners = interaction.authorizingIntegrationOwners;
      seen.push([interaction.inGuild(), interaction.context, owners.guildId, owners.userId]);
      return interaction.reply('yes');
    };
    await discord.people.player.run('ask').response();
    await discord.people.player.run('ask', {}, { channel: 'dm' }).response();
    expect(seen).toEqual([
      [true, 0, discord.guildId, null],
      [false, 1, '0', null],
    ]);
    expect(discord.people.player.dm().map(({ content }) => content)).toEqual(['yes']);
  });

  test('carries its options with the users and attachments behind them', async () => {
    const { player, officer } = discord.people;
    const { id: file } = player.upload({ filename: 'a b.txt', contentType: 'text/plain', data: Buffer.from('abc') });
    onCommand = (interaction) =>
      interaction.reply(
        [
          interaction.options.getString('what'),
          interaction.options.getInteger('times'),
          interaction.options.getUser('whom')?.displayName,
          interaction.options.getMember('whom') !== null,
          interaction.options.getAttachment('file')?.name,
        ].join(' '),
      );
    const { content } = await player.run('ask', { what: 'how', times: 2, whom: officer.id, file }).response();
    expect(content).toBe('how 2 Tamsin true a_b.txt');
  });

  test('with a subcommand is run by its full name', async () => {
    onCommand = (interaction) =>
      interaction.reply(`${interaction.options.getSubcommand()} ${interaction.options.getString('must', true)}`);
    expect((await discord.people.player.run('nested here', { must: 'x' }).response()).content).toBe('here x');
  });

  test.each([
    ['one that is not registered', 'nothing', {}],
    ['one that needs a subcommand', 'nested', {}],
    ['a missing required option', 'nested here', {}],
    ['an option that does not exist', 'ask', { who: 'x' }],
    ['a number over the maximum', 'ask', { times: 4 }],
    ['a fraction for a whole number', 'ask', { times: 1.5 }],
    ['a text for a number', 'ask', { times: '2' }],
    ['a user who is not there', 'ask', { whom: '12345' }],
  ])('is refused before the bot hears of it: %s', (_what, name, options) => {
    const before = discord.gateway.sessions()[0]?.sequence;
    expect(() => discord.people.player.run(name, options as Record<string, string>)).toThrow();
    expect(discord.gateway.sessions()[0]?.sequence).toBe(before);
  });

  test('of a user context menu gets the target user', async () => {
    onOther = async (interaction) => {
      if (interaction.isUserContextMenuCommand()) await interaction.reply(interaction.targetUser.username);
    };
    const { player, officer } = discord.people;
    expect((await player.runOnUser('Game profile', officer).response()).content).toBe('tamsin');
  });

  test('can be answered with the response asked for', async () => {
    let made: string | undefined;
    onCommand = async (interaction) => {
      const { resource } = await interaction.reply({ content: 'yes', withResponse: true });
      made = resource?.message?.id;
    };
    const { id } = await discord.people.player.run('ask').response();
    await expect.poll(() => made).toBe(id);
  });
});

describe('autocomplete', () => {
  test('asks with the focused text and the other options, and gives the choices', async () => {
    onOther = async (interaction) => {
      if (!interaction.isAutocomplete()) return;
      const typed = interaction.options.getFocused();
      await interaction.respond([{ name: `${typed}! ${interaction.options.getInteger('times')}`, value: typed }]);
    };
    const choices = await discord.people.player.autocomplete('ask', { what: 'te', times: 2 }, 'what');
    expect(choices).toEqual([{ name: 'te! 2', value: 'te' }]);
  });

  test('is refused for an option without it', () => {
    expect(() => discord.people.player.autocomplete('ask', {}, 'times')).toThrow('no autocomplete');
  });
});

describe('components', () => {
  const twoButtons = () => ({ components: [row(button('go', 'Go'), button('no', 'No', true))] });

  test('update their message when a button is pressed', async () => {
    onCommand = (interaction) => interaction.reply({ content: 'page 1', ...twoButtons() });
    onOther = async (interaction) => {
      if (interaction.isButton()) await interaction.update({ content: 'page 2', components: [] });
    };
    const { player } = discord.people;
    const message = await player.run('ask').response();
    const updated = await player.press(message, 'Go').response();
    expect(updated).toMatchObject({ id: message.id, content: 'page 2', components: [] });
    expect(() => player.press(message, 'Go')).toThrow('no button');
  });

  test('answer after a deferred update with the edit', async () => {
    onCommand = (interaction) => interaction.reply({ content: 'page 1', ...twoButtons() });
    onOther = async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      await interaction.editReply('page 2');
    };
    const { player } = discord.people;
    const message = await player.run('ask').response();
    expect(await player.press(message, 'go').response()).toMatchObject({ id: message.id, content: 'page 2' });
  });

  test('cannot be pressed when disabled, missing, or seen by somebody else only', async () => {
    onCommand = (interaction) => interaction.reply({ ...twoButtons(), flags: MessageFlags.Ephemeral });
    const { player, officer } = discord.people;
    const message = await player.run('ask').response();
    expect(() => player.press(message, 'No')).toThrow('disabled');
    expect(() => player.press(message, 'Other')).toThrow('no button');
    expect(() => officer.press(message, 'Go')).toThrow('Unknown Message');
  });

  test('select among their options only', async () => {
    const menu = {
      type: ComponentType.StringSelect,
      customId: 'pick',
      options: ['a', 'b'].map((value) => ({ label: value, value })),
    } as const;
    onCommand = (interaction) => interaction.reply({ components: [{ type: 1, components: [menu] }] });
    onOther = async (interaction) => {
      if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
    };
    const { player } = discord.people;
    const message = await player.run('ask').response();
    expect((await player.select(message, 'pick', ['b']).response()).content).toBe('b');
    expect(() => player.select(message, 'pick', ['c'])).toThrow('none of the choices');
    expect(() => player.select(message, 'pick', ['a', 'b'])).toThrow('Choose 1');
  });

  test('choose users, who arrive resolved', async () => {
    const menu = { type: ComponentType.UserSelect, customId: 'who' } as const;
    onCommand = (interaction) => interaction.reply({ components: [{ type: 1, components: [menu] }] });
    onOther = async (interaction) => {
      if (interaction.isUserSelectMenu()) await interaction.reply(interaction.users.map((one) => one.username).join());
    };
    const { player, visitor } = discord.people;
    const message = await player.run('ask').response();
    expect((await player.select(message, 'who', [visitor.id]).response()).content).toBe('juno');
  });
});

describe('modals', () => {
  const modal = {
    customId: 'form',
    title: 'A form',
    components: [
      text('Read this'),
      {
        type: ComponentType.Label,
        label: 'Code',
        component: { type: ComponentType.TextInput, customId: 'code', style: 1, minLength: 6, maxLength: 6 },
      },
      {
        type: ComponentType.Label,
        label: 'Choice',
        component: {
          type: ComponentType.StringSelect,
          customId: 'choice',
          required: false,
          options: [{ label: 'A', value: 'a' }],
        },
      },
    ],
  } as const;

  test('open, are filled, and are answered', async () => {
    onCommand = (interaction) => interaction.showModal(modal as never);
    onOther = async (interaction) => {
      if (interaction.isModalSubmit())
        await interaction.reply(
          `${interaction.fields.getTextInputValue('code')} ${interaction.fields.getStringSelectValues('choice')}`,
        );
    };
    const { player } = discord.people;
    const open = await player.run('ask').modal();
    expect(open.data).toMatchObject({ custom_id: 'form', title: 'A form' });
    expect(() => player.submit(open, {})).toThrow('is required');
    expect(() => player.submit(open, { code: '12345' })).toThrow('at least 6');
    expect(() => player.submit(open, { code: '123456', other: 'x' })).toThrow('no field');
    const message = await player.submit(open, { code: '123456', choice: ['a'] }).response();
    expect(message.content).toBe('123456 a');
    expect(message.interaction_metadata).toMatchObject({ type: 5, triggering_interaction_metadata: { type: 2 } });
    expect(() => player.submit(open, { code: '123456' })).toThrow('not open');
  });
});

describe('ephemeral answers', () => {
  test('are seen by their user alone, and not at all through the channel', async () => {
    onCommand = (interaction) => interaction.reply({ content: 'secret', flags: MessageFlags.Ephemeral });
    const { player, officer } = discord.people;
    const message = await player.run('ask').response();
    expect(message.flags).toBe(MessageFlags.Ephemeral);
    expect(player.messages().map(({ id }) => id)).toContain(message.id);
    expect(officer.messages()).toEqual([]);
    const path = `/channels/${message.channel_id}/messages/${message.id}` as const;
    expect(await codeOf(bot.client.rest.get(path))).toBe(10008);
    expect(await codeOf(bot.client.rest.patch(path, { body: { content: 'x' } }))).toBe(10008);
  });

  test('stay as the first acknowledgment fixed them', async () => {
    onCommand = async (interaction) => {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply('secret');
      await interaction.followUp('public');
    };
    const { player, officer } = discord.people;
    const interaction = player.run('ask');
    expect((await interaction.response()).flags).toBe(MessageFlags.Ephemeral);
    expect((await interaction.followUp()).flags).toBe(0);
    expect(officer.messages().map(({ content }) => content)).toEqual(['public']);
  });
});

describe('the messages of an interaction', () => {
  test('can be fetched, edited and deleted, the original and the follow-ups', async () => {
    const steps: unknown[] = [];
    onCommand = async (interaction) => {
      await interaction.reply('one');
      const two = await interaction.followUp('two');
      steps.push((await interaction.fetchReply()).content);
      await interaction.editReply({ message: two.id, content: 'two!' });
      await interaction.deleteReply();
      steps.push(await codeOf(interaction.fetchReply()));
    };
    const { player } = discord.people;
    const interaction = player.run('ask');
    await interaction.response();
    await expect.poll(() => steps).toEqual(['one', 10008]);
    expect(player.messages().map(({ content }) => content)).toEqual(['two!']);
    expect(discord.requests.some(({ path }) => path.endsWith('/messages/@original'))).toBe(true);
  });

  test('take files, which the CDN serves', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000020000000308060000009d7416e0', 'hex');
    onCommand = (interaction) =>
      interaction.reply({
        flags: MessageFlags.IsComponentsV2,
        components: [{ type: 12, items: [{ media: { url: 'attachment://map.png' } }] }] as never,
        files: [{ attachment: png, name: 'map.png', description: 'A map' }],
      });
    const { attachments, components } = await discord.people.player.run('ask').response();
    expect(attachments).toMatchObject([
      { filename: 'map.png', size: png.length, width: 2, height: 3, description: 'A map' },
    ]);
    expect(components).toMatchObject([{ items: [{ media: { url: attachments[0]?.url, width: 2 } }] }]);
    const served = await fetch(attachments[0]?.url ?? '');
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
    expect(discord.requests.at(-1)?.files).toEqual([
      { filename: 'map.png', contentType: 'image/png', size: png.length },
    ]);
  });
});

describe('time limits', () => {
  test('give the sender up after three seconds, and the bot 10062', async () => {
    let started: (interaction: ChatInputCommandInteraction) => void = () => {};
    const arrived = new Promise<ChatInputCommandInteraction>((resolve) => {
      started = resolve;
    });
    onCommand = async (interaction) => started(interaction);
    const interaction = discord.people.player.run('ask');
    const late = await arrived;
    clock.advance(2_999);
    expect(interaction.record.state).toBe('waiting');
    clock.advance(1);
    await expect(interaction.response()).rejects.toThrow('did not respond');
    expect(await codeOf(late.reply('too late'))).toBe(10062);
    expect(discord.people.player.messages()).toEqual([]);
  });
});

describe('direct messages', () => {
  test('reach their user alone, and are refused with 50007 once closed', async () => {
    const { player, officer } = discord.people;
    const user = await bot.client.users.fetch(player.id);
    await user.send('psst');
    expect(player.dm().map(({ content }) => content)).toEqual(['psst']);
    expect(officer.dm()).toEqual([]);
    expect(() => officer.messages(player.dm()[0]?.channel_id)).toThrow('Missing Access');
    player.closeDms();
    expect(await codeOf(user.send('psst'))).toBe(50007);
    player.openDms();
    await user.send('again');
    expect(player.dm()).toHaveLength(2);
  });

  test('from a person arrive at the bot with their text; server messages arrive empty without the intent', async () => {
    const heard: string[] = [];
    bot.client.on('messageCreate', (message) => heard.push(`${message.author.username}:${message.content}`));
    discord.people.player.send('hidden');
    discord.people.player.send('hello', { channel: 'dm' });
    discord.people.player.send(`<@${discord.applicationId}> hi`);
    await expect.poll(() => heard).toEqual(['kestrel:', 'kestrel:hello', `kestrel:<@${discord.applicationId}> hi`]);
  });
});

describe('mentions', () => {
  test('are counted in Components V2 text too, unless allowed_mentions forbids them', async () => {
    const { player, officer } = discord.people;
    const mentioning = `<@${officer.id}> @everyone`;
    onCommand = (interaction) =>
      interaction.reply({ flags: MessageFlags.IsComponentsV2, components: [text(mentioning)] });
    const loud = await player.run('ask').response();
    expect(loud.mentions.map(({ username }) => username)).toEqual(['tamsin']);
    expect(loud.mention_everyone).toBe(true);
    onCommand = (interaction) =>
      interaction.reply({
        flags: MessageFlags.IsComponentsV2,
        components: [text(mentioning)],
        allowedMentions: { parse: [] },
      });
    const quiet = await player.run('ask').response();
    expect(quiet).toMatchObject({ mentions: [], mention_everyone: false });
  });
});
