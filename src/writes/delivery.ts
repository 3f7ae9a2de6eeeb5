import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { SealedStore } from '../account/sealedStore.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import { timestamp } from '../view/text.ts';
import type { Intent, Intents } from './intents.ts';
import type { AnyWriteKind } from './kind.ts';
import { type FinishedIntent, viewOf } from './outcome.ts';

/** False if Discord refuses, e.g. an expired token. Throws any other error. */
type Answer = (interaction: Intent['interaction'] & { user: { id: string } }, view: MessageView) => Promise<boolean>;

export type DeliveryOptions = {
  editAnswer: Answer;
  /** Sends another private message about an interaction. */
  followUp: Answer;
  /** Undefined if it couldn't be sent. */
  sendDirectMessage: (discordUserId: string, view: MessageView) => Promise<unknown>;
  kinds: readonly AnyWriteKind[];
  intents: Intents;
  sealed: SealedStore;
  log: Logger;
};

export type Delivery = ReturnType<typeof createDelivery>;

/** Discord accepts an interaction's token for 15 minutes. */
const EDITABLE_MS = 14.5 * 60_000;
/** Ids of the writes whose outcomes couldn't be delivered. */
const UNDELIVERED = collection('write-untold', z.array(z.string()), {
  about: 'person',
  says: 'writes',
  wasUnsealed: true,
  keptForMs: 7 * 24 * 60 * 60_000,
});

/** Tells people what became of writes whose process died. */
export function createDelivery(options: DeliveryOptions) {
  const { sendDirectMessage, editAnswer, followUp, intents, log } = options;
  const { now, kept } = options.sealed;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
  const toView = (kind: AnyWriteKind, intent: FinishedIntent): MessageView =>
    viewOf(languageOf(intent.person.locale), kind, intent);

  return {
    /** Edits the answer or sends a DM. If both fail: false, and the next command shows it. */
    async tell(kind: AnyWriteKind, intent: FinishedIntent): Promise<boolean> {
      const { id, person, interaction, startedAt, confirms } = intent;
      const view = toView(kind, intent);
      // The message with the buttons must stay as it is while they work.
      const answer = confirms === undefined ? editAnswer : followUp;
      if (now() - startedAt < EDITABLE_MS && (await answer({ ...interaction, user: person }, view))) return true;
      const { errors } = KIT_TEXTS[languageOf(person.locale)];
      const heading = errors.aboutCommand(timestamp(new Date(startedAt)));
      if (await sendDirectMessage(person.id, withHeading(view, heading))) return true;
      const undelivered = kept(UNDELIVERED, { id: person.id, since: startedAt });
      await undelivered.locked(async () => undelivered.set([...((await undelivered.get()) ?? []), id]));
      return false;
    },
    /** Starts to read the outcomes that couldn't be delivered; the returned function shows them. */
    findUndelivered(personId: string): (show: (view: MessageView) => Promise<unknown>) => Promise<void> {
      const undelivered = kept(UNDELIVERED, { id: personId });
      const found = undelivered.get();
      found.catch(() => {});
      return async (show) => {
        if (!(await found)) return;
        // Another command of the person may have shown them meanwhile.
        const ids = (await undelivered.get()) ?? [];
        const told: string[] = [];
        const showOne = async (id: string): Promise<void> => {
          const intent = await intents.getOwn(id, personId);
          const kind = intent && kinds.get(intent.kind);
          if (!kind || !intent.outcome) return;
          const finished = { ...intent, outcome: intent.outcome };
          await show(toView(kind, finished));
          await intents.settle(finished);
        };
        // One that can't be shown is kept and doesn't block the others.
        for (const id of ids) {
          await showOne(id).then(
            () => told.push(id),
            (err: unknown) => log.error({ err, writeId: id }, 'could not tell what became of a write'),
          );
        }
        await undelivered.locked(async () => {
          const rest = ((await undelivered.get()) ?? []).filter((id) => !told.includes(id));
          if (rest.length > 0) await undelivered.set(rest);
          else await undelivered.delete();
        });
      };
    },
  };
}

function withHeading({ components, ...view }: MessageView, heading: string): MessageView {
  return { ...view, components: [{ type: ComponentType.TextDisplay, content: heading }, ...components] };
}
