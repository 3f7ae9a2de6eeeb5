import { type Command, commandsIn } from '../../src/discord/declare/command.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { type HelpTexts, TEXTS } from './en.ts';
import { commandHelpView, helpView, nameCommands, type Reader, usableOf } from './helpView.ts';
import { ids } from './ids.ts';

const MAX_KEPT = 500;
const { command, on, pages, reply } = commandsIn(TEXTS);

/** Help on the commands of a list; a function, because the list contains the help. */
export function createHelp(list: () => readonly Command[]) {
  /** Pages by what they depend on: there are few. */
  const kept = new Map<string, MessageView>();
  const showPage = (texts: HelpTexts, reader: Reader, page: number): MessageView => {
    const { link, server, isLinkUnknown } = reader;
    const key = JSON.stringify([texts.language, page, link?.scopes, server?.mayManage, isLinkUnknown]);
    const view = kept.get(key) ?? helpView(texts, reader, list(), page);
    if (kept.size < MAX_KEPT) kept.set(key, view);
    return view;
  };
  const show = ({ texts, ...reader }: Reader & { texts: HelpTexts }, typed?: string, page = 1) => {
    if (typed === undefined) return showPage(texts, reader, page);
    const [wanted] = toSearch(typed).split(/\s+/);
    const found = nameCommands(texts, list()).find(({ key, name }) => key === wanted || name === wanted);
    if (!found) throw new UserError(texts.unknown(plain(typed, 60)));
    return commandHelpView(texts, reader, found, page);
  };
  return command({
    name: 'help',
    description: ({ description }) => description,
    options: {
      command: {
        kind: 'text',
        description: (texts) => texts.command,
        maxLength: 100,
        autocomplete: async ({ typed, texts, link }) =>
          nameCommands(texts, list())
            // Whether they may manage the server isn't known here.
            .filter((named) => named.command.forManagers || usableOf({ link }, named).usable.length > 0)
            .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(toSearch(typed)))
            .map(({ key, name, description }) => ({ name: `/${name} · ${description}`, value: key })),
      },
    },
    needsNoStore: true,
    run: async ({ options, ...context }) => show(context, options.command),
    actions: on(ids, {
      show: reply({ run: async ({ values: [name = ''], ...context }) => show(context, name) }),
      ...pages(ids, 'page', { show: async ({ args, ...context }) => show(context, args.command, args.page) }),
    }),
  });
}

/** What is typed, without the slash that people may type too. */
const toSearch = (typed: string): string => typed.trim().toLowerCase().replace(/^\//, '');
