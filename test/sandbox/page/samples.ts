import {
  type APIApplicationCommandBasicOption,
  type APIComponentInLabel,
  type APIMessage,
  type APIMessageTopLevelComponent,
  type APIUser,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
  MessageFlags,
  MessageType,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import type {
  InteractionEvent,
  PageChannel,
  PageCommand,
  PageEvent,
  PageMember,
  PagePerson,
  Welcome,
} from '../../../sandbox/discord/people/pageProtocol.ts';

/** Fixed sample people, a bot, channels, commands and messages for the page's tests. */

const personOf = (id: string, username: string, displayName: string, role: string): PagePerson => {
  return { id, username, displayName, avatarUrl: null, role };
};
export const ada = personOf('100000000000000001', 'ada', 'Ada Venn', 'a player');
export const orson = personOf('100000000000000002', 'orson', 'Orson Pike', 'a faction officer');
export const people = [ada, orson, personOf('100000000000000003', 'vera', 'Vera', 'a visitor without a game account')];
export const bot: PageMember = { ...personOf('200000000000000001', 'commlink', 'Commlink', 'the bot'), bot: true };

export const general: PageChannel = {
  id: '300000000000000001',
  kind: 'text',
  name: 'general',
  topic: 'Type / to see what Commlink can do.',
  recipientId: null,
  unread: 0,
  lastMessageId: null,
};
export const hangar: PageChannel = { ...general, id: '300000000000000002', name: 'hangar', topic: '' };
export const botDm: PageChannel = {
  ...{ id: '300000000000000003', kind: 'dm', name: 'Commlink', topic: '' },
  ...{ recipientId: bot.id, unread: 2, lastMessageId: '400000000000000050' },
};

/** The result of `become` for that person. */
export function welcomeOf(personId: string): Welcome {
  return {
    person: people.find(({ id }) => id === personId) ?? ada,
    server: { name: 'Outer Rim Trading' },
    bot,
    members: [...people.map((person) => ({ ...person, bot: false })), bot],
    channels: [general, hangar, botDm],
    dmsOpen: true,
    locale: 'en-US',
    gameCondition: null,
  };
}

/** A person as Discord's API describes them. */
export const userOf = ({ id, username, displayName }: PagePerson): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: displayName,
  avatar: null,
});

let lastMessage = 100;

/** A message, by default of the bot; ids and times increase. */
export function messageOf(change: Partial<APIMessage> & { by?: PagePerson } = {}): APIMessage {
  lastMessage += 1;
  const { by, ...rest } = change;
  return {
    id: `400000000000000${lastMessage}`,
    channel_id: general.id,
    author: by ? userOf(by) : { ...userOf(bot), bot: true },
    content: '',
    timestamp: new Date(Date.parse('2026-02-21T10:00:00.000Z') + lastMessage * 20_000).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: MessageType.Default,
    ...rest,
  };
}

/** A Components V2 message of the bot. */
export function componentsOf(components: APIMessageTopLevelComponent[], change: Partial<APIMessage> = {}): APIMessage {
  return messageOf({ ...change, components, flags: MessageFlags.IsComponentsV2 | (change.flags ?? 0) });
}

/** The fields that mark a response to that person's command. */
export function answerTo(person: PagePerson, name: string): Partial<APIMessage> {
  const used = { id: '700000000000000001', type: InteractionType.ApplicationCommand, user: userOf(person) } as const;
  return {
    type: MessageType.ChatInputCommand,
    interaction_metadata: { ...used, authorizing_integration_owners: {} },
    interaction: { ...used, name },
  };
}

/** The server's event about an interaction in #general, by default Ada's /profile. */
export function interactionOf(change: Partial<InteractionEvent> & Pick<InteractionEvent, 'state'>): InteractionEvent {
  const by = { interactionId: '710000000000000001', userId: ada.id, channelId: general.id } as const;
  const used = { kind: 'command', name: '/profile', label: '/profile', messageId: null } as const;
  return { type: 'interaction', ...by, ...used, at: new Date().toISOString(), ...change };
}

function commandOf(
  name: string,
  description: string,
  options: PageCommand['options'] = [],
  type = ApplicationCommandType.ChatInput,
): PageCommand {
  const id = `8000000000000${[...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 99_999}`;
  return { id, type, name, description, displayName: name, displayDescription: description, options };
}

const subcommandOf = (name: string, description: string, options: APIApplicationCommandBasicOption[]) =>
  ({ type: Option.Subcommand, name, description, options }) as const;

/** The choices of an option. */
export const ORDERS = [
  { name: 'By name', value: 'name' },
  { name: 'By population', value: 'population' },
];

export const commands: PageCommand[] = [
  commandOf('login', 'Link your game account.'),
  commandOf('profile', 'Show a character.'),
  commandOf('credits', 'Your credits.', [
    { type: Option.Subcommand, name: 'balance', description: 'How many credits you have.' },
    subcommandOf('transfer', 'Send credits to another character.', [
      { type: Option.String, name: 'recipient', description: 'Their handle.', required: true, autocomplete: true },
      { type: Option.Integer, name: 'amount', description: 'How many credits.', required: true, min_value: 1 },
      { type: Option.String, name: 'reason', description: 'What they are for.' },
    ]),
  ]),
  commandOf('galaxy', 'The galaxy.', [
    subcommandOf('systems', 'List the systems.', [
      { type: Option.String, name: 'order', description: 'In which order.', choices: ORDERS },
      { type: Option.Boolean, name: 'public', description: 'Show it to everyone.' },
      { type: Option.User, name: 'for', description: 'For whom.' },
    ]),
  ]),
  commandOf('Show profile', '', [], ApplicationCommandType.User),
  commandOf('Report', '', [], ApplicationCommandType.Message),
];

/** The server's event that opens a modal in #general: a text, and these fields with labels. */
export function modalOf(title: string, fields: APIComponentInLabel[], modalId = '1'): PageEvent & { type: 'modal' } {
  const labels = fields.map((component) => {
    return { type: ComponentType.Label, label: 'The field', description: 'What it is for.', component } as const;
  });
  const components = [{ type: ComponentType.TextDisplay, content: 'Some **words** before it.' } as const, ...labels];
  const modal = { custom_id: 'modal', title, components };
  return { type: 'modal', modalId, interactionId: '1', channelId: general.id, modal };
}
