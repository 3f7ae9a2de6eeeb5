import type { APIApplicationCommandOptionChoice, APIMessage } from 'discord-api-types/v10';
import type { InteractionRecord, Progress } from '../interactions/interaction.ts';
import type { ModalBody } from '../validation/modalRules.ts';

export type OpenModal = { id: string; data: ModalBody };

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'missed' | 'expired' | 'otherwise';

  constructor(reason: NoAnswer['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

type Kind = Progress['kind'];
type ProgressOf<Wanted extends Kind> = Extract<Progress, { kind: Wanted }>;

export class InteractionHandle {
  readonly record: InteractionRecord;
  readonly #progress: Progress[] = [];
  #more = Promise.withResolvers<void>();

  constructor(record: InteractionRecord) {
    this.record = record;
  }

  get id(): string {
    return this.record.id;
  }

  notify(progress: Progress): void {
    this.#progress.push(progress);
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }

  /**
   * The response as a message: created, updated, or edited after a deferral; after a component's
   * bare deferral, the first message that follows. In its state when the promise is awaited.
   *
   * @throws NoAnswer if none came in time, or a modal instead
   */
  async response(): Promise<APIMessage> {
    const { stored } = await this.#find(['message'], ['modal', 'choices']);
    return stored.message;
  }

  async followUp(): Promise<APIMessage> {
    const { stored } = await this.#find(['message'], [], ({ isFollowUp }) => isFollowUp);
    return stored.message;
  }

  /** The response as a modal. @throws NoAnswer if something else came */
  async modal(): Promise<OpenModal> {
    const { modal } = await this.#find(['modal'], ['message', 'choices']);
    return { id: this.id, data: modal };
  }

  async choices(): Promise<APIApplicationCommandOptionChoice[]> {
    const { choices } = await this.#find(['choices']);
    return choices;
  }

  /** Resolves at the first acknowledgment of any kind. @throws NoAnswer if none came in time */
  async acknowledged(): Promise<void> {
    await this.#find(['thinking', 'message', 'modal', 'choices']);
  }

  async #find<Wanted extends Kind>(
    wanted: readonly Wanted[],
    excluded: readonly Kind[] = [],
    isMatch: (progress: ProgressOf<Wanted>) => boolean = () => true,
  ): Promise<ProgressOf<Wanted>> {
    const isWanted = (progress: Progress): progress is ProgressOf<Wanted> =>
      (wanted as readonly Kind[]).includes(progress.kind);
    for (let next = 0; ; next += 1) {
      while (next === this.#progress.length) await this.#more.promise;
      const progress = this.#progress[next] as Progress;
      if (isWanted(progress) && isMatch(progress)) return progress;
      const { kind } = progress;
      const { name } = this.record;
      if (kind === 'missed') throw new NoAnswer('missed', `The application did not respond to ${name}`);
      if (kind === 'expired') throw new NoAnswer('expired', `The token of ${name} expired without an answer`);
      if (excluded.includes(kind)) throw new NoAnswer('otherwise', `${name} was answered with a ${kind}`);
    }
  }
}
