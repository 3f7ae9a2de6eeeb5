import type { MessageView, ModalView } from '../view/message.ts';
import type { Words } from '../view/words/wordsFor.ts';
import type { HandlerContext, Needs } from './context.ts';
import type { IdFor } from './customId.ts';
import type { Options, Say, Values } from './options.ts';
import type { AnyWriteKind } from './writeKind.ts';

export type RunContext<O extends Options, N extends Needs> = HandlerContext<N> & { options: Values<O> };

/** `args` are those of the custom id, `values` what was chosen in a select, `fields` a modal's inputs by custom id. */
export type ActionContext<N extends Needs> = HandlerContext<N> & {
  args: string[];
  values: readonly string[];
  fields: Readonly<Record<string, string>>;
  /** What was chosen in a modal's selects, by custom id. */
  choices: Readonly<Record<string, readonly string[]>>;
};

/** What opens a modal: known at once, for Discord takes a modal only as the first answer. */
export type ModalContext = { words: Words; idFor: IdFor };

/** Something a slash command does. Errors are thrown; the router turns them into replies. */
export type Executable<O extends Options = Options, N extends Needs = Needs> = {
  description: Say;
  options?: O;
  /** Scopes that must be granted; naming any, even none, asks for a linked character. */
  needs?: N;
  /** The kind of write that running it makes, without another confirmation. */
  writes?: AnyWriteKind;
  /** `private`, an ephemeral reply, unless it says otherwise. */
  visibility?: 'private' | 'public' | ((options: Values<O>) => 'private' | 'public');
  /** A modal to open instead of running, for what the options leave out; its custom id leads to an action. */
  modal?: (context: ModalContext & { options: Values<O> }) => ModalView | undefined;
  run: (context: RunContext<O, N>) => Promise<MessageView>;
};

/**
 * What a component or a modal does: `update` changes the message it stands on, `reply` answers beside it, in private;
 * `modal` opens a modal, at once and without any I/O.
 */
export type Action<N extends Needs = Needs> =
  | {
      answer: 'update' | 'reply';
      needs?: N;
      writes?: AnyWriteKind;
      run: (context: ActionContext<N>) => Promise<MessageView>;
    }
  | { answer: 'modal'; run: (context: ModalContext & { args: string[]; values: readonly string[] }) => ModalView };

type Shared = {
  name: string;
  description: Say;
  actions?: Readonly<Record<string, Action>>;
  /** The kinds of writes that its actions make. */
  writes?: readonly AnyWriteKind[];
  /** For members of a server who may manage it, and only there. */
  forManagers?: boolean;
};

/** A slash command: with its own `run`, or with subcommands, or with groups of them; and the actions of its components. */
export type Command = Shared &
  (
    | { execute: Executable }
    | { subcommands: Readonly<Record<string, Executable | SubcommandGroup>> }
    | { userMenu: UserMenu }
  );

export type SubcommandGroup = { description: Say; subcommands: Readonly<Record<string, Executable>> };

/** A command in the menu of a Discord user; `label` is what stands there. */
export type UserMenu<N extends Needs = Needs> = {
  label: Say;
  needs?: N;
  visibility?: 'private';
  modal?: (context: ModalContext & { target: Target }) => ModalView | undefined;
  run: (context: HandlerContext<N> & { target: Target }) => Promise<MessageView>;
};

/** The Discord user whose menu was used. */
export type Target = { id: string; name: string; mention: string };

type Declaration<O extends Options, N extends Needs> = Executable<O, N> & Shared;
type Group = Shared & { subcommands: Readonly<Record<string, Executable | SubcommandGroup>> };

/** Declares a command that runs by itself. */
export function command<const O extends Options, const N extends Needs = undefined>(
  declaration: Declaration<O, N>,
): Command {
  const { name, actions, forManagers, ...execute } = declaration;
  return {
    name,
    description: execute.description,
    execute: forget(execute),
    ...(actions && { actions }),
    ...(forManagers && { forManagers }),
  };
}

/** Declares a command of subcommands, each made by {@link subcommand}, or of groups of them. */
export function commandGroup(group: Group): Command {
  return group;
}

export function subcommand<const O extends Options, const N extends Needs = undefined>(
  execute: Executable<O, N>,
): Executable {
  return forget(execute);
}

/** Declares a command of a Discord user's menu; `name` is only its name in custom ids. */
export function userMenu<const N extends Needs = undefined>(
  declaration: UserMenu<N> & Pick<Shared, 'name' | 'actions'>,
): Command {
  const { name, actions, ...menu } = declaration;
  return { name, description: menu.label, userMenu: menu as unknown as UserMenu, ...(actions && { actions }) };
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
