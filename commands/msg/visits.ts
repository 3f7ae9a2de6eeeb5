import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { collection } from '../../src/store/declared.ts';

const SAME_VISIT_MS = 10 * 60_000;

/** When a person last looked at a character's messages, and at the visit before (ms, the game's time). */
const VISIT = collection('message-visits', z.object({ uid: z.string(), at: z.number(), before: z.number() }), {
  about: 'person',
  says: 'visits',
  keptForMs: 90 * 24 * 60 * 60_000,
});

/** Notes a look at the messages. Returns when the visit before this one was (ms); later messages are
 * new. Undefined at the first one, and if the store fails. */
export async function noteVisit({
  person,
  me,
  game,
  services,
}: Pick<HandlerContext<['MESSAGES_READ']>, 'person' | 'me' | 'game' | 'services'>): Promise<number | undefined> {
  const at = game.now();
  const visits = services.kept(VISIT, person);
  try {
    const known = await visits.get();
    const last = known?.uid === me.uid ? known : undefined;
    // Turning pages is one visit.
    const before = last && at - last.at < SAME_VISIT_MS ? last.before : last?.at;
    await visits.set({ uid: me.uid, at, before: before ?? at });
    return before;
  } catch {
    return undefined;
  }
}
