import { randomBytes } from 'node:crypto';
import { DiscordAPIError } from 'discord.js';
import { z } from 'zod';
import type { Scope } from '../game/scopes.ts';
import { explain, explanationView, noticeView } from '../view/errorView.ts';
import { withFooter } from '../view/footer.ts';
import type { MessageView } from '../view/message.ts';
import type { KitMessages } from '../view/messages.ts';
import { scarceLine } from '../view/quotaLines.ts';
import type { Answerable, ContextSources } from './handlerContext.ts';
import { toPayload, toPrivatePayload } from './payload.ts';
import { createTally, findScarce, type Tally } from './tally.ts';
import type { TicketKind } from './tickets.ts';

/** A run of a slash command, as it can be repeated after a login. */
export type Run = { path: string[]; values: Record<string, string | number | boolean> };

/** What is known of the work while it goes on: which command waits should a login be missing, what it cost, and what follows it. */
export type Attempt = { waiting?: Run; tally: Tally; whenShown: (() => Promise<void>)[] };

/** Where a view goes: a message for the person alone, one for everybody, or into the message that the component is on. */
export type Place = 'private' | 'public' | 'update';

/** `whenShown` is to be run once the view was shown. */
export type Outcome = { view: MessageView; hasFailed: boolean; whenShown: readonly (() => Promise<void>)[] };

/** Tickets of commands that a missing login or permission had stopped. */
export const AGAIN: TicketKind<Run> = {
  name: 'again',
  schema: z.object({
    path: z.array(z.string()),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
  ttlMs: 30 * 60_000,
};

const INVALID_FORM_BODY = 50035;

/** In the place of a ticket where no command waits for the login. */
const WITHOUT_TICKET = '-';

/** Runs the work of interactions and makes a view of whatever comes of it. */
export class Attempts {
  readonly #sources: ContextSources;

  constructor(sources: ContextSources) {
    this.#sources = sources;
  }

  /** The view, or the reply for what was thrown; what nobody foresaw gets a reference that stands in the log. */
  async make(
    interaction: Answerable,
    messages: KitMessages,
    work: (attempt: Attempt) => Promise<MessageView>,
  ): Promise<Outcome> {
    const { log } = this.#sources;
    const attempt: Attempt = { tally: createTally(), whenShown: [] };
    const { whenShown } = attempt;
    try {
      const view = await work(attempt);
      return { view: await this.#withCosts(interaction, messages, view, attempt.tally), hasFailed: false, whenShown };
    } catch (err) {
      const explanation = explain(messages, err);
      if (!explanation) return { view: this.#toUnforeseen(interaction, messages, err), hasFailed: true, whenShown };
      const isBad = explanation.tone === 'bad';
      log[isBad ? 'warn' : 'info']({ err, ...whereOf(interaction) }, 'an interaction ended with an explanation');
      const logInId = explanation.action ? await this.#createLogInId(interaction.user.id, attempt.waiting) : () => '';
      return { view: explanationView(explanation, logInId), hasFailed: true, whenShown };
    }
  }

  /** Shows the result. One that Discord does not take must not leave the person with "thinking" for ever. */
  async show(interaction: Answerable, messages: KitMessages, place: Place, outcome: Outcome): Promise<void> {
    try {
      if (outcome.hasFailed) await this.#tell(interaction, place, outcome.view);
      else await interaction.editReply(toPayload(outcome.view));
    } catch (err) {
      if (!(err instanceof DiscordAPIError) || err.code !== INVALID_FORM_BODY) throw err;
      await interaction.editReply(toPayload(this.#toUnforeseen(interaction, messages, err)));
      return;
    }
    await this.#follow(interaction, outcome);
  }

  /** Does what follows an answer that was shown: what waited for it, and what could not be told before. Never rejects. */
  async #follow(interaction: Answerable, { whenShown }: Outcome): Promise<void> {
    const { log, services } = this.#sources;
    const tell = () =>
      services.takeover.tellUntold(interaction.user.id, async (view) => {
        await interaction.followUp(toPrivatePayload(view));
      });
    for (const work of [...whenShown, tell]) {
      await work().catch((err: unknown) =>
        log.error({ err, ...whereOf(interaction) }, 'what follows an answer failed'),
      );
    }
  }

  /** Tells the person alone what went wrong; beside the message of a component, whose buttons stay. */
  async #tell(interaction: Answerable, place: Place, view: MessageView): Promise<void> {
    // Beside a public placeholder the first message would be public too.
    const problem = place === 'public' ? await interaction.deleteReply().catch((err: Error) => err) : place;
    if (problem === undefined || place === 'update') await interaction.followUp(toPrivatePayload(view));
    else await interaction.editReply(toPayload(view));
  }

  /** Says how many requests are left where few are; that it cannot be said must not cost the person the answer. */
  async #withCosts(
    interaction: Answerable,
    messages: KitMessages,
    view: MessageView,
    tally: Tally,
  ): Promise<MessageView> {
    const { services, log } = this.#sources;
    const quotaOf = (budget: string) => services.quotaOf(budget, services.budgetOf(interaction.user.id));
    const scarce = await findScarce(tally, quotaOf).catch((err: unknown) => {
      log.warn({ err }, 'could not tell how many requests are left');
      return undefined;
    });
    return scarce ? withFooter(view, scarceLine(messages, scarce, tally.kept)) : view;
  }

  /** A neutral sentence, whose reference stands in the log beside what happened. */
  #toUnforeseen(interaction: Answerable, messages: KitMessages, err: unknown): MessageView {
    const reference = randomBytes(4).toString('hex');
    this.#sources.log.error({ err, reference, ...whereOf(interaction) }, 'an interaction failed');
    return noticeView(messages.errors.unknown(reference), 'bad');
  }

  /** The custom id of the button that begins the missing login. */
  async #createLogInId(owner: string, waiting: Run | undefined): Promise<(scopes: Scope[]) => string> {
    const issuing = waiting
      ? this.#sources.services.tickets.issue(AGAIN, owner, waiting)
      : Promise.resolve(WITHOUT_TICKET);
    const ticket = await issuing.catch(() => WITHOUT_TICKET);
    return (scopes) => this.#sources.ids('login', owner)('start', { waiting: ticket, scopes });
  }
}

function whereOf(interaction: Answerable): { userId: string; interaction: string } {
  // What stands behind command and action in a custom id may be a ticket, or a name.
  const name = interaction.isCommand() ? `/${interaction.commandName}` : interaction.customId.split('/', 2).join('/');
  return { userId: interaction.user.id, interaction: name };
}
