import { type Action, commandsIn } from '../../../src/discord/declare/command.ts';
import type { AutocompleteContext, HandlerContext, Needs } from '../../../src/discord/declare/context.ts';
import type { Options } from '../../../src/discord/declare/options.ts';
import { noticeView, UserError } from '../../../src/view/errorView.ts';
import { type MessageView, message, text } from '../../../src/view/message.ts';
import { plain, unformatted } from '../../../src/view/text.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { readGiven } from './given.ts';
import { DRAFT, PAYING, previewList } from './listPreview.ts';
import { parsePayList } from './payList.ts';
import {
  FILE_FIELD,
  LIST_FIELD,
  listModal,
  MAX_LIST_NAME,
  NAME_FIELD,
  problemsView,
  savedListView,
} from './payView.ts';
import { deleteList, findList, MAX_LISTS, MAX_SAVED_LENGTH, readLists, saveList } from './savedLists.ts';

const { subcommand, update, modal, messageMenu } = commandsIn(TEXTS);

type Context = HandlerContext<Needs, CreditsTexts>;
type OnDraft = { draft: string };

const NAME = {
  kind: 'text',
  description: ({ pay }: CreditsTexts) => pay.name,
  required: true,
  maxLength: MAX_LIST_NAME,
} as const satisfies Options<CreditsTexts>[string];
const SAVED = {
  ...NAME,
  autocomplete: async ({ typed, ...context }: AutocompleteContext<CreditsTexts>) => {
    const wanted = typed.toLowerCase();
    const names = (await readLists(context)).map(({ name }) => name);
    return names
      .filter((name) => name.toLowerCase().includes(wanted))
      .map((name) => ({ name: unformatted(name), value: name }));
  },
} as const satisfies Options<CreditsTexts>[string];
const LIST = { kind: 'text', description: ({ pay }: CreditsTexts) => pay.list } as const;

/** Runs as the command itself, so that the list isn't lost when a permission is missing. */
export const pay = subcommand({
  description: ({ pay }) => pay.description,
  needs: PAYING,
  options: { list: LIST },
  modal: ({ options: { list }, texts }) => (list === undefined ? listModal(texts) : undefined),
  run: ({ options: { list = '' }, ...context }) => previewList(context, list),
});

export const paylist = {
  description: ({ pay }: CreditsTexts) => pay.lists,
  subcommands: {
    save: subcommand({
      description: ({ pay }) => pay.save,
      needs: [],
      options: { name: NAME, list: LIST },
      modal: ({ options: { name, list }, texts }) => (list === undefined ? listModal(texts, { name }) : undefined),
      run: ({ options: { name, list = '' }, ...context }) => save(context, name, list),
    }),
    list: subcommand({ description: ({ pay }) => pay.listAll, needs: [], run: showLists }),
    show: subcommand({
      description: ({ pay }) => pay.show,
      needs: [],
      options: { name: SAVED },
      run: async ({ options: { name }, ...context }) => {
        const list = await requireList(context, name);
        const draft = await context.services.tickets.issue(DRAFT, context.person.id, { text: list.text });
        return savedListView(context.texts, list, ids.payDraft({ draft, isAddedUp: false, isAsked: false }));
      },
    }),
    pay: subcommand({
      description: ({ pay }) => pay.paySaved,
      needs: PAYING,
      options: { name: SAVED },
      run: async ({ options: { name }, ...context }) => previewList(context, (await requireList(context, name)).text),
    }),
    delete: subcommand({
      description: ({ pay }) => pay.delete,
      needs: [],
      options: { name: SAVED },
      run: async ({ options: { name }, ...context }) => {
        const list = await requireList(context, name);
        await deleteList(context, name);
        return savedListView(context.texts, list);
      },
    }),
  },
};

export const payActions = {
  pay: update<object>({
    subcommand: 'pay',
    run: async ({ fields, files, runCommand, ...context }) => {
      const list = await readGiven(context, fields[LIST_FIELD] ?? '', files[FILE_FIELD] ?? []);
      return await runCommand(['credits', 'pay'], { list });
    },
  }),
  saveList: update<object>({
    subcommand: 'paylist save',
    run: async ({ fields, files, runCommand, ...context }) => {
      const list = await readGiven(context, fields[LIST_FIELD] ?? '', files[FILE_FIELD] ?? []);
      return await runCommand(['credits', 'paylist', 'save'], { name: fields[NAME_FIELD] ?? '', list });
    },
  }),
  /** An expired draft opens an empty window. */
  payFix: modal<OnDraft>({
    subcommand: 'pay',
    run: async ({ texts, services, person, args }) =>
      listModal(texts, await services.tickets.peek(DRAFT, args.draft, person.id)),
  }),
  payDraft: update<OnDraft & { isAddedUp: boolean; isAsked: boolean }, typeof PAYING>({
    subcommand: 'pay',
    needs: PAYING,
    run: async ({ args: { draft, ...choices }, ...context }) => {
      const found = await context.services.tickets.peek(DRAFT, draft, context.person.id);
      if (!found) throw new UserError(context.texts.errors.ticketGone);
      return await previewList(context, found.text, { ...choices, ticket: draft });
    },
  }),
} satisfies Record<string, Action<CreditsTexts, never>>;

/** A file counts more than the words above it. */
export const payFromMessage = messageMenu({
  name: 'payFromMessage',
  label: ({ pay }) => pay.menu,
  needs: PAYING,
  run: async ({ target: { content, files }, ...context }) =>
    previewList(context, await readGiven(context, files.length > 0 ? '' : content, files)),
});

async function save(context: Context, typed: string, list: string): Promise<MessageView> {
  const { texts, services, person, language } = context;
  const name = typed.trim();
  if (name === '') throw new UserError(texts.pay.noName);
  const read = parsePayList(list, language);
  if (read.problems.length > 0) {
    const draft = await services.tickets.issue(DRAFT, person.id, { text: list, name });
    return problemsView(texts, read, list, draft);
  }
  if (read.rows.length === 0) throw new UserError(texts.pay.empty);
  if (list.length > MAX_SAVED_LENGTH) throw new UserError(texts.pay.tooLongToSave(MAX_SAVED_LENGTH));
  const result = await saveList(context, { name, text: list });
  if (result === 'full') throw new UserError(texts.pay.full(MAX_LISTS));
  return noticeView(texts.pay[result](plain(name, MAX_LIST_NAME), texts.pay.count(read.rows.length)), 'good');
}

async function showLists({ texts, language, ...context }: Context): Promise<MessageView> {
  const lists = await readLists(context);
  if (lists.length === 0) return noticeView(texts.pay.noLists);
  const lines = lists.map(({ name, text }) => {
    const { rows } = parsePayList(text, language);
    const total = rows.reduce((sum, { amount = 0 }) => sum + amount, 0);
    return `- **${plain(name, MAX_LIST_NAME)}**: ${texts.pay.count(rows.length)}, ${texts.credits(total)}`;
  });
  return message('neutral', text(`## ${texts.pay.lists}`, ...lines));
}

async function requireList(context: Context, name: string) {
  const list = await findList(context, name);
  if (!list) throw new UserError(context.texts.pay.unknownList(plain(name, MAX_LIST_NAME)));
  return list;
}
