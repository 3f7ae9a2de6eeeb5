import type { HttpBindings } from '@hono/node-server';
import type { Counted } from '../requestLog.ts';

/** What the service's middleware hands on: the Node request below the Hono one, and how the request was counted. */
export interface ServiceEnvironment {
  Bindings: HttpBindings;
  Variables: { counted?: Counted };
}
