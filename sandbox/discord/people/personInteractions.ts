import type { InteractionRecord, InteractionSeed, Progress } from '../interactions/interaction.ts';
import { toInteraction } from '../interactions/payload.ts';
import type { Services } from '../rest/route.ts';
import type { Account } from '../world.ts';
import { InteractionHandle, type OpenModal } from './interactionHandle.ts';
import type { InteractionEvent } from './pageProtocol.ts';
import { PersonProgress } from './personProgress.ts';
import type { PersonView } from './personView.ts';

/** What a person does, before it is known who they are and who listens. */
export type PersonSeed = Omit<InteractionSeed, 'user' | 'onProgress'>;

/** A person's end of every interaction: begins it, and hears what becomes of it, for the handle and for their page. */
export class PersonInteractions {
  readonly #account: Account;
  readonly #services: Services;
  readonly #progress: PersonProgress;

  constructor(account: Account, view: PersonView, services: Services, tellEveryone: (event: InteractionEvent) => void) {
    this.#account = account;
    this.#services = services;
    this.#progress = new PersonProgress(view, tellEveryone);
  }

  /** Sends an interaction to the bot. `data` is asked for once it has an id. */
  start(seed: PersonSeed, data: () => unknown): InteractionHandle {
    const { interactions, world } = this.#services;
    const handle = new InteractionHandle();
    let record: InteractionRecord | null = null;
    const onProgress = (progress: Progress): void => {
      const modal = progress.kind === 'modal' && record ? this.#progress.openModal(record, progress) : undefined;
      handle.tell(progress, modal);
      if (record) this.#progress.report(record, progress, modal);
    };
    record = interactions.start({ ...seed, user: this.#account, onProgress }, (started) => {
      record = started;
      handle.begin(started);
      this.#progress.sent(started);
      return toInteraction(world, started, data());
    });
    return handle.begin(record);
  }

  /** The open modal with this id, and the interaction that opened it. */
  modal(id: string): { modal: OpenModal; record: InteractionRecord } | undefined {
    return this.#progress.modal(id);
  }

  /** Closes a modal; the bot is not told. */
  closeModal(id: string): void {
    this.#progress.closeModal(id);
  }
}
