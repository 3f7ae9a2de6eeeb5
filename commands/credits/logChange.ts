import { z } from 'zod';
import { collection } from '../../src/store/declared.ts';
import type { Actor } from '../../src/writes/kind.ts';
import type { Transfer } from './transfer.ts';

/** Max age of a log that is shown again. */
export const LOG_SHOWN_MS = 2 * 60_000;

/** The time of the last change to a person's log (ms): older copies aren't shown anymore. */
export const LOG_CHANGED = collection('credit-log-changed', z.number(), {
  about: 'person',
  says: 'creditLog',
  keptForMs: LOG_SHOWN_MS,
});

/** Never rejects: the payment was made; at worst, an older log is shown. */
export async function noteLogChange({ person, services }: Pick<Actor, 'person' | 'services'>): Promise<void> {
  const changed = services.kept(LOG_CHANGED, person);
  await changed.set(services.now()).catch(() => {});
}

/** The only request that moves credits. Even a lost request may have changed the log. */
export async function sendCredits(
  acting: Pick<Actor, 'game' | 'person' | 'services'>,
  uid: string,
  { recipient, recipientForm, amount, reason }: Omit<Transfer, 'sender'>,
): Promise<void> {
  const named = recipientForm === 'handle' ? recipient.name : recipient.uid;
  try {
    await acting.game.character.credits.transfer({ uid, amount, recipient: named, reason });
  } finally {
    await noteLogChange(acting);
  }
}
