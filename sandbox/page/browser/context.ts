import type { Store } from './pageState.ts';
import type { Toast } from './popup/toast.ts';
import type { Session } from './session.ts';

/** What every view is given: the state, what can be done, and the few things views do for each other. */
export interface Context {
  store: Store;
  session: Session;
  toast: Toast;
  /** Puts a command into the composer, as if it had been chosen there, by its default name (`credits balance`). */
  chooseCommand: (name: string) => void;
  openUserMenu: (userId: string, anchor: Element | { x: number; y: number }) => void;
  /** Puts the caret into the composer. */
  focusComposer: () => void;
}
