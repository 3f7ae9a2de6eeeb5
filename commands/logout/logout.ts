import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { forgetContacts } from '../characters/contacts.ts';
import { type LogoutTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

const { command, on, update } = commandsIn(TEXTS);

export const logout = command({
  name: 'logout',
  description: ({ description }) => description,
  run: logOut,
  // From /account.
  actions: on(ids, { run: update({ run: logOut }) }),
});

async function logOut(context: HandlerContext<undefined, LogoutTexts>): Promise<MessageView> {
  const { person, texts, services, deadline } = context;
  deadline.lift();
  // The row in flight first: its token is revoked last.
  await services.batches.end(person.id);
  await forgetContacts(services, person);
  const { wasLinked, isRevoked } = await services.login.logOut(person.id);
  if (!wasLinked) return noticeView(texts.notLinked);
  return isRevoked ? noticeView(texts.done, 'good') : noticeView(texts.notRevoked, 'warning');
}
