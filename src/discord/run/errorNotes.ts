import { z } from 'zod';
import { collection } from '../../store/declared.ts';
import type { ContextSources } from './handlerContext.ts';
import type { Answerable } from './reply.ts';

/** Discord accepts an interaction's token for this long. */
const DELETABLE_MS = 15 * 60_000;
const MAX_NOTES = 10;

/** `about`: the message whose button failed. Without `messageId`, the error is the answer itself. */
const note = z.object({
  about: z.string(),
  messageId: z.string().optional(),
  token: z.string(),
  applicationId: z.string(),
  until: z.number(),
});
/** The errors that a person was shown beside a message. */
const NOTES = collection('error-notes', z.array(note), {
  about: 'person',
  says: 'commands',
  isSealed: true,
  keptForMs: DELETABLE_MS,
  async toExport(reading) {
    const notes = (await reading) ?? [];
    return { errorsShown: notes.map(({ about, until }) => ({ about, until: new Date(until).toISOString() })) };
  },
});

/** Deletes what an earlier press on the same message was answered with: "nothing was sent" must not
 * stay beside a receipt. Now `shown`, if anything, is beside it. */
export async function replaceErrorNotes(
  { services, responses }: Pick<ContextSources, 'services' | 'responses'>,
  { user, token, applicationId }: Answerable,
  about: string,
  shown: { messageId: string | undefined } | undefined,
): Promise<void> {
  const kept = services.kept(NOTES, user);
  if (!shown && !(await kept.get())) return;
  const now = services.now();
  const earlier = await kept.locked(async () => {
    const notes = ((await kept.get()) ?? []).filter(({ until }) => until > now);
    const others = notes.filter((each) => each.about !== about);
    const added = shown ? [{ about, ...shown, token, applicationId, until: now + DELETABLE_MS }] : [];
    await kept.set([...others, ...added].slice(-MAX_NOTES));
    return notes.filter((each) => each.about === about);
  });
  // The person may have dismissed it.
  for (const { messageId, ...answer } of earlier) await responses.delete(answer, messageId).catch(() => {});
}
