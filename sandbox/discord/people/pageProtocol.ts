/**
 * The protocol between the chat page and the Discord stand-in.
 *
 * One WebSocket per page, at `/page-api/socket`; every frame is one JSON text. First the server
 * sends the list of people. The page calls `become` before anything else, and again to switch. Each
 * {@link PageCall} gets one {@link PageReply} with its `id`, in any order. {@link PageEvent}s are
 * about what this person can see; the events of "Behind the scenes" go to everyone.
 *
 * Users, messages, components, modals and choices are Discord's API objects (v10); times are ISO
 * 8601; ids are snowflakes. `POST /page-api/uploads?filename=<name>` with a file's bytes returns an
 * {@link Upload}, whose `id` is the value of a file upload or one of `uploadIds`.
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

/** A channel of the server (`text`) or a conversation (`dm`), of two or of a group. */
export type PageChannel = {
  id: string;
  kind: 'text' | 'dm';
  /** Without `#`; a DM of two has the other person's display name. */
  name: string;
  topic: string;
  /** The other person in a DM of two, else null. */
  recipientId: string | null;
  /** Messages of others after the last one read; `read` resets it. */
  unread: number;
  lastMessageId: string | null;
};

/** The translations of a command or an option; `name` is what is sent. */
export type Shown = { displayName?: string; displayDescription?: string };

export type PageCommand = Required<Shown> & {
  id: string;
  /** ChatInput (the composer's `/name`), or the context menu of a User or a Message. */
  type: ApplicationCommandType;
  name: string;
  description: string;
  options: PageOption[];
};

export type PageBasicOption = APIApplicationCommandBasicOption & Shown;

type PageSubcommand = APIApplicationCommandSubcommandOption & Shown & { options?: PageBasicOption[] };

/** An option of a command: a group, a subcommand, or one to be filled. */
export type PageOption =
  | PageBasicOption
  | PageSubcommand
  | (APIApplicationCommandSubcommandGroupOption & Shown & { options?: PageSubcommand[] });

export type Upload = { id: string; filename: string; size: number; url: string };

/**
 * `losingAnswers` does each write but cuts the connection before the response. `ownLimit`: no token
 * has requests left. `sharedLimit`: no requests are left without a token.
 */
export type GameCondition = 'working' | 'down' | 'slow' | 'losingAnswers' | 'ownLimit' | 'sharedLimit';

export type Welcome = {
  person: PagePerson;
  server: { name: string };
  bot: PageMember;
  members: PageMember[];
  channels: PageChannel[];
  /** False if the bot may not write to this person (Discord's privacy setting for the server). */
  dmsOpen: boolean;
  /** The person's Discord language, for example `en-US`. */
  locale: string;
  /** Null if this world has no switch that breaks the game. */
  gameCondition: GameCondition | null;
};

/** `subcommand` is `[]`, `['balance']` or `['group', 'sub']`. */
export type CommandInput = {
  channelId: string;
  commandId: string;
  subcommand: string[];
  options: Record<string, string | number | boolean>;
};

/** Every call: its `params` and the `result` of its reply. */
export type PageCalls = {
  /** Switches to this person. Events follow from now on. */
  become: { params: { personId: string }; result: Welcome };
  /** The newest messages, or the newest before one, oldest first, at most `limit` (default 50). */
  history: {
    params: { channelId: string; before?: string; limit?: number };
    result: { messages: APIMessage[]; hasMore: boolean };
  };
  read: { params: { channelId: string }; result: null };
  openDm: { params: { userId: string }; result: PageChannel };
  setDmsOpen: { params: { open: boolean }; result: null };
  /** `locale` and `commandsChanged` follow on all of the person's pages. */
  setLocale: { params: { locale: Locale }; result: null };
  /** Commands usable in that channel. Ask again after `commandsChanged`. */
  commands: { params: { channelId: string }; result: PageCommand[] };
  /** Runs a slash command; `interaction` events follow, then `message…` or `modal`. */
  run: { params: CommandInput; result: InteractionStarted };
  /** `focused` is the option's name; its text so far is in `options`. */
  autocomplete: {
    params: CommandInput & { focused: string };
    result: { choices: APIApplicationCommandOptionChoice[] };
  };
  runOn: { params: { channelId: string; commandId: string; targetId: string }; result: InteractionStarted };
  press: { params: { channelId: string; messageId: string; customId: string }; result: InteractionStarted };
  select: {
    params: { channelId: string; messageId: string; customId: string; values: string[] };
    result: InteractionStarted;
  };
  submitModal: { params: { modalId: string; fields: Record<string, ModalValue> }; result: InteractionStarted };
  closeModal: { params: { modalId: string }; result: null };
  send: {
    params: { channelId: string; content: string; uploadIds?: string[] };
    result: APIMessage;
  };
  /** "Dismiss message" under an ephemeral message: hidden for this person, unknown to the bot. */
  dismiss: { params: { channelId: string; messageId: string }; result: null };
  /** Breaks the game or repairs it, for everyone; `gameCondition` follows on every page. */
  setGameCondition: { params: { condition: GameCondition }; result: null };
  /** Ends the bot in the middle of everything and starts it again; replies when it's back. */
  restartBot: { params: object; result: null };
};

/** A text, a select's values, or the ids of a file upload. The page also has other kinds. */
export type ModalValue = string | string[] | boolean | null;

/** The interaction was sent; `interaction` events with this id report its progress. */
export type InteractionStarted = { interactionId: string };

export type PageCallName = keyof PageCalls;

export type PageCall = {
  [Name in PageCallName]: { id: number; call: Name; params: PageCalls[Name]['params'] };
}[PageCallName];

/** Why a call failed: a stable code and a sentence to show. */
export type PageProblem = {
  /**
   * `not_chosen`: no person yet. `not_found`: doesn't exist for this person. `not_allowed`:
   * disabled or not theirs. `invalid_option`: `field` names the option or component.
   * `did_not_respond`: an autocomplete wasn't answered in time.
   */
  code: 'not_chosen' | 'bad_call' | 'not_found' | 'not_allowed' | 'invalid_option' | 'did_not_respond';
  message: string;
  field?: string;
};

export type PageReply =
  | { type: 'reply'; id: number; ok: true; result: PageCalls[PageCallName]['result'] }
  | { type: 'reply'; id: number; ok: false; problem: PageProblem };

/** The state of an interaction. Everyone gets everyone's: `userId` says who started it. */
export type InteractionEvent = {
  type: 'interaction';
  interactionId: string;
  userId: string;
  channelId: string;
  kind: 'command' | 'component' | 'modal';
  /** The command as typed, `/credits balance`; a menu command's name; else the custom id. */
  name: string;
  /** The label of the component that was used, otherwise `name`. */
  label: string;
  /** The message with the component that was used, which shows "This interaction failed". */
  messageId: string | null;
  /**
   * `thinking`: the response comes later. `answered`: a message, an update or a modal came. Each at
   * most once, in this order; nothing follows `didNotRespond`.
   */
  state: 'sent' | 'thinking' | 'answered' | 'didNotRespond';
  at: string;
};

/** Sent only to the page that asked. A newer modal replaces an older one. */
export type ModalEvent = {
  type: 'modal';
  modalId: string;
  interactionId: string;
  channelId: string;
  modal: APIModalInteractionResponseCallbackData;
};

/** A request that reached the game, without tokens and texts. */
export type GameRequestEvent = {
  type: 'gameRequest';
  at: string;
  method: string;
  /** Decoded, for example `character/handlecheck/Vael Ondar`. */
  path: string;
  /** The HTTP status; null if the connection ended without a response. */
  status: number | null;
  durationMs: number;
  /** The handle of the token's character; null for a request without a token. */
  onBehalfOf: string | null;
  /** The quota of that token or, without one, that address; null if the game doesn't count. */
  quota: { limit: number; remaining: number } | null;
};

export type PageEvent =
  /** Sent once, on connection: the list of people. */
  | { type: 'people'; people: PagePerson[] }
  | { type: 'messageCreate' | 'messageUpdate'; channelId: string; message: APIMessage }
  /** Deleted by the bot, or a dismissed ephemeral message. */
  | { type: 'messageDelete'; channelId: string; messageId: string }
  | { type: 'channel'; channel: PageChannel }
  | InteractionEvent
  | ModalEvent
  | { type: 'commandsChanged' }
  | { type: 'locale'; locale: string }
  /** The bot's connection state. Sent after `become` and at each change. */
  | { type: 'botPresence'; online: boolean }
  | GameRequestEvent
  | { type: 'gameCondition'; condition: GameCondition };

export type PageFrame = PageReply | PageEvent;
