/**
 * What the chat page and the Discord stand-in say to each other. Types only: the page imports them with `import type`.
 *
 * One WebSocket per page, at `/page-api/socket` of the server that served the page; every frame is one JSON text.
 *
 * - On connection the server sends {@link PeopleEvent}. The page calls `become` with one of them; every other call before that
 *   is refused. Two people side by side are two sockets. `become` may be called again to be somebody else.
 * - The page sends {@link PageCall}s. Each has an `id` (any number not in use on this socket) and gets exactly one
 *   {@link PageReply} with the same `id`, in any order: an answer that came too late (autocomplete) is dropped by its id.
 * - The server sends {@link PageEvent}s about what this person can see: an ephemeral message reaches its own user only. What the
 *   panel "Behind the scenes" shows goes to everyone: interactions of all people, requests to the game, the game's condition.
 *
 * Users, messages, components, modals and choices are Discord's API objects as they stand (discord-api-types, v10); times are
 * ISO 8601 strings as in that API; ids are snowflake strings. Addresses of pictures and attachments are absolute URLs of the
 * stand-in's CDN. A link button is opened by the page itself: no call.
 *
 * HTTP: `POST /page-api/uploads?filename=<name>`, body: the file's bytes with its content type, answers {@link Upload}. Its
 * `id` is the value of an attachment option, of a file-upload component in a modal, and an entry of `send`'s `uploadIds`.
 */
import type {
  APIApplicationCommandBasicOption,
  APIApplicationCommandOptionChoice,
  APIApplicationCommandSubcommandGroupOption,
  APIApplicationCommandSubcommandOption,
  APIMessage,
  APIModalInteractionResponseCallbackData,
  APIUser,
  ApplicationCommandType,
  Locale,
} from 'discord-api-types/v10';

/** Someone one can be on the page. */
export interface PagePerson {
  id: string;
  username: string;
  displayName: string;
  avatarUrl: string | null;
  /** One line, for example "a faction officer". */
  role: string;
}

/** Anyone who can be seen, mentioned or chosen in a user select: the people and the bot. */
export interface PageMember extends PagePerson {
  bot: boolean;
}

/** A channel of the server (`text`) or a conversation (`dm`), of two or of a group, as this person sees it. */
export interface PageChannel {
  id: string;
  kind: 'text' | 'dm';
  /** Without `#`; the other's display name for a DM of two. */
  name: string;
  /** One line under the name, or an empty string. */
  topic: string;
  /** DM of two only: who is at the other end. */
  recipientId: string | null;
  /** Messages of others after the last one read; `read` resets it. */
  unread: number;
  /** For ordering DMs; null while there is no message. */
  lastMessageId: string | null;
}

/** A role of the server, for role mentions and role selects. */
export interface PageRole {
  id: string;
  name: string;
  /** 0xRRGGBB; 0 is no color. */
  color: number;
}

/** A registered command that can be used where it was asked for. */
export interface PageCommand {
  id: string;
  /** ChatInput (the composer's `/name`), User (a user's context menu) or Message (a message's context menu). */
  type: ApplicationCommandType;
  name: string;
  description: string;
  /** In the person's language where the command has it; `name` is what is sent, `displayName` what is shown. */
  displayName: string;
  displayDescription: string;
  /** As registered: subcommands, required, choices, min/max, autocomplete. */
  options: PageOption[];
  applicationId: string;
}

/** How an option is shown in the person's language. Where this is missing, `name` and `description` are shown; what is sent is always `name`. */
export interface Shown {
  displayName?: string;
  displayDescription?: string;
}

/** An option to be filled. Its choices have their names in the person's language already: only their values are sent. */
export type PageBasicOption = APIApplicationCommandBasicOption & Shown;

type PageSubcommand = APIApplicationCommandSubcommandOption & Shown & { options?: PageBasicOption[] };

/** An option of a command: a group, a subcommand, or one to be filled. */
export type PageOption =
  | PageBasicOption
  | PageSubcommand
  | (APIApplicationCommandSubcommandGroupOption & Shown & { options?: PageSubcommand[] });

/** A file that was uploaded and can now be referred to. */
export interface Upload {
  id: string;
  filename: string;
  size: number;
  url: string;
}

/**
 * How the game behaves: `down` refuses everything, `slow` takes seconds for every answer, `losingAnswers` does what a write asks for
 * and cuts the connection before the answer.
 */
export type GameCondition = 'working' | 'down' | 'slow' | 'losingAnswers';

/** All there is to draw the first screen. */
export interface Welcome {
  person: PagePerson;
  server: { id: string; name: string; iconUrl: string | null };
  bot: PageMember;
  members: PageMember[];
  roles: PageRole[];
  channels: PageChannel[];
  /** Whether the bot may write to this person (Discord's privacy setting for the server). */
  dmsOpen: boolean;
  /** The person's Discord language, for example `en-US`. */
  locale: string;
  /** Largest upload, in bytes. */
  attachmentSizeLimit: number;
  /** The server's clock, for relative times. */
  now: string;
  /** Null: this world has no switch that breaks the game. */
  gameCondition: GameCondition | null;
}

/** A chosen command: the subcommand's path (`[]`, `['balance']` or `['group', 'sub']`) and the options by name. Users, channels, roles and attachments by id. */
export interface CommandInput {
  channelId: string;
  commandId: string;
  subcommand: string[];
  options: Record<string, string | number | boolean>;
}

/** Every call: what goes in `params` and what comes back in the reply's `result`. */
export interface PageCalls {
  /** Be this person. Events follow from now on. */
  become: { params: { personId: string }; result: Welcome };
  /** The newest messages older than `before` (or the newest), oldest first, at most `limit` (default 50, most 100). */
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
  /** Chooses the person's Discord language. It is kept until the stand-in ends; `locale` and `commandsChanged` follow on all of the person's pages. */
  setLocale: { params: { locale: Locale }; result: null };
  /** Commands usable in that channel. Ask again after `commandsChanged`. */
  commands: { params: { channelId: string }; result: PageCommand[] };
  /** Runs a slash command. The answer comes as events: `interaction`, then `message…` or `modal`. */
  run: { params: CommandInput; result: InteractionStarted };
  /** Asks for choices while one types. `focused` is the option's name; its text so far is in `options`. The names come in the person's language. */
  autocomplete: {
    params: CommandInput & { focused: string };
    result: { choices: APIApplicationCommandOptionChoice[] };
  };
  /** A context-menu command on a user or on a message. */
  runOn: { params: { channelId: string; commandId: string; targetId: string }; result: InteractionStarted };
  /** Presses a button (not a link button). */
  press: { params: { channelId: string; messageId: string; customId: string }; result: InteractionStarted };
  /** Chooses in any select: option values for a string select, else ids. */
  select: {
    params: { channelId: string; messageId: string; customId: string; values: string[] };
    result: InteractionStarted;
  };
  /** Sends an open modal's fields, by custom id. */
  submitModal: { params: { modalId: string; fields: Record<string, ModalValue> }; result: InteractionStarted };
  /** Closes a modal without sending; the bot is not told, as on Discord. */
  closeModal: { params: { modalId: string }; result: null };
  /** A plain message. */
  send: {
    params: {
      channelId: string;
      content: string;
      replyToId?: string;
      uploadIds?: string[];
    };
    result: APIMessage;
  };
  /** "Dismiss message" under an ephemeral message: gone for this person; the bot is not told. */
  dismiss: { params: { channelId: string; messageId: string }; result: null };
  /** This person is typing (the server shows it to others for 10 s). */
  typing: { params: { channelId: string }; result: null };
  /** Breaks the game or repairs it, for everyone; `gameCondition` follows on every page. */
  setGameCondition: { params: { condition: GameCondition }; result: null };
}

/**
 * A modal field's value: text input: its text; selects, checkbox group and file upload: values or ids; radio group: the value,
 * or null for none; checkbox: true or false.
 */
export type ModalValue = string | string[] | boolean | null;

/** The interaction is on its way; what becomes of it comes as `interaction` events with this id. */
export interface InteractionStarted {
  interactionId: string;
}

export type PageCallName = keyof PageCalls;

/** A frame from the page. */
export type PageCall = {
  [Name in PageCallName]: { id: number; call: Name; params: PageCalls[Name]['params'] };
}[PageCallName];

/** Why a call failed: a stable code and a sentence to show. */
export interface PageProblem {
  /**
   * `not_chosen`: no person yet. `bad_call`: not understood. `not_found`: no such channel, message, command or component for this
   * person. `not_allowed`: there, but disabled or not theirs. `invalid_option`: what the client must refuse, `field` names the
   * option or component. `did_not_respond`: the bot did not answer in time (autocomplete). `too_large`: an upload over the limit.
   */
  code: 'not_chosen' | 'bad_call' | 'not_found' | 'not_allowed' | 'invalid_option' | 'did_not_respond' | 'too_large';
  message: string;
  field?: string;
}

/** The answer to one call. */
export type PageReply =
  | { type: 'reply'; id: number; ok: true; result: PageCalls[PageCallName]['result'] }
  | { type: 'reply'; id: number; ok: false; problem: PageProblem };

/** Sent once, on connection: whom one can be. */
export interface PeopleEvent {
  type: 'people';
  people: PagePerson[];
}

/** A message appeared, whole. One with the LOADING flag (1 << 7) is the bot's "thinking…"; EPHEMERAL (1 << 6) is "only you can see this". */
export interface MessageCreateEvent {
  type: 'messageCreate';
  channelId: string;
  message: APIMessage;
}

/** A message changed; `message` is the whole message as it is now. */
export interface MessageUpdateEvent {
  type: 'messageUpdate';
  channelId: string;
  message: APIMessage;
}

/** A message is gone: deleted by the bot, or a dismissed ephemeral one. */
export interface MessageDeleteEvent {
  type: 'messageDelete';
  channelId: string;
  messageId: string;
}

/** A channel of the list appeared or changed (unread, last message). */
export interface ChannelEvent {
  type: 'channel';
  channel: PageChannel;
}

/** What became of an interaction. Everyone hears of everyone's: `userId` says who started it. */
export interface InteractionEvent {
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
   * `sent`: on its way. `thinking`: acknowledged, the answer comes later (for a command a LOADING message exists). `answered`: done (a
   * message, an update or a modal came). `didNotRespond`: not acknowledged within 3 s. Each at most once, in this order;
   * after `didNotRespond` nothing follows.
   */
  state: 'sent' | 'thinking' | 'answered' | 'didNotRespond';
  at: string;
}

/** The bot opens a modal, on the page where what it answers was begun. A newer one replaces an older one. */
export interface ModalEvent {
  type: 'modal';
  modalId: string;
  interactionId: string;
  channelId: string;
  /** Title, custom id, and labels, text displays or action rows inside. */
  modal: APIModalInteractionResponseCallbackData;
}

/** Somebody types. It ends after 10 s or with their next message. */
export interface TypingEvent {
  type: 'typing';
  channelId: string;
  user: APIUser;
  at: string;
}

/** The set of commands changed: ask again. */
export interface CommandsChangedEvent {
  type: 'commandsChanged';
}

/** The person chose another language, on this page or on another one of theirs. */
export interface LocaleEvent {
  type: 'locale';
  locale: string;
}

/** Something to tell the person in a corner of the page. */
export interface ToastEvent {
  type: 'toast';
  level: 'info' | 'error';
  text: string;
}

/** Whether a bot process is connected to the gateway. Sent after `become` and at each change. */
export interface BotPresenceEvent {
  type: 'botPresence';
  online: boolean;
}

/**
 * A request that reached the game, for the panel "Behind the scenes". The stand-in knows nothing of the game: it passes on what it is
 * told (`Discord.announceGameRequest`), to everybody, since all of the world is on one machine. Which interaction it was made for is not
 * known. There are no tokens and no texts in it. Only what happens while a page is open is sent.
 */
export interface GameRequestEvent {
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
  /** What the game lets that token, or without one that address, still send within the hour; null where it does not count. */
  quota: { limit: number; remaining: number } | null;
}

/** Someone broke the game or repaired it. */
export interface GameConditionEvent {
  type: 'gameCondition';
  condition: GameCondition;
}

export type PageEvent =
  | PeopleEvent
  | MessageCreateEvent
  | MessageUpdateEvent
  | MessageDeleteEvent
  | ChannelEvent
  | InteractionEvent
  | ModalEvent
  | TypingEvent
  | CommandsChangedEvent
  | LocaleEvent
  | ToastEvent
  | BotPresenceEvent
  | GameRequestEvent
  | GameConditionEvent;

/** A frame from the server. */
export type PageFrame = PageReply | PageEvent;
