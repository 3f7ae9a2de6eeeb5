import type { APIApplicationCommandOptionChoice, APIMessage } from 'discord-api-types/v10';
import type { InteractionRecord, Progress } from '../interactions/interaction.ts';
import type { ModalBody } from '../validation/modalRules.ts';

/** A modal the bot opened for a person. */
export interface OpenModal {
  id: string;
  interactionId: string;
  channelId: string;
  data: ModalBody;
}

/** The bot did not answer as expected: not in time, not before the token's end, or in another way. */
export class NoAnswer extends Error {
  readonly reason: 'missed' | 'expired' | 'otherwise';

  constructor(reason: NoAnswer['reason'], message: string) {
    super(message);
    this.name = 'NoAnswer';
    this.reason = reason;
  }
}

/** An interaction as its sender follows it. */
export class InteractionHandle {
  readonly #progress: Progress[] = [];
  readonly #waiting = new Set<() => void>();
  #record: InteractionRecord | null = null;
  #modal: OpenModal | null = null;

  get id(): string {
    return this.record.id;
  }

  get record(): InteractionRecord {
    if (!this.#record) throw new Error('The interaction has not started');
    return this.#record;
  }

  /** For the person that starts it. */
  begin(record: InteractionRecord): this {
    this.#record = record;
    return this;
  }

  /** For the person that starts it: what has just happened. */
  tell(progress: Progress, modal?: OpenModal): void {
    this.#progress.push(progress);
    if (modal) this.#modal = modal;
    for (const wake of [...this.#waiting]) wake();
  }

  /**
   * The message that answers: made, updated, or edited after a deferral; of a component that only deferred, the first message that follows.
   * As it is when the promise is awaited.
   *
   * @throws NoAnswer when nothing came in time or a modal came instead
   */
  async response(): Promise<APIMessage> {
    const progress = await this.#first(({ kind }) => kind === 'message', ['modal', 'choices']);
    return (progress as Progress & { kind: 'message' }).stored.message;
  }

  /** The follow-up with this number, the first being 0. */
  async followUp(index = 0): Promise<APIMessage> {
    let seen = -1;
    const made = new Set<unknown>();
    const progress = await this.#first((one) => {
      if (one.kind !== 'message' || !one.isFollowUp || made.has(one.stored)) return false;
      made.add(one.stored);
      seen += 1;
      return seen === index;
    }, []);
    return (progress as Progress & { kind: 'message' }).stored.message;
  }

  /** The modal that answers. @throws NoAnswer when something else came */
  async modal(): Promise<OpenModal> {
    await this.#first(({ kind }) => kind === 'modal', ['message', 'choices']);
    if (!this.#modal) throw new Error('The modal is gone');
    return this.#modal;
  }

  /** The choices that answer an autocomplete. */
  async choices(): Promise<APIApplicationCommandOptionChoice[]> {
    const progress = await this.#first(({ kind }) => kind === 'choices', []);
    return (progress as Progress & { kind: 'choices' }).choices;
  }

  /** Resolves with the first acknowledgment of any kind. @throws NoAnswer when it did not come in time */
  async acknowledged(): Promise<void> {
    await this.#first(({ kind }) => kind !== 'missed' && kind !== 'expired', []);
  }

  #first(isIt: (progress: Progress) => boolean, contrary: readonly Progress['kind'][]): Promise<Progress> {
    return new Promise((resolve, reject) => {
      let next = 0;
      const look = (): void => {
        for (; next < this.#progress.length; next += 1) {
          const progress = this.#progress[next] as Progress;
          const isEnd = progress.kind === 'missed' || progress.kind === 'expired' || contrary.includes(progress.kind);
          if (!isEnd && !isIt(progress)) continue;
          this.#waiting.delete(look);
          if (isEnd && !isIt(progress)) reject(toNoAnswer(this.record.name, progress.kind));
          else resolve(progress);
          return;
        }
      };
      this.#waiting.add(look);
      look();
    });
  }
}

function toNoAnswer(name: string, kind: Progress['kind']): NoAnswer {
  if (kind === 'missed') return new NoAnswer('missed', `The application did not respond to ${name}`);
  if (kind === 'expired') return new NoAnswer('expired', `The token of ${name} expired without an answer`);
  return new NoAnswer('otherwise', `${name} was answered with a ${kind}`);
}
