import { type APIModalInteractionResponseCallbackData, InteractionType } from 'discord-api-types/v10';
import type { InteractionRecord, Progress } from '../interactions/interaction.ts';
import { numberComponents } from '../validation/components.ts';
import type { OpenModal } from './interactionHandle.ts';
import type { InteractionEvent } from './pageProtocol.ts';
import type { PersonView } from './personView.ts';

/** What becomes of a person's interactions, told to their page; and the modals that are open for them. */
export class PersonProgress {
  readonly #view: PersonView;
  readonly #tellEveryone: (event: InteractionEvent) => void;
  readonly #modals = new Map<string, { modal: OpenModal; record: InteractionRecord }>();
  readonly #answered = new WeakSet<InteractionRecord>();

  constructor(view: PersonView, tellEveryone: (event: InteractionEvent) => void) {
    this.#view = view;
    this.#tellEveryone = tellEveryone;
  }

  /** The open modal with this id. */
  modal(id: string): { modal: OpenModal; record: InteractionRecord } | undefined {
    return this.#modals.get(id);
  }

  closeModal(id: string): void {
    this.#modals.delete(id);
  }

  /** The interaction is on its way. */
  sent(record: InteractionRecord): void {
    if (record.type !== InteractionType.ApplicationCommandAutocomplete)
      this.#tellEveryone(toEvent(record, this.#view.now(), 'sent'));
  }

  /** Keeps a modal open until it is sent or closed. */
  openModal(record: InteractionRecord, { modal }: Progress & { kind: 'modal' }): OpenModal {
    const data = structuredClone(modal);
    numberComponents(data.components);
    const open: OpenModal = { id: record.id, interactionId: record.id, channelId: record.channel.id, data };
    this.#modals.set(open.id, { modal: open, record });
    return open;
  }

  /** Tells what happened; "answered" is told once. */
  report(record: InteractionRecord, progress: Progress, modal: OpenModal | undefined): void {
    if (record.type === InteractionType.ApplicationCommandAutocomplete) return;
    if (modal)
      this.#view.tell({
        type: 'modal',
        modalId: modal.id,
        interactionId: record.id,
        channelId: record.channel.id,
        modal: modal.data as unknown as APIModalInteractionResponseCallbackData,
      });
    if (progress.kind === 'thinking') this.#tellEveryone(toEvent(record, this.#view.now(), 'thinking'));
    if (progress.kind === 'missed') this.#tellEveryone(toEvent(record, this.#view.now(), 'didNotRespond'));
    if ((progress.kind !== 'message' && progress.kind !== 'modal') || this.#answered.has(record)) return;
    this.#answered.add(record);
    this.#tellEveryone(toEvent(record, this.#view.now(), 'answered'));
  }
}

function toEvent(record: InteractionRecord, at: string, state: InteractionEvent['state']): InteractionEvent {
  const kinds = { [InteractionType.MessageComponent]: 'component', [InteractionType.ModalSubmit]: 'modal' } as const;
  return {
    type: 'interaction',
    interactionId: record.id,
    userId: record.user.user.id,
    channelId: record.channel.id,
    kind: kinds[record.type as keyof typeof kinds] ?? 'command',
    name: record.name,
    label: record.label,
    messageId: record.source?.message.id ?? null,
    state,
    at: at,
  };
}
