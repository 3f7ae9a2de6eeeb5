import type { APIMessage } from 'discord-api-types/v10';
import {
  type AnyInteractionGateway,
  ApplicationCommandOptionTypes,
  ApplicationCommandTypes,
  ApplicationIntegrationTypes,
  ButtonStyles,
  type CommandInteraction,
  type ComponentInteraction,
  ComponentTypes,
  InteractionContextTypes,
  type Message,
  type MessageActionRow,
  type MessageActionRowComponent,
  MessageFlags,
  type ModalSubmitInteraction,
  type TextButton,
  TextInputStyles,
} from 'oceanic.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { everyonePermissions } from '../../../sandbox/discord/limits.ts';
import { type OceanicBot, startOceanic } from './oceanicBot.ts';

let discord: Discord;
let bot: OceanicBot;
/** What the bot does with an interaction; set by each test. */
let handle: (interaction: AnyInteractionGateway) => Promise<unknown>;

beforeEach(async () => {
  handle = async () => {};
  discord = await createDiscord({ identifyIntervalMs: 0 });
  bot = await startOceanic(discord, (interaction) => handle(interaction));
  await bot.client.application.createGlobalCommand({
    type: ApplicationCommandTypes.CHAT_INPUT,
    name: 'ask',
    description: 'Asks somebody something',
    contexts: [InteractionContextTypes.GUILD, InteractionContextTypes.BOT_DM],
    integrationTypes: [ApplicationIntegrationTypes.GUILD_INSTALL],
    options: [
      {
        type: ApplicationCommandOptionTypes.STRING,
        name: 'what',
        description: 'The question',
        required: true,
        autocomplete: true,
      },
      { type: ApplicationCommandOptionTypes.USER, name: 'who', description: 'Whom' },
      { type: ApplicationCommandOptionTypes.CHANNEL, name: 'where', description: 'Where' },
      { type: ApplicationCommandOptionTypes.ROLE, name: 'role', description: 'As what' },
      { type: ApplicationCommandOptionTypes.ATTACHMENT, name: 'file', description: 'With what' },
      { type: ApplicationCommandOptionTypes.INTEGER, name: 'times', description: 'How often' },
    ],
  });
  await bot.client.application.createGlobalCommand({ type: ApplicationCommandTypes.USER, name: 'Greet' });
  await bot.client.application.createGlobalCommand({ type: ApplicationCommandTypes.MESSAGE, name: 'Quote' });
});
afterEach(async () => {
  bot.stop();
  await discord.close();
  expect(bot.complaints).toEqual([]);
  expect(discord.schemaChecker.violations).toEqual([]);
});

/** Waits for the one interaction of a test, after the bot has done `act` with it. */
function next<Kind extends AnyInteractionGateway>(act: (interaction: Kind) => Promise<unknown>): Promise<Kind> {
  return new Promise((resolve, reject) => {
    handle = async (interaction) => {
      await act(interaction as Kind).catch(reject);
      resolve(interaction as Kind);
    };
  });
}

const nextCommand = next<CommandInteraction>;
const nextComponent = next<ComponentInteraction>;
const nextModal = next<ModalSubmitInteraction>;

const button = (customID: string, label: string): TextButton => ({
  type: ComponentTypes.BUTTON,
  style: ButtonStyles.PRIMARY,
  customID,
  label,
});
const row = (...components: MessageActionRowComponent[]): MessageActionRow => ({
  type: ComponentTypes.ACTION_ROW,
  components,
});

/** Runs /ask, answered with these components. */
async function answered(content: string, components: MessageActionRow[]): Promise<APIMessage> {
  const answer = nextCommand((interaction) => interaction.createMessage({ content, components }));
  const asked = discord.people.player.run('ask', { what: 'this' });
  await answer;
  return asked.response();
}

describe('a bot of another library', () => {
  test('finds itself, the server, its channels, roles and members after READY', () => {
    const { client } = bot;
    const guild = client.guilds.get(discord.guildId);
    expect(client.user).toMatchObject({ id: discord.applicationId, username: 'Commlink', bot: true, verified: true });
    expect(client.application.id).toBe(discord.applicationId);
    expect(client.unavailableGuilds.size).toBe(0);
    expect(guild).toMatchObject({ name: 'The Hangar', memberCount: 4, unavailable: false, large: false });
    expect(guild?.ownerID).toBe(discord.people.officer.id);
    expect(guild?.channels.map(({ name, type }) => [name, type])).toEqual([
      ['general', 0],
      ['trade', 0],
    ]);
    expect(guild?.roles.get(discord.guildId)).toMatchObject({ name: '@everyone', position: 0 });
    expect(guild?.roles.get(discord.guildId)?.permissions.allow).toBe(everyonePermissions);
    expect(guild?.clientMember.id).toBe(discord.applicationId);
    expect(guild?.joinedAt).toBeInstanceOf(Date);
  });

  test('registers commands, and lists, edits and deletes them', async () => {
    const { application } = bot.client;
    const commands = await application.getGlobalCommands();
    expect(commands.map(({ name, type }) => [name, type])).toEqual([
      ['ask', ApplicationCommandTypes.CHAT_INPUT],
      ['Greet', ApplicationCommandTypes.USER],
      ['Quote', ApplicationCommandTypes.MESSAGE],
    ]);
    expect(commands[0]).toMatchObject({ contexts: [0, 1], integrationTypes: [0], nsfw: false });
    const id = commands[0]?.id ?? '';
    await application.editGlobalCommand(id, { description: 'Asks again' });
    expect((await application.getGlobalCommand(id)).description).toBe('Asks again');
    await application.deleteGlobalCommand(id);
    expect(discord.people.player.commands().map(({ body }) => body.name)).toEqual(['Greet', 'Quote']);
  });

  test('defers a command, edits the answer, and sees who asked what, where, with which permissions', async () => {
    const { officer, player } = discord.people;
    const seen = nextCommand(async (interaction) => {
      await interaction.defer(MessageFlags.EPHEMERAL);
      await interaction.editOriginal({ content: `You asked ${interaction.data.options.getString('what', true)}` });
    });
    const data = new TextEncoder().encode('abc');
    const { id: file } = player.upload({ filename: 'plan.txt', contentType: 'text/plain', data });
    const where = player.view.channel('trade').id;
    const options = { what: 'why?', who: officer.id, where, role: discord.guildId, file, times: 3 };
    const answer = await player.run('ask', options).response();
    const interaction = await seen;

    expect(answer).toMatchObject({ content: 'You asked why?', flags: MessageFlags.EPHEMERAL });
    expect(interaction.user).toMatchObject({ id: player.id, username: 'kestrel', globalName: 'Kestrel', bot: false });
    expect(interaction.member?.id).toBe(player.id);
    expect(interaction.memberPermissions?.allow).toBe(everyonePermissions);
    expect(interaction.appPermissions.has('ATTACH_FILES', 'VIEW_CHANNEL')).toBe(true);
    expect(interaction.guild?.name).toBe('The Hangar');
    expect(interaction.guildPartial).toMatchObject({ id: discord.guildId });
    expect(interaction.channel).toMatchObject({ name: 'general', topic: 'Everyone is here' });
    expect(interaction).toMatchObject({
      locale: 'en-US',
      guildLocale: 'en-US',
      context: InteractionContextTypes.GUILD,
      authorizingIntegrationOwners: { 0: discord.guildId },
      attachmentSizeLimit: 10 * 1024 * 1024,
      entitlements: [],
    });

    const { options: given, resolved } = interaction.data;
    expect(given.getInteger('times')).toBe(3);
    expect(given.getUser('who')).toMatchObject({ id: officer.id, username: 'tamsin' });
    expect(given.getMember('who')?.user).toBe(given.getUser('who'));
    expect(given.getChannel('where')).toMatchObject({ id: where, name: 'trade', type: 0 });
    expect(given.getChannel('where')?.permissions.allow).toBe(everyonePermissions);
    expect(given.getChannel('where')?.appPermissions.allow).toBe(interaction.appPermissions.allow);
    expect(given.getRole('role')?.name).toBe('@everyone');
    expect(given.getAttachment('file')).toMatchObject({ filename: 'plan.txt', size: 3, contentType: 'text/plain' });
    expect([...resolved.users.keys(), ...resolved.members.keys()]).toEqual([officer.id, officer.id]);
    const download = await fetch(given.getAttachment('file')?.url ?? '');
    expect(await download.text()).toBe('abc');
  });

  test('is asked in a DM by a user who is no member, with the permissions of a DM', async () => {
    const seen = nextCommand((interaction) => interaction.createMessage({ content: 'here' }));
    await discord.people.player.run('ask', { what: 'this' }, { channel: 'dm' }).response();
    const interaction = await seen;
    expect(interaction).toMatchObject({ guildID: null, member: null, context: InteractionContextTypes.BOT_DM });
    expect(interaction.authorizingIntegrationOwners).toEqual({ 0: '0' });
    expect(interaction.user.id).toBe(discord.people.player.id);
    // "Interaction Object": app_permissions in DMs.
    expect(Object.keys(interaction.appPermissions.json).sort()).toEqual(
      ['ATTACH_FILES', 'EMBED_LINKS', 'MENTION_EVERYONE', 'USE_EXTERNAL_EMOJIS'].sort(),
    );
  });

  test('suggests choices for the option that is being typed', async () => {
    handle = async (interaction) => {
      if (!interaction.isAutocompleteInteraction()) return;
      const { name, value } = interaction.data.options.getFocused(true);
      await interaction.result([{ name: `${name} ${value}`, value: 'chosen' }]);
    };
    const choices = await discord.people.player.autocomplete('ask', { what: 'ho' }, 'what');
    expect(choices).toEqual([{ name: 'what ho', value: 'chosen' }]);
  });

  test('updates the message of a button that was pressed', async () => {
    const message = await answered('Sure?', [row(button('yes', 'Yes'))]);
    const pressed = nextComponent((interaction) => interaction.editParent({ content: 'Done', components: [] }));
    const updated = await discord.people.player.press(message, 'Yes').response();
    const interaction = await pressed;
    expect(updated).toMatchObject({ id: message.id, content: 'Done', components: [] });
    expect(interaction.data).toMatchObject({ customID: 'yes', componentType: ComponentTypes.BUTTON });
    expect(interaction.message).toMatchObject({ id: message.id, channelID: message.channel_id });
    expect(interaction.message.author.id).toBe(discord.applicationId);
    expect(interaction.message.interactionMetadata?.user.id).toBe(discord.people.player.id);
  });

  test('reads what was chosen in selects of strings, users, channels and roles', async () => {
    const { player, visitor } = discord.people;
    const options = ['a', 'b', 'c'].map((value) => ({ label: value, value }));
    const message = await answered('Choose', [
      row({ type: ComponentTypes.STRING_SELECT, customID: 'letters', options, maxValues: 2 }),
      row({ type: ComponentTypes.USER_SELECT, customID: 'user' }),
      row({ type: ComponentTypes.CHANNEL_SELECT, customID: 'channel', channelTypes: [] }),
      row({ type: ComponentTypes.MENTIONABLE_SELECT, customID: 'any' }),
    ]);
    const choose = async (customId: string, values: string[]) => {
      const seen = nextComponent((interaction) => interaction.deferUpdate());
      await player.select(message, customId, values).acknowledged();
      const { data } = await seen;
      if (data.componentType === ComponentTypes.BUTTON) throw new Error('A button was seen');
      return data;
    };
    const letters = await choose('letters', ['b', 'c']);
    expect(letters.values.getStrings()).toEqual(['b', 'c']);
    const user = await choose('user', [visitor.id]);
    expect(user.values.getUsers(true)).toMatchObject([{ id: visitor.id, username: visitor.username }]);
    expect(user.values.getMembers(true)).toMatchObject([{ id: visitor.id, guildID: discord.guildId }]);
    const channel = await choose('channel', [message.channel_id]);
    expect(channel.values.getChannels(true)).toMatchObject([{ id: message.channel_id, name: 'general' }]);
    const any = await choose('any', [discord.guildId]);
    expect(any.values.getMentionables(true)).toMatchObject([{ id: discord.guildId, name: '@everyone' }]);
  });

  test('opens a modal and reads what was filled in', async () => {
    const { player } = discord.people;
    const opened = nextCommand((interaction) =>
      interaction.createModal({
        customID: 'form',
        title: 'A form',
        components: [
          {
            type: ComponentTypes.LABEL,
            label: 'Name',
            component: { type: ComponentTypes.TEXT_INPUT, customID: 'name', style: TextInputStyles.SHORT },
          },
          {
            type: ComponentTypes.LABEL,
            label: 'Whom',
            component: { type: ComponentTypes.USER_SELECT, customID: 'whom' },
          },
        ],
      }),
    );
    const modal = await player.run('ask', { what: 'this' }).modal();
    await opened;
    const submitted = nextModal((interaction) => interaction.createMessage({ content: 'Thanks' }));
    const answer = await player.submit(modal, { name: 'Nova', whom: [player.id] }).response();
    const { data, user } = await submitted;
    expect(answer.content).toBe('Thanks');
    expect(user.id).toBe(player.id);
    expect(data.customID).toBe('form');
    expect(data.components.getTextInput('name')).toBe('Nova');
    expect(data.components.getUserSelectValues('whom')).toMatchObject([{ id: player.id, username: 'kestrel' }]);
    expect(data.resolved.members.get(player.id)).toMatchObject({ guildID: discord.guildId });
  });

  test('is given the user or the message of a context menu', async () => {
    const { player, visitor } = discord.people;
    const greeted = nextCommand((interaction) => interaction.createMessage({ content: 'hello' }));
    await player.runOnUser('Greet', visitor).response();
    expect((await greeted).data.target).toMatchObject({ id: visitor.id, username: visitor.username });
    const { id } = visitor.send(`quote me, <@${player.id}>`);
    const quoted = nextCommand((interaction) => interaction.createMessage({ content: 'quoted' }));
    await player.runOn('Quote', id).response();
    expect((await quoted).data.target).toMatchObject({
      id,
      content: `quote me, <@${player.id}>`,
      author: { id: visitor.id },
    });
  });

  test('sends a DM with a file, and hears of its own message and of the answer', async () => {
    const { player } = discord.people;
    const user = await bot.client.rest.users.get(player.id);
    const dm = await user.createDM();
    expect(dm.recipient.id).toBe(player.id);
    const heard = bot.packet('MESSAGE_CREATE');
    const contents = Buffer.from('a,b\n1,2\n');
    const sent = await dm.createMessage({ content: 'Your list', files: [{ name: 'list.csv', contents }] });
    expect(player.dm()).toMatchObject([{ id: sent.id, content: 'Your list', author: { id: discord.applicationId } }]);
    const attachment = sent.attachments.first();
    expect(attachment).toMatchObject({ filename: 'list.csv', size: contents.length });
    expect(await (await fetch(attachment?.url ?? '')).text()).toBe(contents.toString());
    expect((await heard).d).toMatchObject({ id: sent.id, channel_id: dm.id, channel_type: 1 });

    const next = () => new Promise<Message>((resolve) => bot.client.once('messageCreate', resolve));
    const reply = next();
    player.send('thank you', { channel: 'dm' });
    expect(await reply).toMatchObject({ content: 'thank you', author: { id: player.id }, guildID: null });
    const mention = next();
    player.send(`<@${discord.applicationId}> thank you`);
    const { member, mentions, guild } = await mention;
    expect(member?.id).toBe(player.id);
    expect(mentions.users).toEqual([bot.client.user]);
    expect(mentions.members).toEqual([guild?.clientMember]);
  });

  test('sends a picture without saying that it is one, and it is shown as one', async () => {
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const drawn = nextCommand((interaction) =>
      interaction.createMessage({ content: 'Drawn', files: [{ name: 'dot.png', contents: pixel }] }),
    );
    const answer = await discord.people.player.run('ask', { what: 'a dot' }).response();
    await drawn;
    expect(answer.attachments).toMatchObject([{ content_type: 'image/png', width: 1, height: 1 }]);
    const shown = await fetch(answer.attachments[0]?.url ?? '');
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/);
  });

  test.each<[string, () => void]>([
    ['a broken line', () => discord.gateway.drop()],
    ['a close with 1001', () => discord.gateway.drop(1001)],
    ['a close with 4000', () => discord.gateway.drop(4000)],
    ['a request to reconnect', () => discord.gateway.requestReconnect()],
    ['a session that is invalid for the moment', () => discord.gateway.invalidateSessions(true)],
  ])('resumes after %s, and answers what was asked meanwhile', async (_what, fault) => {
    const resumed = bot.resumed();
    const before = discord.gateway.sessions().map(({ id }) => id);
    const seen = nextCommand((interaction) => interaction.createMessage({ content: 'back again' }));
    fault();
    const answer = discord.people.player.run('ask', { what: 'anybody?' }).response();
    await resumed;
    expect((await answer).content).toBe('back again');
    expect((await seen).guild?.name).toBe('The Hangar');
    expect(discord.gateway.sessions().map(({ id }) => id)).toEqual(before);
  });

  test('starts a new session, on the same connection, after one that is invalid for good', async () => {
    const started = bot.started();
    const before = discord.gateway.sessions().map(({ id }) => id);
    discord.gateway.invalidateSessions(false);
    await started;
    const now = discord.gateway.sessions().map(({ id, isConnected }) => ({ id, isConnected }));
    expect(now).toEqual([{ id: expect.any(String), isConnected: true }]);
    expect(before).not.toContain(now[0]?.id);
    nextCommand((interaction) => interaction.createMessage({ content: 'new' })).catch(() => {});
    expect((await discord.people.player.run('ask', { what: 'anybody?' }).response()).content).toBe('new');
  });

  test('takes a new line when its heartbeats are not acknowledged, and resumes', async () => {
    const dead = await createDiscord({ heartbeatIntervalMs: 100, gatewayClock: new ManualClock() });
    const other = await startOceanic(dead);
    try {
      const before = dead.gateway.sessions().map(({ id }) => id);
      const gone = new Promise<void>((resolve) => other.client.once('shardDisconnect', () => resolve()));
      const resumed = other.resumed();
      dead.gateway.acknowledgesHeartbeats = false;
      await gone;
      dead.gateway.acknowledgesHeartbeats = true;
      await resumed;
      expect(dead.gateway.sessions().map(({ id }) => id)).toEqual(before);
      expect([...other.complaints, ...dead.schemaChecker.violations]).toEqual([]);
    } finally {
      other.stop();
      await dead.close();
    }
  });
});
