import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { forgetContacts } from '../characters/contacts.ts';
import { type LogoutTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

const { command, on, update } = commandsIn(TEXTS);

type Context = HandlerContext<undefined, LogoutTexts>;

export const logout = command({
  name: 'logout',
  description: ({ description }) => description,
  run: ask,
  actions: on(ids, {
    // From /account.
    run: update({ run: ask }),
    keep: update({ run: async ({ texts }) => noticeView(texts.kept) }),
    confirm: update({
      // Another link needs its own confirmation.
      run: async ({ args, ...context }) =>
        await (context.link && context.link.linkedAt !== args.linkedAt ? ask(context) : logOut(context)),
    }),
  }),
});

/** Asks to confirm. Without a readable link, logs out at once, to erase what is left of one. */
async function ask(context: Context) {
  const { link, texts } = context;
  if (!link) return await logOut(context);
  return message(
    'warning',
    text(`## ${texts.ask(plain(link.character.name, 80))}`, texts.whatEnds),
    buttons(
      button(texts.confirm, ids.confirm({ linkedAt: link.linkedAt }), { style: 'danger' }),
      button(texts.keep, ids.keep()),
    ),
  );
}

async function logOut({ person, texts, services, deadline }: Context) {
  deadline.lift();
  // Waits for the current row, which still needs the token.
  await services.batches.end(person.id);
  await forgetContacts(services, person);
  const { wasLinked, isRevoked } = await services.login.logOut(person.id);
  if (!wasLinked) return noticeView(texts.notLinked);
  return isRevoked ? noticeView(texts.done, 'good') : noticeView(texts.notRevoked, 'warning');
}
