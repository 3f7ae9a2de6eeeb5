/**
 * What the chat page and the Discord stand-in say to each other. Types only: the page imports them with `import type`.
 *
 * One WebSocket per page, at `/page-api/socket` of the server that served it; every frame is one JSON text. On connection the
 * server sends {@link PeopleEvent}. The page calls `become` with one of them, and may call it again to switch; every other call
 * before that is refused. Each {@link PageCall} gets exactly one {@link PageReply} with its `id`, in any order. {@link PageEvent}s
 * are about what this person can see; what the panel "Behind the scenes" shows goes to everyone.
 *
 * Users, messages, components, modals and choices are Discord's API objects (v10); times are ISO 8601; ids are snowflakes;
 * addresses of pictures and files are absolute. `POST /page-api/uploads?filename=<name>` with a file's bytes and content type
 * answers {@link Upload}, whose `id` is the value of an attachment option, of a file upload in a modal, or one of `uploadIds`.
 */
import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandGroupOption,
  APIApplicationCommandSubcommandOption,
  APIMessage,
  APIModalInteractionResponseCallbackData,
  ApplicationCommandType,
  Locale,
} from 'discord-api-types/v10';

/** Someone one can be on the page. */
export type PagePerson = {
  id: string;
  username: string;
  displayName: string;
  avatarUrl: string | null;
  /** One line, for example "a faction officer". */
  role: string;
};

/** Anyone who can be seen, mentioned or chosen: the people and the bot. */
export type PageMember = PagePerson & { bot: boolean };

/** A channel of the server (`text`) or a conversation (`dm`), of two or of a group, as this person sees it. */
export type PageChannel = {
  id: string;
  kind: 'text' | 'dm';
  /** Without `#`; the other's display name for a DM of two. */
  name: string;
  topic: string;
  /** DM of two only: who is at the other end. */
  recipientId: string | null;
  /** Messages of others after the last one read; `read` resets it. */
  unread: number;
  lastMessageId: string | null;
};

/** A role of the server. `color` is 0xRRGGBB, 0 for none. */
export type PageRole = { id: string; name: string; color: number };

/** How a command or an option is shown in the person's language; `name` is what is sent. */
export type Shown = { displayName?: string; displayDescription?: string };

/** A registered command that can be used where it was asked for. */
export type PageCommand = Required<Shown> & {
  id: string;
  /** ChatInput (the composer's `/name`), or the context menu of a User or a Message. */
  type: ApplicationCommandType;
  name: string;
  description: string;
  options: PageOption[];
};

/** An option to be filled. The names of its choices are in the person's language already. */
export type PageBasicOption = APIApplicationCommandBasicOption & Shown;

type PageSubcommand = APIApplicationCommandSubcommandOption & Shown & { options?: PageBasicOption[] };

/** An option of a command: a group, a subcommand, or one to be filled. */
export type PageOption =
  | PageBasicOption
  | PageSubcommand
  | (APIApplicationCommandSubcommandGroupOption & Shown & { options?: PageSubcommand[] });

/** A file that was uploaded. */
export type Upload = { id: string; filename: string; size: number; url: string };

/**
 * How the game behaves: `down` refuses everything, `slow` takes seconds for every answer, `losingAnswers` does what a write asks for
 * and cuts the connection before the answer.
 */
export type GameCondition = 'working' | 'down' | 'slow' | 'losingAnswers';

/** All there is to draw the first screen. */
export type Welcome = {
  person: PagePerson;
  server: { name: string };
  bot: PageMember;
  members: PageMember[];
  roles: PageRole[];
  channels: PageChannel[];
  /** Whether the bot may write to this person (Discord's privacy setting for the server). */
  dmsOpen: boolean;
  /** The person's Discord language, for example `en-US`. */
  locale: string;
  /** Null: this world has no switch that breaks the game. */
  gameCondition: GameCondition | null;
};

/** A chosen command: the path of subcommands (`[]`, `['balance']` or `['group', 'sub']`) and the options by name; things by id. */
export type CommandInput = {
  channelId: string;
  commandId: string;
  subcommand: string[];
  options: Record<string, string | number | boolean>;
};

/** Every call: what goes in `params` and what comes back in the reply's `result`. */
export type PageCalls = {
  /** Be this person. Events follow from now on. */
  become: { params: { personId: string }; result: Welcome };
  /** The newest messages, or the newest before one, oldest first, at most `limit` (default 50). */
  history: {
    params: { channelId: string; before?: string; limit?: number };
    result: { messages: APIMessage[]; hasMore: boolean };
  };
  /** Everything up to the newest message is read. */
  read: { params: { channelId: string }; result: null };
  /** Opens (or finds) the DM with a member. */
  openDm: { params: { userId: string }; result: PageChannel };
  /** Lets the bot write to this person, or not. */
  setDmsOpen: { params: { open: boolean }; result: null };
  /** Chooses the person's Discord language; `locale` and `commandsChanged` follow on all of the person's pages. */
  setLocale: { params: { locale: Locale }; result: null };
  /** Commands usable in that channel. Ask again after `commandsChanged`. */
  commands: { params: { channelId: string }; result: PageCommand[] };
  /** Runs a slash command. The answer comes as events: `interaction`, then `message…` or `modal`. */
  run: { params: CommandInput; result: InteractionStarted };
  /** Asks for choices while someone types. `focused` is the option's name; its text so far is in `options`. */
  autocomplete: {
    params: CommandInput & { focused: string };
    result: { choices: APIApplicationCommandOptionChoice[] };
  };
  /** A context-menu command on a user or on a message. */
  runOn: { params: { channelId: string; commandId: string; targetId: string }; result: InteractionStarted };
  /** Presses a button. The page opens a link button itself. */
  press: { params: { channelId: string; messageId: string; customId: string }; result: InteractionStarted };
  /** Chooses in any select: option values for a string select, else ids. */
  select: {
    params: { channelId: string; messageId: string; customId: string; values: string[] };
    result: InteractionStarted;
  };
  /** Sends an open modal's fields, by custom id. */
  submitModal: { params: { modalId: string; fields: Record<string, ModalValue> }; result: InteractionStarted };
  /** Closes a modal without sending; the bot is not told. */
  closeModal: { params: { modalId: string }; result: null };
  /** A plain message. */
  send: {
    params: { channelId: string; content: string; uploadIds?: string[] };
    result: APIMessage;
  };
  /** "Dismiss message" under an ephemeral message: gone for this person; the bot is not told. */
  dismiss: { params: { channelId: string; messageId: string }; result: null };
  /** Breaks the game or repairs it, for everyone; `gameCondition` follows on every page. */
  setGameCondition: { params: { condition: GameCondition }; result: null };
};

/**
 * A modal field's value. Text input: its text; selects, checkbox group and file upload: values or ids; radio group: the value, or
 * null for none; checkbox: true or false.
 */
export type ModalValue = string | string[] | boolean | null;

/** The interaction is on its way; what becomes of it comes as `interaction` events with this id. */
export type InteractionStarted = { interactionId: string };

export type PageCallName = keyof PageCalls;

/** A frame from the page. */
export type PageCall = {
  [Name in PageCallName]: { id: number; call: Name; params: PageCalls[Name]['params'] };
}[PageCallName];

/** Why a call failed: a stable code and a sentence to show. */
export type PageProblem = {
  /**
   * `not_chosen`: no person yet. `bad_call`: not understood. `not_found`: no such channel, message, command or component for this
   * person. `not_allowed`: there, but disabled or not theirs. `invalid_option`: what the client must refuse, `field` names the
   * option or component. `did_not_respond`: the bot didn't answer in time (autocomplete).
   */
  code: 'not_chosen' | 'bad_call' | 'not_found' | 'not_allowed' | 'invalid_option' | 'did_not_respond';
  message: string;
  field?: string;
};

/** The answer to one call. */
export type PageReply =
  | { type: 'reply'; id: number; ok: true; result: PageCalls[PageCallName]['result'] }
  | { type: 'reply'; id: number; ok: false; problem: PageProblem };

/** Sent once, on connection: whom one can be. */
export type PeopleEvent = { type: 'people'; people: PagePerson[] };

/** A message appeared, whole. The LOADING flag (1 << 7) is the bot's "thinking…", EPHEMERAL (1 << 6) "only you can see this". */
export type MessageCreateEvent = { type: 'messageCreate'; channelId: string; message: APIMessage };

/** A message changed; `message` is the whole message as it is now. */
export type MessageUpdateEvent = { type: 'messageUpdate'; channelId: string; message: APIMessage };

/** A message is gone: deleted by the bot, or a dismissed ephemeral one. */
export type MessageDeleteEvent = { type: 'messageDelete'; channelId: string; messageId: string };

/** A channel of the list appeared or changed (unread, last message). */
export type ChannelEvent = { type: 'channel'; channel: PageChannel };

/** What became of an interaction. Everyone hears of everyone's: `userId` says who started it. */
export type InteractionEvent = {
  type: 'interaction';
  interactionId: string;
  userId: string;
  channelId: string;
  kind: 'command' | 'component' | 'modal';
  /** The command as typed, for example `/credits balance`; a context-menu command's name; the custom id for component and modal. */
  name: string;
  /** What is written on what was used: the command as typed, a component's label or placeholder, a modal's title; else `name`. */
  label: string;
  /** The message whose component was used, if any: where "This interaction failed" belongs. */
  messageId: string | null;
  /**
   * `thinking`: acknowledged, the answer comes later (for a command a LOADING message exists). `answered`: a message, an update or a
   * modal came. `didNotRespond`: not acknowledged within 3 s. Each at most once, in this order; nothing follows `didNotRespond`.
   */
  state: 'sent' | 'thinking' | 'answered' | 'didNotRespond';
  at: string;
};

/** The bot opens a modal, on the page where what it answers was started. A newer one replaces an older one. */
export type ModalEvent = {
  type: 'modal';
  modalId: string;
  interactionId: string;
  channelId: string;
  modal: APIModalInteractionResponseCallbackData;
};

/** The set of commands changed: ask again. */
export type CommandsChangedEvent = { type: 'commandsChanged' };

/** The person chose another language, on this page or on another one. */
export type LocaleEvent = { type: 'locale'; locale: string };

/** Whether a bot process is connected to the gateway. Sent after `become` and at each change. */
export type BotPresenceEvent = { type: 'botPresence'; online: boolean };

/**
 * A request that reached the game, for the panel "Behind the scenes"; the stand-in passes on what it's told
 * (`Discord.announceGameRequest`). Which interaction it was made for isn't known. It has no tokens and no texts.
 */
export type GameRequestEvent = {
  type: 'gameRequest';
  /** When it arrived at the game. */
  at: string;
  method: string;
  /** Decoded, for example `character/handlecheck/Vael Ondar`. */
  path: string;
  /** The HTTP status; null when the connection broke off without an answer. */
  status: number | null;
  durationMs: number;
  /** The handle of the character whose token came with it; null for a request without one. */
  onBehalfOf: string | null;
  /** What the game lets that token, or without one that address, still send within the hour; null where it doesn't count. */
  quota: { limit: number; remaining: number } | null;
};

/** Someone broke the game or repaired it. */
export type GameConditionEvent = { type: 'gameCondition'; condition: GameCondition };

export type PageEvent =
  | PeopleEvent
  | MessageCreateEvent
  | MessageUpdateEvent
  | MessageDeleteEvent
  | ChannelEvent
  | InteractionEvent
  | ModalEvent
  | CommandsChangedEvent
  | LocaleEvent
  | BotPresenceEvent
  | GameRequestEvent
  | GameConditionEvent;

/** A frame from the server. */
export type PageFrame = PageReply | PageEvent;
