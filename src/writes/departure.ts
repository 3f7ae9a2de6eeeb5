import type { LastLook } from '../game/request/call.ts';
import type { KitTexts } from '../view/en.ts';
import { AlreadyUsed, UserError } from '../view/errorView.ts';
import type { Freeze } from './freeze.ts';
import type { Intent, Intents } from './intents.ts';
import { createLastLook } from './lastLook.ts';

/** A confirmation: its id becomes the write's. `take` uses it up; false if it was invalid. */
export type Confirmed = { id: string; take: () => Promise<boolean> };

export type Departure = {
  /** What the store says: the write has begun, it may be sending, or another process has ended it. */
  stage: 'begun' | 'sending' | 'lost';
  /** Whether a request may have left. */
  hasLeft: boolean;
  lastLook: LastLook;
};

type Departing = {
  intents: Intents;
  freeze: Pick<Freeze, 'isFrozen'>;
  confirmed: Confirmed | undefined;
  lease: { isHeld(): boolean };
  errors: Pick<KitTexts['errors'], 'interrupted' | 'frozen'>;
  /** Says that the confirmation is no longer valid. */
  gone: string;
  /** Called once it is stored that the write may be sent. */
  onSending: () => Promise<void>;
  /** Called when nothing but the freeze can keep it back. */
  onReady: () => void;
};

/** Follows a write's requests to the game. Each must pass the last look before it leaves. */
export function createDeparture(begun: Intent, sending: Intent, departing: Departing): Departure {
  const { intents, freeze, confirmed, lease, errors, gone, onSending, onReady } = departing;
  const isUnchanged = ({ interaction, baseline, outcome }: Intent): boolean =>
    baseline === undefined && outcome === undefined && interaction.token === begun.interaction.token;

  const store = async (): Promise<void> => {
    // Not earlier, so that the confirmation stays valid if the game is unavailable.
    if (confirmed && !(await confirmed.take())) throw new AlreadyUsed(gone);
    // Set first: if storing fails, it may have been stored all the same.
    departure.stage = 'sending';
    if (!(await intents.change(begun.id, (stored) => (isUnchanged(stored) ? sending : undefined)))) {
      // This process slept, and another one has said that nothing was sent.
      departure.stage = 'lost';
      throw new UserError(errors.interrupted);
    }
    await onSending();
  };

  const departure: Departure = {
    stage: 'begun',
    hasLeft: false,
    lastLook: createLastLook({
      store: async () => departure.stage === 'begun' && (await store()),
      replicate: () => intents.replicate(begun.id).then(onReady),
      async mayLeave() {
        if (await freeze.isFrozen()) throw new UserError(errors.frozen);
      },
      lease,
      tooLate: () => new UserError(errors.interrupted),
      onLeaving() {
        departure.hasLeft = true;
      },
    }),
  };
  return departure;
}
