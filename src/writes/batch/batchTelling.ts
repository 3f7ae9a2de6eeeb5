import type { Logger } from '../../log.ts';
import type { MessageView } from '../../view/message.ts';
import type { Batches } from './batches.ts';
import type { Batch } from './batchKind.ts';

type Answered = Batch['interaction'] & { user: { id: string } };

/** How messages leave. `editAnswer` and `followUp` give false if Discord refuses. */
export type BatchTellingParts = {
  batches: Pick<Batches, 'change' | 'now'>;
  viewOf: (batch: Batch) => MessageView;
  /** Replaces the progress once the report was sent. */
  endedView: (batch: Batch) => MessageView;
  editAnswer: (interaction: Answered, view: MessageView) => Promise<boolean>;
  followUp: (interaction: Answered, view: MessageView) => Promise<boolean>;
  /** Undefined if it couldn't be sent. */
  sendDirectMessage: (userId: string, view: MessageView, isSilent?: boolean) => Promise<URL | undefined>;
  editDirectMessage: (message: URL, userId: string, view: MessageView) => Promise<boolean>;
  log: Logger;
};

export type BatchTelling = ReturnType<typeof createBatchTelling>;

const PROGRESS_EVERY_MS = 3_000;
/** Discord accepts an interaction's token for 15 minutes. */
const EDITABLE_MS = 14.5 * 60_000;

/** Shows a batch to its person: in the answer, and after 15 minutes in one direct message. */
export function createBatchTelling(parts: BatchTellingParts) {
  const { batches, viewOf, endedView, editAnswer, followUp, sendDirectMessage, editDirectMessage, log } = parts;
  /** What waits to be shown, and people who take no direct messages. */
  const waiting = new Map<string, Batch>();
  const closed = new Set<string>();
  const answerTo = ({ interaction, person }: Batch): Answered => ({ ...interaction, user: person });
  const isEditable = ({ startedAt }: Batch): boolean => batches.now() - startedAt < EDITABLE_MS;

  /** Never rejects: what can't be shown is in /account. */
  const show = async (batch: Batch, view: MessageView): Promise<void> => {
    try {
      if (isEditable(batch) && (await editAnswer(answerTo(batch), view))) return;
      const { id, person, messageUrl } = batch;
      if (messageUrl !== undefined) return void (await editDirectMessage(new URL(messageUrl), person.id, view));
      if (closed.has(id) || batch.finishedAt !== undefined) return;
      const url = await sendDirectMessage(person.id, view, true);
      if (url) await batches.change(id, (stored) => ({ ...stored, messageUrl: url.href }));
      else closed.add(id);
    } catch (err) {
      log.info({ err, batchId: batch.id }, 'could not show how far a batch is');
    }
  };

  return {
    /** Shows it soon, at most every {@link PROGRESS_EVERY_MS}. */
    progress(batch: Batch): void {
      const isWaiting = waiting.has(batch.id);
      waiting.set(batch.id, batch);
      if (isWaiting) return;
      setTimeout(() => {
        const newest = waiting.get(batch.id);
        waiting.delete(batch.id);
        if (newest) void show(newest, viewOf(newest));
      }, PROGRESS_EVERY_MS).unref();
    },
    /** Shows at once why it waits. */
    async pause(batch: Batch): Promise<void> {
      waiting.delete(batch.id);
      await show(batch, viewOf(batch));
    },
    /** Sends the report as a new message, which notifies. Never rejects. */
    async report(batch: Batch): Promise<void> {
      waiting.delete(batch.id);
      closed.delete(batch.id);
      const view = viewOf(batch);
      const isFollowed = isEditable(batch) && (await followUp(answerTo(batch), view).catch(() => false));
      const isTold =
        isFollowed || (await sendDirectMessage(batch.person.id, view).catch(() => undefined)) !== undefined;
      await show(batch, isTold ? endedView(batch) : view);
    },
  };
}
