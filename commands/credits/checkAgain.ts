import type { HandlerContext } from '../../src/discord/context.ts';
import type { MessageView } from '../../src/view/message.ts';
import type { CreditsMessages } from './messages.ts';
import { makeOffer, type WRITING } from './offer.ts';
import { longMissingAt } from './transferView.ts';
import { TRANSFER } from './transferWrite.ts';

type OnWrite<C> = C & { args: { id: string } };

/** Looks once more for a transfer whose outcome is unknown. Sends nothing. */
export async function checkAgain(
  context: OnWrite<HandlerContext<['CHARACTER_CREDITS'], CreditsMessages>>,
): Promise<MessageView> {
  return await context.services.writes.lookAgain(context, TRANSFER, context.args.id);
}

/**
 * Offers a transfer again that the credit log still doesn't have, after checking once more. The
 * new offer keeps the time of the first one: if that comes through after all, this one isn't sent.
 */
export async function startOver(
  context: OnWrite<HandlerContext<typeof WRITING, CreditsMessages>>,
): Promise<MessageView> {
  const { id } = context.args;
  const checked = await context.services.writes.lookAgain(context, TRANSFER, id);
  const { data, outcome, startedAt } = await context.services.writes.find(context, TRANSFER, id);
  const missingAt = longMissingAt(outcome, startedAt);
  return missingAt === undefined ? checked : await makeOffer(context, data, missingAt);
}
