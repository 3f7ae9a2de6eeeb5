import type { HttpBindings } from '@hono/node-server';

/** What the service's middleware hands on: the Node request below the Hono one. */
export interface ServiceEnvironment {
  Bindings: HttpBindings;
}
