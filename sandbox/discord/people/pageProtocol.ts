/**
 * What the chat page and the Discord stand-in say to each other.
 *
 * One WebSocket per page, at `/page-api/socket`; every frame is one JSON text. First the server
 * sends whom one can be. The page calls `become` before anything else, and again to switch. Each
 * {@link PageCall} gets one {@link PageReply} with its `id`, in any order. {@link PageEvent}s are
 * about what this person can see; what "Behind the scenes" shows goes to everyone.
 *
 * Users, messages, components, modals and choices are Discord's API objects (v10); times are ISO
 * 8601; ids are snowflakes. `POST /page-api/uploads?filename=<name>` with a file's bytes answers
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
  /** Without `#`; the other's display name for a DM of two. */
  name: string;
  topic: string;
  /** DM of two only: who is at the other end. */
  recipientId: string | null;
  /** Messages of others after the last one read; `read` resets it. */
  unread: number;
  lastMessageId: string | null;
};

/** How a command or an option is shown in the person's language; `name` is what is sent. */
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

/** `losingAnswers` does what a write asks for and cuts the connection before the answer. `ownLimit`: no
 * token has requests left; `sharedLimit`: the address that all share has none for requests without one. */
export type GameCondition = 'working' | 'down' | 'slow' | 'losingAnswers' | 'ownLimit' | 'sharedLimit';

export type Welcome = {
  person: PagePerson;
  server: { name: string };
  bot: PageMember;
  members: PageMember[];
  channels: PageChannel[];
  /** Whether the bot may write to this person (Discord's privacy setting for the server). */
  dmsOpen: boolean;
  /** The person's Discord language, for example `en-US`. */
  locale: string;
  /** Null: this world has no switch that breaks the game. */
  gameCondition: GameCondition | null;
};

/** `subcommand` is `[]`, `['balance']` or `['group', 'sub']`. */
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
  /** "Dismiss message" under an ephemeral message: gone for this person; the bot is not told. */
  dismiss: { params: { channelId: string; messageId: string }; result: null };
  /** Breaks the game or repairs it, for everyone; `gameCondition` follows on every page. */
  setGameCondition: { params: { condition: GameCondition }; result: null };
  /** Ends the bot in the middle of everything and starts it again; replies when it's back. */
  restartBot: { params: object; result: null };
};

/** A text; values of a select, ids of a file upload. The page also has other kinds. */
export type ModalValue = string | string[] | boolean | null;

/** The interaction is on its way; what becomes of it comes as `interaction` events with this id. */
export type InteractionStarted = { interactionId: string };

export type PageCallName = keyof PageCalls;

export type PageCall = {
  [Name in PageCallName]: { id: number; call: Name; params: PageCalls[Name]['params'] };
}[PageCallName];

/** Why a call failed: a stable code and a sentence to show. */
export type PageProblem = {
  /**
   * `not_chosen`: no person yet. `not_found`: not there for this person. `not_allowed`: there, but
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

/** What became of an interaction. Everyone hears of everyone's: `userId` says who started it. */
export type InteractionEvent = {
  type: 'interaction';
  interactionId: string;
  userId: string;
  channelId: string;
  kind: 'command' | 'component' | 'modal';
  /** The command as typed, `/credits balance`; a menu command's name; else the custom id. */
  name: string;
  /** What is written on what was used; else `name`. */
  label: string;
  /** The message whose component was used, if any: where "This interaction failed" belongs. */
  messageId: string | null;
  /**
   * `thinking`: the answer comes later. `answered`: a message, an update or a modal came. Each at
   * most once, in this order; nothing follows `didNotRespond`.
   */
  state: 'sent' | 'thinking' | 'answered' | 'didNotRespond';
  at: string;
};

/** Only on the page where it was asked for. A newer modal replaces an older one. */
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
  /** The HTTP status; null when the connection broke off without an answer. */
  status: number | null;
  durationMs: number;
  /** The handle of the character whose token came with it; null for a request without one. */
  onBehalfOf: string | null;
  /** Of that token or, without one, that address; null where the game doesn't count. */
  quota: { limit: number; remaining: number } | null;
};

export type PageEvent =
  /** Once, on connection: whom one can be. */
  | { type: 'people'; people: PagePerson[] }
  | { type: 'messageCreate' | 'messageUpdate'; channelId: string; message: APIMessage }
  /** Deleted by the bot, or a dismissed ephemeral message. */
  | { type: 'messageDelete'; channelId: string; messageId: string }
  | { type: 'channel'; channel: PageChannel }
  | InteractionEvent
  | ModalEvent
  | { type: 'commandsChanged' }
  | { type: 'locale'; locale: string }
  /** Whether the bot is connected. Sent after `become` and at each change. */
  | { type: 'botPresence'; online: boolean }
  | GameRequestEvent
  | { type: 'gameCondition'; condition: GameCondition };

export type PageFrame = PageReply | PageEvent;
