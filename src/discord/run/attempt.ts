import { z } from 'zod';
import type { Link } from '../../account/links.ts';
import type { Keeping } from '../../account/sealedStore.ts';
import type { QuotaUse } from '../../quota/rule.ts';
import { collection } from '../../store/declared.ts';
import type { MessageView } from '../../view/message.ts';
import type { RequestUsage, Run } from '../declare/context.ts';
import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';

/** The state of one interaction's work; `waiting` is the command to run again after a login. */
export type Attempt = {
  waiting?: Run;
  /** The person's link, read together with the claim; for the first handler that needs it. */
  link?: Promise<Link | undefined> | undefined;
  usage: RequestUsage;
  afterReply: (() => Promise<void>)[];
  /** Shows the outcomes that couldn't be delivered before. */
  showUndelivered: (show: (view: MessageView) => Promise<unknown>) => Promise<void>;
  reply: Reply;
  deadline: Deadline;
};

/** A budget is scarce when less than this share of it is left. */
const SCARCE = 0.2;

/** The use of the scarcest budget; undefined if none is scarce. */
export async function findScarceBudget(
  { budgets }: RequestUsage,
  quotaOf: (budget: string) => Promise<QuotaUse>,
): Promise<QuotaUse | undefined> {
  const uses = await Promise.all([...budgets].map(quotaOf));
  return uses.filter(({ left, limit }) => left < limit * SCARCE).sort((a, b) => a.left - b.left)[0];
}

/** Whether this process answers an interaction, or why the store couldn't say. */
type Claim = 'ours' | 'theirs' | { problem: unknown };

/** The interactions that a process answers; Discord accepts that for 15 minutes. */
const CLAIMED = collection('interaction', z.literal(1), { about: 'bot', keptForMs: 15 * 60_000 });

/** Claims the interaction for one of the processes that Discord sent it to. Never rejects. */
export async function claimInteraction({ kept }: Keeping, interactionId: string): Promise<Claim> {
  try {
    const isOurs = await kept(CLAIMED, interactionId).add(1);
    return isOurs ? 'ours' : 'theirs';
  } catch (problem) {
    return { problem };
  }
}
