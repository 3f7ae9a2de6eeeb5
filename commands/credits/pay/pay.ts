import { commandsIn } from '../../../src/discord/declare/command.ts';
import type { AutocompleteContext, GivenFile, HandlerContext, Needs } from '../../../src/discord/declare/context.ts';
import type { Scope } from '../../../src/game/scopes.ts';
import { isVisible } from '../../../src/input/names.ts';
import { decodeText, withoutControls } from '../../../src/view/decodeText.ts';
import { Expired, noticeView, UserError } from '../../../src/view/errorView.ts';
import { type MessageView, message, text } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { payIds } from '../ids.ts';
import { DRAFT, type Draft, PAY_SCOPES, PLAIN, previewList } from './listPreview.ts';
import { parsePayList } from './payList.ts';
import { FIELDS, listModal, MAX_LIST_NAME, problemsView, savedListView } from './payView.ts';
import { PAGE_ANSWER, questionView } from './questionView.ts';
import { keepAnswers, listLists, MAX_LISTS, type OpenedList, readList, replaceList } from './savedLists.ts';

const { subcommand, on, update, modal, menu } = commandsIn(TEXTS);

type Context = HandlerContext<Needs, CreditsTexts>;

const MAX_BYTES = 256 * 1024;
/** The answer that shows other columns. */
const PAGE = new RegExp(`^${PAGE_ANSWER}(\\d{1,2})$`);

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
  run: ({ options: { list = '' }, ...context }) => previewList(context, { text: list }),
});

const onSaved = <const N extends readonly Scope[]>(
  what: 'show' | 'paySaved' | 'delete',
  needs: N,
  run: (context: HandlerContext<N, CreditsTexts>, list: OpenedList) => Promise<MessageView>,
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
      run: ({ options: { name, list = '' }, ...context }) => save(context, { name: name.trim(), text: list }),
    }),
    list: subcommand({ description: ({ pay }) => pay.listAll, needs: [], run: showLists }),
    show: onSaved('show', [], async ({ texts, services, person }, list) => {
      const draft = await services.tickets.issue(DRAFT, person, toDraft(list));
      return savedListView(texts, list, payIds.payDraft({ draft, ...PLAIN }));
    }),
    pay: onSaved('paySaved', PAY_SCOPES, (context, list) => previewList(context, toDraft(list))),
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
    run: async ({ texts, services, person, args }) => {
      const draft = await services.tickets.peek(DRAFT, args.draft, person.id);
      return listModal(texts, draft, args.draft);
    },
  }),
  payAgain: update({
    subcommand: 'pay',
    needs: PAY_SCOPES,
    run: async ({ args, fields, files, ...context }) => {
      const text = await readInput(context, fields[FIELDS.list], files[FIELDS.file]);
      const { answers, language } = (await context.services.tickets.peek(DRAFT, args.draft, context.person.id)) ?? {};
      return await previewList(context, { text, answers, language });
    },
  }),
  saveAgain: update({
    subcommand: 'paylist save',
    run: async ({ args, fields, files, ...context }) => {
      const text = await readInput(context, fields[FIELDS.list], files[FIELDS.file]);
      const { answers } = (await context.services.tickets.peek(DRAFT, args.draft, context.person.id)) ?? {};
      return await save(context, { name: (fields[FIELDS.name] ?? '').trim(), text, answers });
    },
  }),
  payDraft: update({
    subcommand: 'pay',
    needs: PAY_SCOPES,
    run: async ({ args: { draft, ...choices }, ...context }) =>
      await previewList(context, await openDraft(context, draft), choices, draft),
  }),
  payLookUp: update({
    subcommand: 'pay',
    needs: PAY_SCOPES,
    run: async ({ args: { draft, ...choices }, ...context }) => {
      const typed = await openDraft(context, draft);
      return await previewList(context, typed, { ...choices, isAsked: true, isFresh: true }, draft);
    },
  }),
  payAnswer: update({
    subcommand: 'pay',
    needs: PAY_SCOPES,
    run: async ({ args, values: [chosen], ...context }) => {
      const { draft, of, isAsked, isRounded } = args;
      const typed = await openDraft(context, draft);
      const choices = { isAsked, isRounded };
      const answer = chosen ?? args.answer ?? '';
      const page = toPage(answer);
      if (page !== undefined) return await previewList(context, typed, choices, draft, page);
      return await previewList(context, await keepAnswer(context, draft, typed, { [of]: answer }), choices, draft);
    },
  }),
  saveAnswer: update({
    subcommand: 'paylist save',
    run: async ({ args, values: [chosen], ...context }) => {
      const { draft, of } = args;
      const { name = '', ...typed } = await openDraft(context, draft);
      const answer = chosen ?? args.answer ?? '';
      const page = toPage(answer);
      if (page !== undefined) return await save(context, { ...typed, name }, draft, page);
      const answered = await keepAnswer(context, draft, { ...typed, name }, { [of]: answer });
      return await save(context, { ...answered, name }, draft);
    },
  }),
});

/** The page of columns that was chosen instead of an answer. */
function toPage(answer: string): number | undefined {
  const page = PAGE.exec(answer)?.[1];
  return page === undefined ? undefined : Number(page);
}

const toDraft = ({ name, text, language, answers }: OpenedList): Draft => ({ list: name, text, language, answers });

async function openDraft({ services, person, texts }: Context, ticket: string): Promise<Draft> {
  const typed = await services.tickets.peek(DRAFT, ticket, person.id);
  if (!typed) throw new Expired(texts.errors.ticketGone);
  return typed;
}

/** Stores an answer with the draft, and with the saved list that it comes from. Returns the
 * draft. */
async function keepAnswer(
  context: Context,
  ticket: string,
  typed: Draft,
  answer: Record<string, string>,
): Promise<Draft> {
  const answered: Draft = { ...typed, answers: { ...typed.answers, ...answer } };
  await context.services.tickets.issue(DRAFT, context.person, answered, ticket);
  const { list, text, language, answers } = answered;
  const hasSeen = Object.keys(answer).some((key) => key.startsWith('saved:'));
  if (list !== undefined) await keepAnswers(context, { name: list, text, language, answers }, hasSeen);
  return answered;
}

/** A file takes precedence over the message's text. */
export const payFromMessage = menu({
  of: 'message',
  name: 'payFromMessage',
  label: ({ pay }) => pay.menu,
  needs: PAY_SCOPES,
  run: async ({ target: { content, files }, ...context }) =>
    previewList(context, { text: await readInput(context, files.length > 0 ? '' : content, files) }),
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

type Saving = Draft & { name: string };

/** Saves a list that can be read. `issued`: the ticket of its draft. `page`: of a question's
 * columns. */
async function save(context: Context, typed: Saving, issued?: string, page = 0): Promise<MessageView> {
  const { texts, services, person, language } = context;
  const { pay } = texts;
  const { name, answers } = typed;
  const text = withoutControls(typed.text);
  const list = parsePayList(text, language, false, answers);
  const { question, problems } = list;
  if (question !== undefined || problems.length > 0) {
    const draft = issued ?? (await services.tickets.issue(DRAFT, person, { text, name, answers }));
    if (question === undefined) return problemsView(texts, list, text, draft);
    const toId = (answer?: string): string =>
      payIds.saveAnswer({ draft, of: question.key, ...(answer !== undefined && { answer }) });
    return questionView(texts, question, { draft, toId }, page);
  }
  if (!isVisible(name)) throw new UserError(pay.unnamed);
  if (list.rows.length === 0) throw new UserError(pay.empty);
  const result = await replaceList(context, name, { name, text, answers });
  if (result === 'full') throw new UserError(pay.full(MAX_LISTS));
  if (result === 'tooMuch') throw new UserError(pay.tooMuchToSave);
  return noticeView(pay[result](plain(name, MAX_LIST_NAME), pay.count(list.rows.length)), 'good');
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
