import type { Scope } from '../../game/scopes.ts';
import type { Args, ArgValues, GivenArgs, IdFor } from '../../view/customId.ts';
import type { Messages, Translations } from '../../view/language.ts';
import type { MessageView, ModalView } from '../../view/message.ts';
import { jumpModal, type PageIds, readPage } from '../../view/pager.ts';
import type { AnyWriteKind } from '../../writes/kind.ts';
import type { HandlerContext, Needs } from './context.ts';
import type { LocalizedText, Options, Values } from './options.ts';

export type RunContext<M, O extends Options<never>, N extends Needs> = HandlerContext<N, M> & {
  options: Values<O>;
};

/** `values`: what was chosen in a select. `fields`: a modal's texts, by custom id. */
export type ActionContext<M, N extends Needs, A extends Args = Args> = HandlerContext<N, M> & {
  args: ArgValues<A>;
  values: readonly string[];
  fields: Readonly<Record<string, string>>;
  /** The choices in a modal's selects, by custom id. */
  choices: Readonly<Record<string, readonly string[]>>;
};

/** What a modal is made of. No I/O: Discord accepts a modal only as the first response. */
export type ModalContext<M> = { messages: Messages<M>; idFor: IdFor };

/** What a slash command does. The router turns thrown errors into replies. */
export type Executable<M = object, O extends Options<M> = Options<M>, N extends Needs = Needs> = {
  description: LocalizedText<M>;
  options?: O;
  /** Scopes that must be granted; an empty list still needs a linked character. */
  needs?: N;
  /** The kind of write that it makes without another confirmation. */
  writes?: AnyWriteKind;
  /** `private` (ephemeral) by default. */
  visibility?: 'private' | 'public' | ((options: Values<O>) => 'private' | 'public');
  /** A modal to open first if options are missing; its custom id calls an action. */
  modal?: (context: ModalContext<M> & { options: Values<O> }) => ModalView | undefined;
  run: (context: RunContext<M, O, N>) => Promise<MessageView>;
};

export type SubcommandGroup<M = object> = {
  description: LocalizedText<M>;
  subcommands: Readonly<Record<string, Executable<M>>>;
};

/** What a component or a modal does: `update` changes its message, `reply` sends a private reply,
 * `modal` opens a modal without any I/O. `args` declares the arguments in its custom id. */
export type Action<M = object, N extends Needs = Needs, A extends Args = Args> = { args?: A } & (
  | {
      answer: 'update' | 'reply';
      needs?: N;
      /** The kind of write that it makes. */
      writes?: AnyWriteKind;
      /** The id of the write, if this confirms one. Without it, there was no confirmation before. */
      confirms?: (args: ArgValues<A>) => string;
      run: (context: ActionContext<M, N, A>) => Promise<MessageView>;
    }
  | {
      answer: 'modal';
      run: (context: ModalContext<M> & { args: ArgValues<A>; values: readonly string[] }) => ModalView;
    }
);

type NoArgs = Readonly<Record<never, 'text'>>;

type Actions<M> = Readonly<Record<string, Action<M>>>;

/** An entry in a Discord user's menu; `label` is its name there. */
export type UserMenu<M = object, N extends Needs = Needs> = {
  label: LocalizedText<M>;
  needs?: N;
  modal?: (context: ModalContext<M> & { target: Target }) => ModalView | undefined;
  run: (context: HandlerContext<N, M> & { target: Target }) => Promise<MessageView>;
};

/** The Discord user whose menu was used. */
export type Target = { id: string; name: string; mention: string };

type Shared<M> = {
  name: string;
  actions?: Actions<M>;
  /** The kinds of writes that its actions make. */
  writes?: readonly AnyWriteKind[];
  /** Whether it also runs while the store is unavailable. */
  needsNoStore?: true;
  /** Only in servers, for members with Manage Server. */
  forManagers?: boolean;
};

type Group<M> = Shared<M> & {
  description: LocalizedText<M>;
  subcommands: Readonly<Record<string, Executable<M> | SubcommandGroup<M>>>;
};

/** A slash command, with or without subcommands, or an entry in a user's menu. */
export type Command = Shared<object> & {
  messages: Translations;
} & (
    | { description: LocalizedText<object>; execute: Executable }
    | { description: LocalizedText<object>; subcommands: Group<object>['subcommands'] }
    | { userMenu: UserMenu }
  );

/** Declares commands with these messages; handlers get them in the person's language. */
export function commandsIn<M extends object>(messages: Translations<M>) {
  type Update<N extends Needs, A extends Args> = Omit<Extract<Action<M, N, A>, { needs?: unknown }>, 'answer'>;
  type Modal<A extends Args> = Omit<Extract<Action<M, undefined, A>, { answer: 'modal' }>, 'answer'>;
  return {
    /** A command without subcommands. */
    command<const O extends Options<M>, const N extends Needs = undefined>(
      declaration: Executable<M, O, N> & Shared<M>,
    ): Command {
      const { name, actions, writes, forManagers, needsNoStore, ...execute } = declaration;
      const { description } = execute;
      return eraseTypes({ name, messages, description, execute, actions, writes, forManagers, needsNoStore });
    },

    /** A command with subcommands or groups of them. */
    group: (group: Group<M>): Command => eraseTypes({ ...group, messages }),

    subcommand: <const O extends Options<M>, const N extends Needs = undefined>(
      execute: Executable<M, O, N>,
    ): Executable<M> => eraseTypes(execute),

    /** An entry in a Discord user's menu; `name` is only used in custom ids. */
    userMenu<const N extends Needs = undefined>(
      declaration: UserMenu<M, N> & Pick<Shared<M>, 'name' | 'actions'>,
    ): Command {
      const { name, actions, ...menu } = declaration;
      return eraseTypes({ name, messages, userMenu: menu, actions });
    },

    /** An action that changes its component's message. */
    update: <const A extends Args = NoArgs, const N extends Needs = undefined>(declared: Update<N, A>): Action<M> =>
      eraseTypes({ ...declared, answer: 'update' }),

    /** An action that replies in private. */
    reply: <const A extends Args = NoArgs, const N extends Needs = undefined>(declared: Update<N, A>): Action<M> =>
      eraseTypes({ ...declared, answer: 'reply' }),

    /** An action that looks up a write's outcome again. Its custom id has the write's `id`. */
    recheck: (kind: AnyWriteKind, needs: readonly Scope[]): Action<M> =>
      eraseTypes({
        answer: 'update',
        needs,
        args: { id: 'text' },
        run: (context: ActionContext<M, typeof needs, { id: 'text' }>) =>
          context.services.writes.lookAgain(context, kind, context.args.id),
      }),

    /** An action that opens a modal. */
    modal: <const A extends Args = NoArgs>(declared: Modal<A>): Action<M> =>
      eraseTypes({ ...declared, answer: 'modal' }),

    /** The actions of a list's pager: another page, and the modal to type a page number. {@link
     * pageIds} of the same name creates their ids. */
    pages<const A extends Args = NoArgs, const N extends Needs = undefined>(
      name: string,
      { args, needs, show }: Paged<M, N, A>,
    ): Actions<M> {
      type Shown = Parameters<typeof show>[0];
      return eraseTypes({
        [name]: { answer: 'update', args: { ...args, page: 'integer' }, needs, run: show },
        [`${name}Jump`]: {
          answer: 'modal',
          args: { ...args, pages: 'integer' },
          run: ({ args: given, messages: said, idFor }: JumpContext) =>
            jumpModal(said, idFor(`${name}JumpTo`, given), given.pages),
        },
        [`${name}JumpTo`]: {
          answer: 'update',
          args: { ...args, pages: 'integer' },
          needs,
          // Without `pages`, so that a list can put its arguments into custom ids again.
          run: ({ args: { pages, ...given }, ...context }: Shown & JumpContext) =>
            show({ ...context, args: { ...given, page: readPage(context.messages, context.fields, pages) } } as Shown),
        },
      });
    },
  };
}

type Paged<M, N extends Needs, A extends Args> = {
  args?: A;
  needs?: N;
  show: (context: ActionContext<M, N, A & { page: 'integer' }>) => Promise<MessageView>;
};
type JumpContext = ModalContext<object> & { args: { pages: number } };

/** The custom ids of a list's pager; `args` as the actions declare them. */
export function pageIds(idFor: IdFor, name: string, args: GivenArgs = {}): PageIds {
  return {
    to: (page, role) => idFor(name, { ...args, page }, role),
    jump: (pages) => idFor(`${name}Jump`, { ...args, pages }),
  };
}

// Safe because the router reads the declared options and arguments and checks the needs before it
// calls `run`.
function eraseTypes<T>(declared: object): T {
  return declared as T;
}
