import { z } from 'zod';
import type { Link } from '../../account/links.ts';
import type { Keeping } from '../../account/sealedStore.ts';
import { CommlinkError } from '../../errors.ts';
import { collection } from '../../store/declared.ts';
import { ticketKind } from '../../writes/tickets.ts';
import type { HandlerContext, Needs, Run } from '../declare/context.ts';
import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';

/** What all handlers of one interaction share. */
export type Attempt = Pick<HandlerContext<Needs>, 'usage' | 'afterReply'> & {
  readonly reply: Reply;
  readonly deadline: Deadline;
  /** The person's link, read together with the claim; for the first handler. */
  readonly link?: Promise<Link | undefined> | undefined;
};

/** A command failed with this cause. It can run again after a login. */
export class CommandFailed extends CommlinkError {
  readonly code = 'command_failed';
  readonly run: Run;

  constructor(run: Run, cause: unknown) {
    super(undefined, { cause });
    this.run = run;
  }
}

const run: z.ZodType<Run> = z.object({
  path: z.array(z.string()),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export const PENDING_COMMAND = ticketKind('again', run, 30 * 60_000);

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
