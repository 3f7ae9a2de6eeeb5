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
const row = (component: object) => ({ type: ComponentType.ActionRow, components: [component] }) as never;

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
  const must = { type: 3, name: 'must', description: 'Must', required: true } as const;
  await bot.client.application.commands.set([
    {
      name: 'ask',
      description: 'Asks',
      contexts: [0, 1],
      options: [
        { type: 3, name: 'what', description: 'What', autocomplete: true },
        { type: 4, name: 'times', description: 'How often', minValue: 1, maxValue: 3 },
        { type: 7, name: 'where', description: 'Where' },
      ],
    },
    {
      name: 'nested',
      description: 'Has a subcommand',
      options: [{ type: 1, name: 'here', description: 'Here', options: [must] }],
    },
  ]);
});
afterEach(async () => {
  await bot.client.destroy();
  await discord.close();
  expect([...bot.errors, ...discord.schemaChecker.violations]).toEqual([]);
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

  test('carries its options with the channel behind an id, and its subcommand', async () => {
    const { player } = discord.people;
    onCommand = async (interaction) => {
      const { options, commandName } = interaction;
      if (commandName === 'nested')
        return interaction.reply(`${options.getSubcommand()} ${options.getString('must', true)}`);
      const seen = [options.getString('what'), options.getInteger('times'), options.getChannel('where')?.name];
      return interaction.reply(seen.join(' '));
    };
    const options = { what: 'how', times: 2, where: player.view.channel('trade').id };
    expect((await player.run('ask', options).response()).content).toBe('how 2 trade');
    expect((await player.run('nested here', { must: 'x' }).response()).content).toBe('here x');
  });

  test.each([
    ['one that is not registered', 'nothing', {}],
    ['one that needs a subcommand', 'nested', {}],
    ['a missing required option', 'nested here', {}],
    ['an option that does not exist', 'ask', { who: 'x' }],
    ['a number over the maximum', 'ask', { times: 4 }],
    ['a fraction for a whole number', 'ask', { times: 1.5 }],
    ['a text for a number', 'ask', { times: '2' }],
    ['a channel that is not there', 'ask', { where: '12345' }],
  ])('is refused before the bot hears of it: %s', (_what, name, options) => {
    const { checked } = discord.schemaChecker;
    const before = checked.dispatches;
    expect(() => discord.people.player.run(name, options as Record<string, string>)).toThrow();
    expect(checked.dispatches).toBe(before);
  });

  test('is given up if the bot does not acknowledge it in three seconds, and the bot gets 10062', async () => {
    const arrived = Promise.withResolvers<ChatInputCommandInteraction>();
    onCommand = async (interaction) => arrived.resolve(interaction);
    const interaction = discord.people.player.run('ask');
    const late = await arrived.promise;
    clock.advance(2_999);
    expect(interaction.record.state).toBe('waiting');
    clock.advance(1);
    await expect(interaction.response()).rejects.toThrow('did not respond');
    expect(await codeOf(late.reply('too late'))).toBe(10062);
    expect(discord.people.player.messages()).toEqual([]);
  });
});

test('an autocomplete asks with the focused text and the other options, and gives the choices', async () => {
  onOther = async (interaction) => {
    if (!interaction.isAutocomplete()) return;
    const typed = interaction.options.getFocused();
    await interaction.respond([{ name: `${typed}! ${interaction.options.getInteger('times')}`, value: typed }]);
  };
  const { player } = discord.people;
  const choices = await player.autocomplete('ask', { what: 'te', times: 2 }, 'what');
  expect(choices).toEqual([{ name: 'te! 2', value: 'te' }]);
  expect(() => player.autocomplete('ask', {}, 'times')).toThrow('no autocomplete');
});

describe('a component', () => {
  const button = { type: ComponentType.Button, style: 1, customId: 'go', label: 'Go' };

  test.each(['at once', 'after a deferral'])('updates its message %s', async (when) => {
    onCommand = (interaction) => interaction.reply({ content: 'page 1', components: [row(button)] });
    onOther = async (interaction) => {
      if (!interaction.isButton()) return;
      if (when === 'at once') await interaction.update({ content: 'page 2', components: [] });
      else await interaction.deferUpdate().then(() => interaction.editReply({ content: 'page 2', components: [] }));
    };
    const { player } = discord.people;
    const message = await player.run('ask').response();
    const updated = await player.press(message, 'Go').response();
    expect(updated).toMatchObject({ id: message.id, content: 'page 2', components: [] });
    expect(() => player.press(message, 'Go')).toThrow('no button');
  });

  test('takes a choice among its options', async () => {
    const options = ['a', 'b'].map((value) => ({ label: value, value }));
    const letters = { type: ComponentType.StringSelect, customId: 'letters', options };
    onCommand = (interaction) => interaction.reply({ components: [row(letters)] });
    onOther = async (interaction) => {
      if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
    };
    const { player } = discord.people;
    const message = await player.run('ask').response();
    expect((await player.select(message, 'letters', ['b']).response()).content).toBe('b');
    expect(() => player.select(message, 'letters', ['c'])).toThrow("isn't one of the choices");
    expect(() => player.select(message, 'letters', ['a', 'b'])).toThrow('Choose 1');
  });
});

test('a modal opens, is filled and answered', async () => {
  const input = { type: ComponentType.TextInput, customId: 'code', style: 1, minLength: 6, maxLength: 6 };
  const options = [{ label: 'A', value: 'a' }];
  const select = { type: ComponentType.StringSelect, customId: 'choice', required: false, options };
  const label = (name: string, component: object) => ({ type: ComponentType.Label, label: name, component });
  const components = [text('Read this'), label('Code', input), label('Choice', select)];
  onCommand = (interaction) => interaction.showModal({ customId: 'form', title: 'A form', components } as never);
  onOther = async (interaction) => {
    if (!interaction.isModalSubmit()) return;
    const { fields } = interaction;
    await interaction.reply(`${fields.getTextInputValue('code')} ${fields.getStringSelectValues('choice')}`);
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

describe('the messages of an interaction', () => {
  test('can be edited and deleted, the original and the follow-ups', async () => {
    const steps: unknown[] = [];
    onCommand = async (interaction) => {
      await interaction.reply('one');
      const two = await interaction.followUp('two');
      await interaction.editReply({ message: two.id, content: 'two!' });
      await interaction.deleteReply();
      steps.push(await codeOf(interaction.editReply('gone')));
    };
    const { player } = discord.people;
    const interaction = player.run('ask');
    await interaction.response();
    expect((await interaction.followUp()).content).toMatch(/^two/);
    await expect.poll(() => steps).toEqual([10008]);
    expect(player.messages().map(({ content }) => content)).toEqual(['two!']);
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
    const [file] = attachments;
    const shown = { filename: 'map.png', size: png.length, width: 2, height: 3, description: 'A map' };
    expect(attachments).toMatchObject([shown]);
    expect(components).toMatchObject([{ items: [{ media: { url: file?.url, width: 2 } }] }]);
    const served = await fetch(file?.url ?? '');
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
    const sent = { filename: 'map.png', contentType: 'image/png', size: png.length };
    expect(discord.requests.at(-1)?.files).toEqual([sent]);
  });

  test('mention in Components V2 too, unless allowed_mentions forbids it', async () => {
    const { player, officer } = discord.people;
    const components = [text(`<@${officer.id}> @everyone`)];
    const flags = MessageFlags.IsComponentsV2;
    onCommand = (interaction) => interaction.reply({ flags, components });
    const loud = await player.run('ask').response();
    expect(loud.mentions.map(({ username }) => username)).toEqual(['tamsin']);
    expect(loud.mention_everyone).toBe(true);
    onCommand = (interaction) => interaction.reply({ flags, components, allowedMentions: { parse: [] } });
    expect(await player.run('ask').response()).toMatchObject({ mentions: [], mention_everyone: false });
  });
});
