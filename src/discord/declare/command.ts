import type { Scope } from '../../game/scopes.ts';
import type { AnyId, AnyValues, Args, ArgValues } from '../../view/customId.ts';
import type { KitTexts } from '../../view/en.ts';
import type { Translations } from '../../view/language.ts';
import type { Language } from '../../view/languages.ts';
import type { MessageView, ModalView } from '../../view/message.ts';
import { jumpModal, readPage } from '../../view/pager.ts';
import type { AnyListKind, AnySingleKind } from '../../writes/kind.ts';
import type { GivenFile, HandlerContext, Input, Needs, Run, Services } from './context.ts';
import type { Labeled, LocalizedText, Options, Values } from './options.ts';

export type RunContext<M, O extends Options<never>, N extends Needs> = HandlerContext<N, M> & {
  options: Values<O>;
};

/** `messageUrl`: the address of the public message with the pressed component. */
export type ActionContext<M, N extends Needs, V = AnyValues> = HandlerContext<N, M> &
  Input & { args: V; messageUrl?: string | undefined };

/** A command's modal does no I/O: Discord accepts a modal only as the first response. */
export type ModalContext<M> = { texts: M };

/** A menu's modal may read something, but after 2 s, an error is shown. */
export type FormContext<M = KitTexts> = ModalContext<M> & {
  language: Language;
  person: { id: string };
  services: Services;
  /** The modal with the input of a command that couldn't run. */
  formOf: (ticketId: string) => Promise<ModalView>;
  /** A command's form, filled in. */
  formFor: (run: Run) => Promise<ModalView>;
};

export type OpeningContext<M, V> = FormContext<M> & { args: V; values: readonly string[] };

/** A slash command's handler. The router turns thrown errors into replies. */
export type Executable<M = KitTexts, O extends Options<M> = Options<M>, N extends Needs = Needs> = {
  description: LocalizedText<M>;
  options?: O;
  /** Scopes that must be granted; an empty list still needs a linked character. */
  needs?: N;
  /** The kind of write that it makes without another confirmation. */
  writes?: AnySingleKind;
  /** `private` (ephemeral) by default. */
  visibility?: 'private' | 'public' | ((options: Values<O>) => 'private' | 'public');
  /** Refuses members without Manage Server: Discord can hide only whole commands. */
  forManagers?: true;
  /** A modal to open first if options are missing; its custom id calls an action. */
  modal?: (context: ModalContext<M> & { options: Values<O> }) => ModalView | undefined;
  run: (context: RunContext<M, O, N>) => Promise<MessageView>;
};

export type SubcommandGroup<M = KitTexts> = {
  description: LocalizedText<M>;
  subcommands: Readonly<Record<string, Executable<M>>>;
};

/** A component's or modal's handler: `update` changes its message, `reply` sends a private reply,
 * `post` a public one, `modal` opens a modal. V: the arguments in its custom id. */
export type Action<M = KitTexts, V = AnyValues, N extends Needs = Needs> = {
  /** Others may use it too, and get a private copy. It mustn't write or read a ticket. */
  isForAnyone?: true;
  /** The subcommand that gives people their own components; by default, the group's `main` one. */
  subcommand?: string;
} & (
  | {
      answer: 'update' | 'reply' | 'post';
      needs?: N;
      writes?: AnySingleKind;
      /** The id of the write that this confirms. Without it, there was no earlier confirmation. */
      confirms?: (args: V) => string;
      run: (context: ActionContext<M, N, V>) => Promise<MessageView>;
    }
  | {
      answer: 'modal';
      run: (context: OpeningContext<M, V>) => ModalView | Promise<ModalView>;
    }
);

type Actions<M> = Readonly<Record<string, Action<M> & { id: AnyId }>>;

type Declared = { readonly [action: string]: { readonly args: Args } };
type ArgsOf<I extends Declared, K extends keyof I> = ArgValues<I[K]['args']>;

/** An entry in a user's or a message's menu; `label` is its name there. */
type Menu<K extends keyof Targets, M = KitTexts, N extends Needs = Needs> = {
  of: K;
  label: LocalizedText<M>;
  needs?: N;
} & (
  | { run: (context: HandlerContext<N, M> & { target: Targets[K] }) => Promise<MessageView> }
  | { modal: (context: FormContext<M> & { target: Targets[K] }) => Promise<ModalView> }
);

export type Target = { id: string; name: string; mention: string };
type TargetMessage = { content: string; files: readonly GivenFile[] };
type Targets = { user: Target; message: TargetMessage };

type Shared<M> = {
  name: string;
  actions?: Actions<M>;
  writes?: readonly AnySingleKind[];
  batches?: readonly AnyListKind[];
  /** It also runs while the store is unavailable. */
  needsNoStore?: true;
  /** In servers only. */
  isForServers?: boolean;
};

type Group<M> = Shared<M> & {
  description: LocalizedText<M>;
  subcommands: Readonly<Record<string, Executable<M> | SubcommandGroup<M>>>;
  /** The subcommand that its actions belong to, unless they name another. */
  main?: string;
};

export type Command = Shared<KitTexts> & {
  texts: Translations;
} & (
    | { description: LocalizedText; execute: Executable }
    | Pick<Group<KitTexts>, 'description' | 'subcommands' | 'main'>
    | { menu: Menu<'user'> | Menu<'message'> }
  );

/** A handler and its path: the names of the command, of a group and of a subcommand. */
export type Runnable = { command: Command; path: readonly string[]; execute: Executable };

export function runnablesOf(command: Command): Runnable[] {
  if ('menu' in command) return [];
  if ('execute' in command) return [{ command, path: [command.name], execute: command.execute }];
  const below = (path: readonly string[], entries: Group<KitTexts>['subcommands']): Runnable[] =>
    Object.entries(entries).flatMap(([name, entry]) => {
      const inner = [...path, name];
      return 'subcommands' in entry ? below(inner, entry.subcommands) : { command, path: inner, execute: entry };
    });
  return below([command.name], command.subcommands);
}

declare const NAMED: unique symbol;
/** Type-only: the names of a command, of its subcommands and of their options. */
type Named<K extends string> = { readonly [NAMED]: K };
/** Without options, O is as wide as possible. */
type NamesOfOptions<O> = string extends keyof O ? never : keyof O & string;
type NamesOf<T> = T extends Named<infer K> ? K : T extends { subcommands: infer S } ? NamesIn<S> : never;
type NamesIn<S> = { [K in keyof S & string]: K | NamesOf<S[K]> }[keyof S & string];

/** A command's texts in another language than English, with the names that people see there. */
export type Translation<T, C> = T & {
  names: Readonly<Record<Exclude<NamesOf<C>, keyof KitTexts['sharedNames']>, string>>;
};

/** Declares commands with these texts; handlers get them in the person's language. */
export function commandsIn<M extends KitTexts>(texts: Translations<M>) {
  type Update<V, N extends Needs> = Omit<Extract<Action<M, V, N>, { needs?: unknown }>, 'answer'>;
  type Modal<V> = Omit<Extract<Action<M, V>, { answer: 'modal' }>, 'answer'>;
  const answering =
    (answer: 'update' | 'reply' | 'post') =>
    <V, const N extends Needs = undefined>(declared: Update<V, N>): Action<M, V> =>
      eraseTypes({ ...declared, answer });
  return {
    command<const K extends string, const O extends Options<M>, const N extends Needs = undefined>(
      declaration: Executable<M, O, N> & Shared<M> & { name: K; options?: Labeled<O> },
    ): Command & Named<K | NamesOfOptions<O>> {
      const { name, actions, writes, isForServers, needsNoStore, ...execute } = declaration;
      const { description } = execute;
      return eraseTypes({ name, texts, description, execute, actions, writes, isForServers, needsNoStore });
    },

    group: <const K extends string, S extends Group<M>['subcommands']>(
      group: Group<M> & { name: K; subcommands: S; main?: keyof S },
    ): Command & Named<K | NamesIn<S>> => eraseTypes({ ...group, texts }),

    subcommand: <const O extends Options<M>, const N extends Needs = undefined>(
      execute: Executable<M, O, N> & { options?: Labeled<O> },
    ): Executable<M> & Named<NamesOfOptions<O>> => eraseTypes(execute),

    /** An entry in a menu; `name` is only used in custom ids. */
    menu<const K extends keyof Targets, const N extends Needs = undefined>(
      declaration: Menu<K, M, N> & Pick<Shared<M>, 'name'>,
    ): Command {
      const { name, ...menu } = declaration;
      return eraseTypes({ name, texts, menu });
    },

    /** One action for each of these custom ids. */
    on<I extends Declared>(ids: I, actions: { readonly [K in keyof I]: Action<M, ArgsOf<I, K>> }): Actions<M> {
      return eraseTypes(
        Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, { ...action, id: ids[name] }])),
      );
    },

    /** An action that changes its component's message. */
    update: answering('update'),
    /** An action that replies in private. */
    reply: answering('reply'),
    /** An action that replies for everyone in the channel. */
    post: answering('post'),

    /** An action that looks up a write's outcome again. Its custom id has the write's `id`. */
    recheck: (kind: AnySingleKind, needs: readonly Scope[]): Action<M, { id: string }> =>
      eraseTypes({
        answer: 'update',
        needs,
        run: (context: ActionContext<M, typeof needs, { id: string }>) =>
          context.services.writes.checkAgain(context, kind, context.args.id),
      }),

    modal: <V>(declared: Modal<V>): Action<M, V> => eraseTypes({ ...declared, answer: 'modal' }),

    /** The actions of ids declared by `paged`: another page, and the modal for a page number. */
    pages<I extends Declared, const P extends string & keyof I, const N extends Needs = undefined>(
      ids: I,
      name: P,
      {
        show,
        ...shared
      }: Pick<Action, 'isForAnyone' | 'subcommand'> & {
        needs?: N;
        show: (context: ActionContext<M, N, ArgsOf<I, P>>) => Promise<MessageView>;
      },
    ): Readonly<Record<P | `${P}Jump` | `${P}To`, Action<M, object>>> {
      const jumpTo = ids[`${name}To`] as AnyId;
      return eraseTypes({
        [name]: { ...shared, answer: 'update', run: show },
        [`${name}Jump`]: {
          ...shared,
          answer: 'modal',
          run: ({ args, texts }: ModalContext<KitTexts> & { args: { pages: number } }) =>
            jumpModal(texts, jumpTo(args), args.pages),
        },
        [`${name}To`]: {
          ...shared,
          answer: 'update',
          // Leaves out `pages`, so that a list can put its arguments into custom ids again.
          run: ({ args: { pages, ...given }, ...context }: ActionContext<KitTexts, Needs, { pages: number }>) =>
            show(eraseTypes({ ...context, args: { ...given, page: readPage(context.texts, context.fields, pages) } })),
        },
      });
    },
  };
}

// Safe: before `run`, the router reads the declared options and arguments and checks the needs.
function eraseTypes<T>(declared: object): T {
  return declared as T;
}
