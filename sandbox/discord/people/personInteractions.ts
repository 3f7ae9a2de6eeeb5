import { type APIModalInteractionResponseCallbackData, InteractionType } from 'discord-api-types/v10';
import type { InteractionRecord, InteractionSeed, Progress } from '../interactions/interaction.ts';
import type { Interactions } from '../interactions/interactions.ts';
import type { Account } from '../world.ts';
import { InteractionHandle, type OpenModal } from './interactionHandle.ts';
import type { InteractionEvent } from './pageProtocol.ts';
import type { PersonView } from './personView.ts';
import { Refusal } from './refusal.ts';

export type PersonSeed = Omit<InteractionSeed, 'user' | 'onProgress'>;

/** The page's words for the stages that it shows. */
const STATES: Partial<Record<Progress['kind'], InteractionEvent['state']>> = {
  thinking: 'thinking',
  message: 'answered',
  modal: 'answered',
  missed: 'didNotRespond',
};

const KINDS: Partial<Record<InteractionType, InteractionEvent['kind']>> = {
  [InteractionType.ApplicationCommand]: 'command',
  [InteractionType.MessageComponent]: 'component',
  [InteractionType.ModalSubmit]: 'modal',
};

type Parts = {
  account: Account;
  view: PersonView;
  interactions: Interactions;
  notifyEveryone: (event: InteractionEvent) => void;
};

/** Starts a person's interactions, reports them to the pages, and keeps open modals. */
export class PersonInteractions {
  readonly #parts: Parts;
  readonly #modals = new Map<string, OpenModal & { record: InteractionRecord }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(seed: PersonSeed): InteractionHandle {
    const reported = new Set<InteractionEvent['state']>();
    const onProgress = (progress: Progress): void => {
      if (progress.kind === 'modal') this.#open(handle.record, progress);
      handle.notify(progress);
      const state = STATES[progress.kind];
      if (!state || reported.has(state)) return;
      reported.add(state);
      this.#report(handle.record, state);
    };
    const { interactions, account: user } = this.#parts;
    const handle = new InteractionHandle(interactions.start({ ...seed, user, onProgress }));
    this.#report(handle.record, 'sent');
    return handle;
  }

  /** The modal and the interaction that opened it. @throws Refusal `not_found` */
  modal(id: string): OpenModal & { record: InteractionRecord } {
    const open = this.#modals.get(id);
    if (!open) throw new Refusal('not_found', 'The modal is not open');
    return open;
  }

  closeModal(id: string): void {
    this.#modals.delete(id);
  }

  #open(record: InteractionRecord, { modal }: Progress & { kind: 'modal' }): void {
    this.#modals.set(record.id, { id: record.id, data: modal, record });
    this.#parts.view.notify({
      type: 'modal',
      modalId: record.id,
      interactionId: record.id,
      channelId: record.channel.id,
      modal: modal as unknown as APIModalInteractionResponseCallbackData,
    });
  }

  /** Suggestions for a text that someone types aren't reported. */
  #report({ id, type, channel, name, label, source }: InteractionRecord, state: InteractionEvent['state']): void {
    const kind = KINDS[type];
    if (!kind) return;
    const { account, view, notifyEveryone } = this.#parts;
    notifyEveryone({
      type: 'interaction',
      interactionId: id,
      userId: account.user.id,
      channelId: channel.id,
      kind,
      name,
      label,
      messageId: source?.message.id ?? null,
      state,
      at: view.now(),
    });
  }
}
