import type { Links } from '../account/links.ts';
import type { Character, Login } from '../account/login.ts';
import type { Game } from '../game/client.ts';
import type { Scope } from '../game/scopes.ts';
import type { MessageView, ModalView } from '../view/message.ts';
import type { Words } from '../view/words/wordsFor.ts';
import type { Options, Say, Values } from './options.ts';

/** Sends a direct message and gives its address; undefined when the user takes none from this bot. */
export type SendDirectMessage = (userId: string, view: MessageView) => Promise<URL | undefined>;

/** What commands may use beside the game. */
export type Services = { login: Login; links: Links; sendDirectMessage: SendDirectMessage };

/** Makes the custom id of a component that leads to an action of this command and belongs to the person. */
export type IdFor = (action: string, ...args: (string | number)[]) => string;

export type Person = { id: string; name: string; mention: string };

type Needs = readonly Scope[] | undefined;
type Common<N extends Needs> = {
  person: Person;
  /** The linked character; there whenever the command names what it `needs`. */
  me: N extends readonly Scope[] ? Character : undefined;
  game: Game;
  words: Words;
  services: Services;
  idFor: IdFor;
  /** Whether this happens in the direct messages with the bot. */
  isInBotDm: boolean;
};

export type RunContext<O extends Options, N extends Needs> = Common<N> & { options: Values<O> };

/** `args` are those of the custom id, `fields` the inputs of a modal by custom id. */
export type ActionContext<N extends Needs> = Common<N> & { args: string[]; fields: Readonly<Record<string, string>> };

/** Something a slash command does. Errors are thrown; the router turns them into replies. */
export type Executable<O extends Options = Options, N extends Needs = Needs> = {
  description: Say;
  options?: O;
  /** Scopes that must be granted; naming any, even none, asks for a linked character. */
  needs?: N;
  /** `private`, an ephemeral reply, unless it says otherwise. */
  visibility?: 'private' | 'public';
  run: (context: RunContext<O, N>) => Promise<MessageView>;
};

/**
 * What a component or a modal does: `update` changes the message it stands on, `reply` answers beside it, in private;
 * `modal` opens a modal, at once and without any I/O.
 */
export type Action<N extends Needs = Needs> =
  | { answer: 'update' | 'reply'; needs?: N; run: (context: ActionContext<N>) => Promise<MessageView> }
  | { answer: 'modal'; run: (context: { args: string[]; words: Words; idFor: IdFor }) => ModalView };

/** A slash command: with its own `run`, or with subcommands; and the actions of the components that it shows. */
export type Command = {
  name: string;
  description: Say;
  actions?: Readonly<Record<string, Action>>;
} & ({ execute: Executable } | { subcommands: Readonly<Record<string, Executable>> });

type Declaration<O extends Options, N extends Needs> = Executable<O, N> & {
  name: string;
  actions?: Readonly<Record<string, Action>>;
};
type Group = {
  name: string;
  description: Say;
  subcommands: Readonly<Record<string, Executable>>;
  actions?: Readonly<Record<string, Action>>;
};

/** Declares a command that runs by itself. */
export function command<const O extends Options, const N extends Needs = undefined>(
  declaration: Declaration<O, N>,
): Command {
  const { name, actions, ...execute } = declaration;
  return { name, description: execute.description, execute: forget(execute), ...(actions && { actions }) };
}

/** Declares a command of subcommands, each made by {@link subcommand}. */
export function commandGroup(group: Group): Command {
  return group;
}

export function subcommand<const O extends Options, const N extends Needs = undefined>(
  execute: Executable<O, N>,
): Executable {
  return forget(execute);
}

/** Declares an action of a command's components. */
export function action<const N extends Needs = undefined>(declared: Action<N>): Action {
  return declared as unknown as Action;
}

// The router reads the options that were declared and checks the needs that were named before it calls `run`,
// so the precise types hold although the list of commands no longer knows them.
function forget<O extends Options, N extends Needs>(execute: Executable<O, N>): Executable {
  return execute as unknown as Executable;
}
