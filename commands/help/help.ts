import { type Command, commandsIn } from '../../src/discord/declare/command.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { joined, plain } from '../../src/view/text.ts';
import { type HelpTexts, TEXTS } from './en.ts';
import { findEntries, listEntries } from './entries.ts';
import { entryView, helpView, isFor, type Reader } from './helpView.ts';
import { ids } from './ids.ts';

const MAX_KEPT = 500;
const { command, on, pages, reply } = commandsIn(TEXTS);

/** A function, because the list contains the help. */
export function createHelp(list: () => readonly Command[]) {
  const kept = new Map<string, MessageView>();
  const showPage = (texts: HelpTexts, reader: Reader): MessageView => {
    const { link, server, isLinkUnknown } = reader;
    const key = JSON.stringify([texts.language, link?.scopes, server?.mayManage, isLinkUnknown]);
    const view = kept.get(key) ?? helpView(texts, reader, list(), listEntries(texts, list()));
    if (kept.size < MAX_KEPT) kept.set(key, view);
    return view;
  };
  const show = ({ texts, ...reader }: Reader & { texts: HelpTexts }, typed?: string) => {
    if (typed === undefined) return showPage(texts, reader);
    const [found] = findEntries(listEntries(texts, list()), typed);
    if (!found) throw new UserError(texts.unknown(plain(typed, 60)));
    return entryView(texts, reader, found);
  };
  return command({
    name: 'help',
    description: ({ description }) => description,
    options: {
      about: {
        kind: 'text',
        description: ({ about }) => about,
        maxLength: 100,
        autocomplete: async ({ typed, texts, link }) =>
          findEntries(listEntries(texts, list()), typed)
            // Suggestions don't know who manages the server.
            .filter((entry) => isFor({ link, server: { id: '', mayManage: true } }, entry))
            .map(({ key, title, about, runnables }) => ({ name: joined(title, runnables[0] && about), value: key })),
      },
    },
    needsNoStore: true,
    run: async ({ options, ...context }) => show(context, options.about),
    actions: on(ids, {
      show: reply({ run: async ({ values: [key = ''], ...context }) => show(context, key) }),
      ...pages(ids, 'page', { show: async ({ args, ...context }) => show(context, args.command) }),
    }),
  });
}
