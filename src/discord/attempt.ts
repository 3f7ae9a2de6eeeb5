import type { Deadline } from './deadline.ts';
import type { Reply } from './reply.ts';
import type { RequestUsage } from './requestUsage.ts';

/** A slash command with its options, to run it again after a login. */
export type Run = { path: string[]; values: Record<string, string | number | boolean> };

/** Takes the place of a ticket when no command waits for the login. */
export const NO_PENDING_COMMAND = '-';

/** The state of one interaction's work; `waiting` is the command to run again after a login. */
export type Attempt = {
  waiting?: Run;
  usage: RequestUsage;
  whenShown: (() => Promise<void>)[];
  reply: Reply;
  deadline: Deadline;
};
