import { z } from 'zod';
import type { Keeping } from '../../account/sealedStore.ts';
import { collection } from '../../store/declared.ts';
import type { Responded, Responses } from '../connection/responses.ts';
import type { ContextSources } from './handlerContext.ts';
import type { Answerable } from './reply.ts';

/** `about`: the message whose button failed. Without `messageId`, the error is the response. */
const note = z.object({
  about: z.string(),
  messageId: z.string().optional(),
  token: z.string(),
  applicationId: z.string(),
});
/** A person's last error or slowness note beside a message, while it can be deleted. */
const NOTE = collection('error-note', note, {
  about: 'person',
  says: 'commands',
  keptForMs: 15 * 60_000,
  toExport: async (reading) => ({ errorShownAbout: (await reading)?.about ?? null }),
});

/** Deletes the note of an earlier press on this message: it could contradict a receipt. */
export async function replaceErrorNote(
  { services, responses }: Pick<ContextSources, 'services' | 'responses'>,
  { user, token, applicationId }: Answerable,
  since: number,
  about: string,
  shown: { messageId: string | undefined } | undefined,
): Promise<void> {
  const kept = services.kept(NOTE, { id: user.id, since });
  const last = await kept.get();
  if (shown) await kept.set({ about, ...shown, token, applicationId });
  if (last?.about !== about) return;
  if (!shown) await kept.delete();
  // The person may have dismissed it.
  await responses.delete(last, last.messageId).catch(() => {});
}

/** Deletes the note of an interaction whose process died. */
export async function dropNote({ kept }: Keeping, { delete: remove }: Responses, { token, user }: Responded) {
  const last = await kept(NOTE, { id: user.id }).get();
  if (last?.token === token) await remove(last, last.messageId).catch(() => {});
}
