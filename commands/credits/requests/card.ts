import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import { TEXTS } from '../en.ts';
import { TRANSFER } from '../transferWrite.ts';
import { changeRequests } from './keptRequests.ts';
import { requestView } from './requestView.ts';

type Context = Pick<HandlerContext<undefined>, 'person' | 'language' | 'services'>;

/** Notes that a transfer certainly paid for a request, and updates the request's public message.
 * Discord may refuse that, for example where the bot isn't a member. */
export async function showPayment({ services, ...context }: Context, id: string): Promise<void> {
  const { data, outcome } = await services.writes.peek(context, TRANSFER, id);
  const { request, sender, amount, paid = 0, card } = data;
  if (!request || (outcome?.outcome !== 'sent' && outcome?.outcome !== 'found')) return;
  const sent = { [sender.uid]: paid + amount };
  const isPaid = ({ code }: { code: string }): boolean => code === request.code;
  const all = await changeRequests({ person: { id: request.from }, services }, (all) =>
    all.map((each) => (isPaid(each) ? { ...each, sent: { ...each.sent, ...sent } } : each)),
  );
  const asked = all.find(isPaid);
  if (!asked || card === undefined) return;
  const view = requestView(TEXTS[asked.language], asked, request.from, false);
  await services.editMessage(new URL(card), request.from, view);
}
