import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';
import type { RequestUsage } from './requestUsage.ts';

/** A run of a slash command, as it can be repeated after a login. */
export type Run = { path: string[]; values: Record<string, string | number | boolean> };

/** Takes the place of a ticket when no command waits for the login. */
export const NO_PENDING_COMMAND = '-';

/** What is known of the work while it goes on: the command that waits should a login be missing, what it cost, and what follows it. */
export type Attempt = {
  waiting?: Run;
  usage: RequestUsage;
  whenShown: (() => Promise<void>)[];
  reply: Reply;
  deadline: Deadline;
};
