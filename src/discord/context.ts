import type { Audit } from '../account/audit.ts';
import type { Character, Link, Links } from '../account/links.ts';
import type { Login } from '../account/login.ts';
import type { Game } from '../game/client.ts';
import type { Scope } from '../game/scopes.ts';
import type { QuotaUse } from '../quota/rule.ts';
import type { Store } from '../store/store.ts';
import type { Language, Messages } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { IdFor } from './customId.ts';
import type { Deadline } from './deadline.ts';
import type { DiscordConnection } from './discord.ts';
import type { RequestUsage } from './requestUsage.ts';
import type { Takeover } from './takeover.ts';
import type { Tickets } from './tickets.ts';
import type { Writes } from './writes.ts';

/** What commands may use beside the game. */
export type Services = Pick<DiscordConnection, 'sendDirectMessage' | 'sendToChannel' | 'serverOfChannel'> & {
  login: Login;
  links: Links;
  tickets: Tickets;
  audit: Audit;
  /** Everything that changes the game goes through here. */
  writes: Writes;
  takeover: Pick<Takeover, 'tellUntold' | 'erase'>;
  /** For what a command keeps of its own, in a collection named after it. */
  store: Store;
  /** The state of a request budget, for people to see; of a shared one, for this person (`budgetOf`). */
  quotaOf: (budget: string, person: string) => Promise<QuotaUse>;
  /** The name of a Discord user's budget. */
  budgetOf: (userId: string) => string;
  settings: Settings;
};

export type Settings = {
  /** Credits above which a transfer is confirmed by typing its amount. */
  typedConfirmationAbove: number;
};

/** `name` is what the person chose to be called, `username` is theirs alone; `locale` is that of the person's Discord, e.g. `en-GB`. */
export type Person = { id: string; name: string; username: string; mention: string; locale: string };

/** The server it happens in; `locale` is its language, where Discord says it. */
export type Server = { id: string; mayManage: boolean; locale?: string | undefined };

export type Needs = readonly Scope[] | undefined;

/** What every handler is given. */
export type HandlerContext<N extends Needs, M = object> = {
  person: Person;
  /** The linked character; there whenever the command names what it `needs`. */
  me: N extends readonly Scope[] ? Character : undefined;
  /** As it was when the interaction came; undefined too if it couldn't be read and the command `needs` none. */
  link: Link | undefined;
  game: Game;
  language: Language;
  /** The command's messages in this language. */
  messages: Messages<M>;
  services: Services;
  idFor: IdFor;
  server: Server | undefined;
  /** Whether this happens in the direct messages with the bot. */
  isInBotDm: boolean;
  /** The interaction itself; with its token the answer can be edited for 15 minutes, by any process. Never log the token. */
  interaction: { id: string; token: string; applicationId: string; locale: string };
  /** How long this interaction may take; a write lifts it when its request is about to leave. */
  deadline: Pick<Deadline, 'signal' | 'lift'>;
  /** Tells Discord that the answer follows, where that has not been told; a write does so before all else. */
  defer: () => Promise<unknown>;
  /** What this interaction cost so far. */
  usage: RequestUsage;
  /** Shows a view meanwhile, e.g. how far slow work is; the handler's result replaces it. Never rejects. */
  showProgress: (view: MessageView) => Promise<void>;
  /** Runs `work` once the view that the handler returns was shown; never if it was not. What it throws is only logged. */
  whenShown: (work: () => Promise<void>) => void;
  /** The scopes that this waiting command needs. */
  needsOf: (ticketId: string) => Promise<readonly Scope[]>;
  /** Runs a command by its path with these options, as a modal does that stands in for them: it can wait for a login too. */
  runCommand: (path: string[], values: Record<string, string | number | boolean>) => Promise<MessageView>;
  /** Runs a command that a missing login or permission had stopped; `ticketId` came with its error reply. */
  runAgain: (ticketId: string) => Promise<MessageView>;
};

export type Choice = { name: string; value: string };

/** `typed` is what stands in the option so far, `given` the other text options by name. */
export type AutocompleteContext<M = object> = {
  typed: string;
  given: Readonly<Record<string, string>>;
  person: Person;
  me: Character | undefined;
  game: Game;
  messages: Messages<M>;
  services: Services;
};

/** Suggests up to 25 values. What it throws, and what comes later than Discord waits, is no suggestion. */
export type Autocomplete<M = object> = (context: AutocompleteContext<M>) => Promise<Choice[]>;
