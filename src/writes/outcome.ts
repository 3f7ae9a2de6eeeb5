import type { Language } from '../view/languages.ts';
import { type MessageView, message, text } from '../view/message.ts';
import type { Claims } from './claims.ts';
import type { Intent, IntentOutcome } from './intents.ts';
import type { AnyWriteKind, Change } from './kind.ts';

/** An intent with an outcome. The outcome may still be unknown. */
export type FinishedIntent = Intent & { outcome: IntentOutcome };

const MAX_LOOK_UPS = 5;

/** What `look` finds. Before anyone is told, the write has claimed the entries that show it. */
export async function findOutcome(
  claims: Claims,
  kind: AnyWriteKind,
  intent: Intent,
  look: () => Promise<unknown>,
): Promise<unknown> {
  for (let looks = 1; ; looks += 1) {
    const outcome = await look();
    const entries = kind.entries?.(outcome, intent.data);
    if (!entries || (await claims.take(intent, entries))) return outcome;
    // Another write got one of them meanwhile, so the next look will leave it out.
    if (looks === MAX_LOOK_UPS) throw new Error('Other writes keep taking the entries that are found.');
  }
}

/** The view of a write with an outcome, from stored data only. */
export function viewOf(
  language: Language,
  kind: AnyWriteKind,
  { id, data, outcome, startedAt }: FinishedIntent,
): MessageView {
  const texts = kind.texts[language];
  if ('failed' in outcome)
    return message(
      'warning',
      text(outcome.failed, kind.notDone?.(texts)),
      data !== undefined && kind.retry?.(texts, id),
    );
  const write = { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
  return kind.view(texts, write);
}

/** The audit entries of a write with this result, as it is stored. */
export function toResults(kind: AnyWriteKind, { data }: Pick<Intent, 'data'>, result: unknown): Change[] {
  return kind.changes(kind.data.parse(data), kind.outcome.parse(result));
}

/** The audit entries of a write without an outcome. */
export function toChanges(kind: AnyWriteKind, data: unknown, result: Change['result']): Change[] {
  return kind.changes(kind.data.parse(data)).map((change) => ({ ...change, result }));
}
