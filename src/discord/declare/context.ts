import { z } from 'zod';
import type { Audit } from '../../account/audit.ts';
import type { Character, Link, Links } from '../../account/links.ts';
import type { Login } from '../../account/login.ts';
import type { Keeping } from '../../account/sealedStore.ts';
import type { Maps } from '../../charts/render.ts';
import type { GalaxyReader } from '../../galaxy/galaxy.ts';
import type { Game } from '../../game/client.ts';
import type { FinalCheck } from '../../game/request/call.ts';
import { ALL_SCOPES, type Scope } from '../../game/scopes.ts';
import type { Location } from '../../game/wire/records.ts';
import type { QuotaUse } from '../../quota/rule.ts';
import type { Cached } from '../../store/cached.ts';
import type { KitTexts } from '../../view/en.ts';
import type { Language } from '../../view/languages.ts';
import type { MessageView } from '../../view/message.ts';
import type { Writes } from '../../writes/immediate.ts';
import type { Confirmed } from '../../writes/kind.ts';
import type { Notifier } from '../../writes/notify.ts';
import type { Presses } from '../../writes/presses.ts';
import type { Tickets } from '../../writes/tickets.ts';
import type { DiscordConnection } from '../connection/discord.ts';

export type Services = Pick<
  DiscordConnection,
  'sendDirectMessage' | 'editMessage' | 'sendToChannel' | 'serverOfChannel' | 'readFile'
> & {
  kept: Keeping['kept'];
  now: Keeping['now'];
  login: Login;
  links: Links;
  tickets: Tickets;
  audit: Audit;
  /** Every change to the game goes through here. */
  writes: Writes;
  batches: Presses;
  changes: { exportOf(personId: string): Promise<Record<string, unknown>>; erase(personId: string): Promise<void> };
  notifier: Pick<Notifier, 'findUndelivered'>;
  cached: Cached;
  /** A budget's use; for a shared one, this person's (`budgetOf`). */
  quotaOf: (budget: string, person: string) => Promise<QuotaUse>;
  budgetOf: (userId: string) => string;
  /** This process's copy of the galaxy; empty before the first walk. */
  galaxy: Pick<GalaxyReader, 'now'>;
  maps: Pick<Maps, 'render'>;
  /** Recent locations of characters. Private, so only in memory. */
  locations: Map<string, { until: number; location: Promise<Location | undefined> }>;
  settings: Settings;
};

export type Settings = {
  /** Above this many credits, people confirm a transfer by typing its amount. */
  typedConfirmationAbove: number;
};

/** `name`: the display name; `username` is unique. `locale`: their Discord's, e.g. `en-GB`.
 * `since`: the start of their interaction (ms). */
export type Person = { id: string; name: string; username: string; mention: string; locale: string; since: number };

/** The server of the interaction; `locale` is its language, if Discord sends it. */
export type Server = { id: string; mayManage: boolean; locale?: string | undefined };

export type Needs = readonly Scope[] | undefined;

/** A file uploaded to Discord. All of it is untrusted. */
export type GivenFile = { name: string; url: string; bytes: number };

/** A select's choices, or a form's texts and files by custom id. */
export type Input = {
  values: readonly string[];
  fields: Readonly<Record<string, string>>;
  files: Readonly<Record<string, readonly GivenFile[]>>;
};
export type Press = Input & { customId: string };

/** A slash command with its options, or a press, to run again. `writeId`: the id of its write in
 * every try, so that it's sent once. `scopes`: those it turned out to need. `shown`: a form's text
 * in place of an option's value, such as a handle for a UID. */
export const run = z.object({
  press: z.custom<Press>().optional(),
  path: z.array(z.string()),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  writeId: z.string().optional(),
  scopes: z.array(z.enum(ALL_SCOPES)).optional(),
  isAsked: z.boolean().optional(),
  shown: z.object({ option: z.string(), text: z.string() }).optional(),
});
export type Run = z.output<typeof run>;

/** The budgets that an interaction used, and how many responses came from the cache. */
export type RequestUsage = { budgets: Set<string>; cached: number };

export type HandlerContext<N extends Needs, M = KitTexts> = {
  person: Person;
  /** The linked character; always set if the command declares `needs`. */
  me: N extends readonly Scope[] ? Character : undefined;
  /** The link; also undefined if it's unreadable and the command has no `needs`. */
  link: Link | undefined;
  isLinkUnknown: boolean;
  game: Game;
  /** The game, for one write. Only `services.writes` uses it. */
  gameWith: (finalCheck: FinalCheck) => Game;
  language: Language;
  texts: M;
  services: Services;
  server: Server | undefined;
  /** True if the person can read this channel: the interaction's, or one given as an option. */
  maySee: (channelId: string) => boolean;
  isInBotDm: boolean;
  isPrivate: boolean;
  /** Any process can edit the response with the token for 15 minutes. Never log the token. */
  interaction: { id: string; token: string; applicationId: string; locale: string };
  /** The interaction's time limit; a write lifts it just before it's sent,
   * and so do many readings (`isWriting` false). */
  deadline: { signal: AbortSignal; lift(isWriting?: boolean): void };
  /** Tells Discord, once, that the response follows; a write does this first. */
  defer: () => Promise<unknown>;
  usage: RequestUsage;
  /** Shows the progress of slow work; the handler's result replaces it. Never rejects. */
  showProgress: (view: MessageView) => Promise<void>;
  /** Runs `work` only after the handler's view was shown. Errors are only logged. */
  afterReply: (work: () => Promise<void>) => void;
  /** The scopes that a waiting command needs; none without a ticket. */
  needsOf: (ticketId: string | undefined) => Promise<readonly Scope[]>;
  /** The confirmation of a repeated write. */
  confirmed?: Confirmed | undefined;
  /** Set if the person agreed to many requests. */
  isAsked?: boolean | undefined;
  /** Runs a command by path, e.g. after its modal. The command can wait for a login too. */
  runCommand: (path: string[], values: Run['values'], confirmed?: Confirmed) => Promise<MessageView>;
  /** Runs a failed command, once; `ticketId` is from its error. Empty texts leave options out. */
  runAgain: (ticketId: string, corrected?: Run['values']) => Promise<MessageView>;
};

/** `name`: shown instead of the value. A client may send either. */
export type Choice = { name?: string; value: string };

/** `typed` is the option's text so far, `given` holds the other text options by name. */
export type AutocompleteContext<M = KitTexts> = {
  typed: string;
  given: Readonly<Record<string, string>>;
  person: Person;
  link: Link | undefined;
  me: Character | undefined;
  game: Game;
  texts: M;
  services: Services;
};

/** Suggests up to 25 values. Errors and timeouts give no suggestions. */
export type Autocomplete<M = KitTexts> = (context: AutocompleteContext<M>) => Promise<Choice[]>;
