import { z } from 'zod';
import type { Link } from '../../account/links.ts';
import type { Keeping } from '../../account/sealedStore.ts';
import { NamedError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { collection } from '../../store/declared.ts';
import type { KitTexts } from '../../view/en.ts';
import { withFooter } from '../../view/footer.ts';
import type { MessageView } from '../../view/message.ts';
import { scarceLine } from '../../view/quotaLines.ts';
import { ticketKind } from '../../writes/tickets.ts';
import {
  type HandlerContext,
  type Needs,
  type RequestUsage,
  type Run,
  run,
  type Services,
} from '../declare/context.ts';
import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';

/** Shared by all handlers of one interaction. */
export type Attempt = Pick<HandlerContext<Needs>, 'usage' | 'afterReply'> & {
  readonly reply: Reply;
  readonly deadline: Deadline;
  /** The interaction's start (ms). */
  readonly since: number;
  /** The person's link, read together with the claim, for the first handler. */
  readonly link?: Promise<Link | undefined> | undefined;
};

/** A person's typed text; `isSent`: the command sends it without another confirmation. */
export type Typed = { texts: readonly string[]; isSent?: boolean };

/** A command, or the modal of an action, failed with this cause. A command can run again. */
export class CommandFailed extends NamedError {
  readonly run: Run | undefined;
  readonly typed: Typed;

  constructor(run: Run | undefined, cause: unknown, typed: Typed) {
    super(undefined, { cause });
    this.run = run;
    this.typed = typed;
  }
}

export const PENDING_COMMAND = ticketKind('again', run, 30 * 60_000);

/** The process that answers an interaction, or the reason why the store couldn't tell. */
type Claim = 'ours' | 'theirs' | { problem: unknown };

/** The claimed interactions; Discord accepts responses for 15 minutes. */
const CLAIMED = collection('interaction', z.literal(1), { about: 'bot', keptForMs: 15 * 60_000 });

/** Claims the interaction for one of the processes that Discord sent it to. Never rejects. */
export async function claimInteraction({ kept }: Keeping, interactionId: string): Promise<Claim> {
  try {
    return (await kept(CLAIMED, interactionId).add(1)) ? 'ours' : 'theirs';
  } catch (problem) {
    return { problem };
  }
}

/** A budget is scarce below this share. */
const SCARCE = 0.2;

/** Adds a footer if few requests are left. If that fails, the view stays as it is. */
export async function withQuotaFooter(
  { services, log }: { services: Pick<Services, 'budgetOf' | 'quotaOf'>; log: Logger },
  userId: string,
  texts: KitTexts,
  view: MessageView,
  usage: RequestUsage,
): Promise<MessageView> {
  const person = services.budgetOf(userId);
  try {
    const uses = await Promise.all([...usage.budgets].map((budget) => services.quotaOf(budget, person)));
    const scarce = uses.filter(({ left, limit }) => left < limit * SCARCE).sort((a, b) => a.left - b.left)[0];
    return scarce ? withFooter(view, scarceLine(texts, scarce, usage.cached)) : view;
  } catch (err) {
    log.warn({ err }, 'could not tell how many requests are left');
    return view;
  }
}
