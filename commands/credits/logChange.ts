import { z } from 'zod';
import { collection } from '../../src/store/declared.ts';
import type { Actor } from '../../src/writes/kind.ts';
import type { Transfer } from './transfer.ts';

/** How long a log that was read may be shown again. */
export const LOG_SHOWN_MS = 2 * 60_000;

/** When a person's log last changed or should be read again (ms): what was read before isn't shown anymore. */
export const LOG_CHANGED = collection('credit-log-changed', z.number(), {
  about: 'person',
  says: 'creditLog',
  keptForMs: LOG_SHOWN_MS,
});

/** Never rejects: a payment that was made doesn't fail because an older log may be shown. */
export async function noteLogChange({ person, services }: Pick<Actor, 'person' | 'services'>): Promise<void> {
  const changed = services.kept(LOG_CHANGED, person);
  await changed.set(services.now()).catch(() => {});
}

/** The one request that moves credits, from the character `uid`. Lost or not, the log may be another one after it. */
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
