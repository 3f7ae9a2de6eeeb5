import type { APIMessage } from 'discord-api-types/v10';
import type { Context } from '../context.ts';

/** What the views inside one message know of it. */
export interface MessageScope {
  context: Context;
  message: APIMessage;
  /** The path of the component whose interaction waits for an answer; all components wait with it. */
  pendingPath: string | undefined;
}
