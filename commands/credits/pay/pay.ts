import { commandsIn } from '../../../src/discord/declare/command.ts';
import type { AutocompleteContext, GivenFile, HandlerContext, Needs } from '../../../src/discord/declare/context.ts';
import type { Scope } from '../../../src/game/scopes.ts';
import { decodeText, withoutControls } from '../../../src/view/decodeText.ts';
import { Expired, noticeView, UserError } from '../../../src/view/errorView.ts';
import { type MessageView, message, text } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { payIds } from '../ids.ts';
import { DRAFT, PAY_SCOPES, PLAIN, previewList } from './listPreview.ts';
import { parsePayList } from './payList.ts';
import { FIELDS, listModal, MAX_LIST_NAME, problemsView, savedListView } from './payView.ts';
import { listLists, MAX_LISTS, readList, replaceList, type SavedList } from './savedLists.ts';

const { subcommand, on, update, modal, menu } = commandsIn(TEXTS);

type Context = HandlerContext<Needs, CreditsTexts>;

const MAX_BYTES = 256 * 1024;

const LIST = { kind: 'text', description: ({ pay }: CreditsTexts) => pay.list } as const;
const NEW = {
  kind: 'text',
  description: ({ pay }: CreditsTexts) => pay.name,
  required: true,
  maxLength: MAX_LIST_NAME,
} as const;
const SAVED = {
  ...NEW,
  autocomplete: async ({ typed, ...context }: AutocompleteContext<CreditsTexts>) =>
    (await listLists(context))
      .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
      .map(({ name }) => ({ value: name })),
  keepsTyped: true,
} as const;

export const pay = subcommand({
  description: ({ pay }) => pay.description,
  needs: PAY_SCOPES,
  options: { list: LIST },
  modal: ({ options: { list }, texts }) => (list === undefined ? listModal(texts) : undefined),
  run: ({ options: { list = '' }, ...context }) => previewList(context, list),
});

const onSaved = <const N extends readonly Scope[]>(
  what: 'show' | 'paySaved' | 'delete',
  needs: N,
  run: (context: HandlerContext<N, CreditsTexts>, list: SavedList) => Promise<MessageView>,
) =>
  subcommand({
    description: ({ pay }) => pay[what],
    needs,
    options: { name: SAVED },
    run: async ({ options: { name }, ...context }) => {
      const list = await readList(context, name);
      if (!list) throw new UserError(context.texts.pay.unknownList(plain(name, MAX_LIST_NAME)));
      return await run(context, list);
    },
  });

export const paylist = {
  description: ({ pay }: CreditsTexts) => pay.lists,
  subcommands: {
    save: subcommand({
      description: ({ pay }) => pay.save,
      needs: [],
      options: { name: NEW, list: LIST },
      modal: ({ options: { name, list }, texts }) => (list === undefined ? listModal(texts, { name }) : undefined),
      run: ({ options: { name, list = '' }, ...context }) => save(context, name.trim(), list),
    }),
    list: subcommand({ description: ({ pay }) => pay.listAll, needs: [], run: showLists }),
    show: onSaved('show', [], async ({ texts, services, person }, list) => {
      const draft = await services.tickets.issue(DRAFT, person, { text: list.text, language: list.language });
      return savedListView(texts, list, payIds.payDraft({ draft, ...PLAIN }));
    }),
    pay: onSaved('paySaved', PAY_SCOPES, (context, { text, language }) => previewList(context, text, { language })),
    delete: onSaved('delete', [], async (context, list) => {
      await replaceList(context, list.name);
      return savedListView(context.texts, list);
    }),
  },
};

/** A form runs the command itself, so that the list isn't lost when a permission is missing. */
const submit = (path: string[]) =>
  update({
    subcommand: path.slice(1).join(' '),
    run: async ({ fields, files, runCommand, ...context }) => {
      const list = await readInput(context, fields[FIELDS.list], files[FIELDS.file]);
      const name = fields[FIELDS.name];
      return await runCommand(path, { list, ...(name !== undefined && { name }) });
    },
  });

export const payActions = on(payIds, {
  pay: submit(['credits', 'pay']),
  saveList: submit(['credits', 'paylist', 'save']),
  /** An expired draft opens an empty form. */
  payFix: modal({
    subcommand: 'pay',
    run: async ({ texts, services, person, args }) =>
      listModal(texts, await services.tickets.peek(DRAFT, args.draft, person.id)),
  }),
  payDraft: update({
    subcommand: 'pay',
    needs: PAY_SCOPES,
    run: async ({ args: { draft, ...choices }, ...context }) => {
      const found = await context.services.tickets.peek(DRAFT, draft, context.person.id);
      if (!found) throw new Expired(context.texts.errors.ticketGone);
      return await previewList(context, found.text, { ...choices, language: found.language, ticket: draft });
    },
  }),
});

/** A file takes precedence over the message's text. */
export const payFromMessage = menu({
  of: 'message',
  name: 'payFromMessage',
  label: ({ pay }) => pay.menu,
  needs: PAY_SCOPES,
  run: async ({ target: { content, files }, ...context }) =>
    previewList(context, await readInput(context, files.length > 0 ? '' : content, files)),
});

/** The pasted or attached list. Throws a {@link UserError}. */
export async function readInput(
  { language, services, deadline }: Pick<Context, 'language' | 'services' | 'deadline'>,
  typed = '',
  [file, another]: readonly GivenFile[] = [],
): Promise<string> {
  const { pay } = TEXTS[language];
  if (!file && typed.trim() === '') throw new UserError(pay.empty);
  if (!file) return typed;
  if (another || typed.trim() !== '') throw new UserError(pay.both);
  const bytes = await services.readFile(file, MAX_BYTES, deadline.signal);
  const text = typeof bytes === 'string' ? undefined : decodeText(bytes);
  if (text === undefined) throw new UserError(pay[typeof bytes === 'string' ? bytes : 'notText'](plain(file.name, 60)));
  return text;
}

async function save(context: Context, name: string, list: string) {
  const { texts, services, person, language } = context;
  const { pay } = texts;
  const read = parsePayList(list, language);
  const text = withoutControls(list);
  if (read.problems.length > 0)
    return problemsView(texts, read, text, await services.tickets.issue(DRAFT, person, { text, name }));
  if (read.rows.length === 0 || name === '') throw new UserError(pay.empty);
  const result = await replaceList(context, name, { name, text });
  if (result === 'full') throw new UserError(pay.full(MAX_LISTS));
  if (result === 'tooMuch') throw new UserError(pay.tooMuchToSave);
  return noticeView(pay[result](plain(name, MAX_LIST_NAME), pay.count(read.rows.length)), 'good');
}

async function showLists(context: Context) {
  const { texts } = context;
  const lists = await listLists(context);
  if (lists.length === 0) return noticeView(texts.pay.noLists);
  const lines = lists.map(({ name, count, total }) => {
    return `- **${plain(name, MAX_LIST_NAME)}**: ${texts.pay.count(count)}, ${texts.credits(total)}`;
  });
  return message('neutral', text(`## ${texts.pay.lists}`, ...lines));
}
