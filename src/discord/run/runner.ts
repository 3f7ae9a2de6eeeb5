import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError } from 'discord.js';
import { GameError } from '../../game/errors.ts';
import { withTimeout } from '../../time/withTimeout.ts';
import type { KitTexts } from '../../view/en.ts';
import {
  AsksFirst,
  type Effect,
  explain,
  explanationView,
  isUnavailable,
  mayTryAgain,
  noticeView,
} from '../../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../../view/language.ts';
import type { MessageView, ModalView } from '../../view/message.ts';
import { noteChangesOf, type Work } from '../../work.ts';
import type { Expected } from '../../writes/kind.ts';
import type { Visibility } from '../connection/responses.ts';
import { errorView, hasForm } from './again.ts';
import {
  type Attempt,
  CommandFailed,
  claimInteraction,
  PENDING_COMMAND,
  type Typed,
  withQuotaFooter,
} from './attempt.ts';
import { Deadline } from './deadline.ts';
import { replaceErrorNote } from './errorNotes.ts';
import { createExpiries } from './expiries.ts';
import { type ContextSources, toOrigin } from './handlerContext.ts';
import { createLateExplanations, type LateExplanations } from './lateExplanations.ts';
import { noteElsewhere, noteResult } from './observe.ts';
import { type Answerable, Reply } from './reply.ts';

/** `replacesErrors`: the component's message was only an error, so it shows the next one itself.
 * `ticketIn`: the message whose buttons have a ticket. `typed`: input to give back in an error. */
type RunOptions = {
  needsNoStore?: boolean | undefined;
  replacesErrors?: boolean;
  ticketIn?: string | undefined;
  typed?: Typed;
};

type Doing = {
  doing: Work;
  /** It makes a single change. */
  isSingle: boolean;
  /** The work after an explanation that Discord took only later. */
  afterLate: (shown: { messageId: string | undefined }) => Promise<void>;
};

const INVALID_FORM_BODY = 50035;
/** Max time to build a modal: Discord must have it within 3 s. */
const MODAL_MS = 2_000;
/** A read defers after this long; Discord accepts a first response within 3 s. */
const FIRST_RESPONSE_MS = 1_000;
/** Max time that a write waits for the store before it's acknowledged. */
const MAX_NOTE_WAIT_MS = 500;
/** Delay before the note that the game is slow. */
export const SLOW_MS = 6_000;
/** Delay before the note that a write is still being checked; reads have ended by then. */
const STILL_CHECKING_MS = 15_000;

export class InteractionRunner {
  readonly expiries: ReturnType<typeof createExpiries>;
  readonly #sources: ContextSources;
  readonly #explanations: LateExplanations;

  constructor(sources: ContextSources) {
    this.#sources = sources;
    this.expiries = createExpiries(sources);
    this.#explanations = createLateExplanations(sources);
  }

  /** Does the work and shows the result, unless another process handles this interaction. A read
   * responds directly if it's ready within a second. A write is stored, then acknowledged: if this
   * process dies, another one still tells the person. */
  async run(
    interaction: Answerable,
    visibility: Visibility,
    expected: Expected | undefined,
    work: (attempt: Attempt) => Promise<MessageView>,
    { needsNoStore = false, ...options }: RunOptions = {},
  ): Promise<void> {
    const { log, stopSoon, services } = this.#sources;
    const reply = this.#createReply(interaction, visibility);
    const usage = { budgets: new Set<string>(), cached: 0 };
    const since = services.now();
    // Sent together with the claim: one round trip to the store.
    const link = services.links.get(interaction.user.id);
    const showUndelivered = services.notifier.findUndelivered(interaction.user.id);
    link.catch(() => {});
    const deadline = new Deadline(stopSoon);
    const afterwards: (() => Promise<void>)[] = [];
    const attempt: Attempt = { usage, afterReply: (work) => afterwards.push(work), reply, deadline, since, link };
    const doing: Work = { hasChanged: false, isOver: false };
    let noting: Promise<(() => Promise<void>) | void> | undefined;
    const whenAnswered = async (): Promise<void> => await (await noting)?.();
    const deferring = setTimeout(() => {
      reply.defer().catch((err: unknown) => log.warn({ err }, 'could not defer an answer'));
    }, FIRST_RESPONSE_MS);
    try {
      const claim = await claimInteraction(services, interaction.id);
      // Only the process that responds notes the write.
      if (claim === 'ours' && expected) noting = this.#noteWrite(interaction, since, expected);
      if (expected && claim !== 'theirs') {
        if (noting) await Promise.race([noting, sleep(MAX_NOTE_WAIT_MS, undefined, { ref: false })]);
        await reply.defer();
      }
      // If the store doesn't answer, the first process to reach Discord says so.
      const isOurs = claim === 'ours' || (claim !== 'theirs' && (await reply.defer()));
      if (!isOurs) {
        noteElsewhere(log);
        return await whenAnswered();
      }
      const { ticketIn } = options;
      const tidy = async (error: { messageId: string | undefined } | undefined) =>
        ticketIn && (await replaceErrorNote(this.#sources, interaction, since, ticketIn, error));
      const runAll = async (works: readonly (() => Promise<unknown>)[]): Promise<void> => {
        for (const next of works)
          await next().catch((err: unknown) => log.error({ err }, 'work after an answer failed'));
      };
      const error = await this.#answer(
        interaction,
        attempt,
        async () => {
          await noting;
          if (claim !== 'ours' && !needsNoStore) throw claim.problem;
          return await noteChangesOf(doing, () => work(attempt));
        },
        {
          ...options,
          doing,
          isSingle: expected !== undefined,
          afterLate: (shown) => runAll([...afterwards, () => tidy(shown)]),
        },
      );
      const shown = () => showUndelivered((view) => reply.followUp(view));
      await runAll([whenAnswered, ...afterwards, () => tidy(error), shown]);
    } catch (error) {
      await whenAnswered();
      throw error;
    } finally {
      clearTimeout(deferring);
      deadline.end();
    }
  }

  /** Opens a modal, unless another process has this interaction; explains why it can't be made. */
  async openModal(interaction: Answerable, make: () => ModalView | Promise<ModalView>): Promise<void> {
    const making = withTimeout(Promise.resolve().then(make), MODAL_MS).catch((err: unknown) => ({ err }));
    await this.#respond(interaction, async (reply) => {
      const made = await making;
      if (!('err' in made)) return await reply.respond(() => this.#sources.responses.openModal(interaction, made));
      return await reply.notify(await this.#explain(interaction, KIT_TEXTS[languageOf(interaction.locale)], made.err));
    });
  }

  /** Shows a private notice, unless another process has this interaction. */
  async notify(interaction: Answerable, say: (texts: KitTexts) => string): Promise<void> {
    const sentence = say(KIT_TEXTS[languageOf(interaction.locale)]);
    await this.#respond(interaction, (reply) => reply.notify(noticeView(sentence, 'warning')));
  }

  async #respond(interaction: Answerable, respond: (reply: Reply) => Promise<boolean>): Promise<void> {
    const { services, log } = this.#sources;
    const claim = claimInteraction(services, interaction.id);
    // Discord's limit of 3 s applies even if the store is slow.
    const known = await Promise.race([claim, sleep(FIRST_RESPONSE_MS, undefined, { ref: false })]);
    if (known === 'theirs') noteElsewhere(log);
    else await respond(this.#createReply(interaction, 'private'));
  }

  /** Failures are only logged: the work needs the store too and will report them. */
  #noteWrite(interaction: Answerable, since: number, expected: Expected): Promise<(() => Promise<void>) | void> {
    const noting = this.#sources.services.writes.noteStart(toOrigin(interaction, since), expected);
    return noting.catch((err: unknown) =>
      this.#sources.log.warn({ err }, 'could not note a write before its command was acknowledged'),
    );
  }

  /** Shows the result; before it, notes that the game is slow or a write is still being checked. */
  async #answer(
    interaction: Answerable,
    attempt: Attempt,
    work: () => Promise<MessageView>,
    { replacesErrors = false, typed, ticketIn, doing, isSingle, afterLate }: RunOptions & Doing,
  ): Promise<{ messageId: string | undefined } | undefined> {
    const texts = KIT_TEXTS[languageOf(interaction.locale)];
    const { reply, deadline, usage, since } = attempt;
    const note = async (sentence: string): Promise<void> => {
      try {
        const messageId = await reply.showNote(noticeView(sentence));
        // If this process dies, another one can delete the note.
        if (messageId && ticketIn) await replaceErrorNote(this.#sources, interaction, since, ticketIn, { messageId });
      } catch (err) {
        this.#sources.log.warn({ err }, 'could not show that the game is slow');
      }
    };
    const timers = [
      setTimeout(() => {
        if (!reply.isPending) void note(texts.errors.slow);
      }, SLOW_MS),
      setTimeout(() => {
        if (deadline.isWriting) void note(texts.errors.stillChecking);
      }, STILL_CHECKING_MS),
    ];
    let failure: MessageView | undefined;
    let view: MessageView | undefined;
    try {
      view = await deadline.bound(work());
    } catch (err) {
      // Work that goes on, although its person reads that it stopped, can't begin a change.
      doing.isOver = true;
      const made = isSingle ? 'all' : 'part';
      failure = await this.#explain(interaction, texts, err, typed, since, doing.hasChanged ? made : undefined);
    } finally {
      timers.forEach(clearTimeout);
    }
    const about = messageIdOf(interaction);
    if (failure) {
      const explanation = failure;
      const showInPlace = () => reply.show(explanation).then(() => undefined);
      const show = replacesErrors ? showInPlace : () => reply.showError(explanation);
      const messageId = await this.#explanations.show(show, about, afterLate);
      this.#explanations.noteAnswer(about);
      return replacesErrors ? undefined : { messageId };
    }
    if (!view) return;
    await reply.show(await withQuotaFooter(this.#sources, interaction.user.id, texts, view, usage));
    this.#explanations.noteAnswer(about);
    if (view.expiry) this.expiries.watch(interaction, view.expiry);
  }

  async #explain(
    interaction: Answerable,
    texts: KitTexts,
    thrown: unknown,
    typed: Typed = { texts: [] },
    since?: number,
    effect?: Effect,
  ): Promise<MessageView> {
    const failed = thrown instanceof CommandFailed ? thrown : new CommandFailed(undefined, thrown, typed);
    const err = failed.cause;
    const explanation = explain(texts, err, effect);
    if (!explanation) return errorView(texts, this.#toUnknownError(texts, err), failed, undefined);
    noteResult(isUnavailable(err) ? 'unavailable' : 'explained');
    const isBad = explanation.tone === 'bad';
    this.#sources.log[isBad ? 'warn' : 'info']({ err }, 'an interaction ended with an explanation');
    const { services, logInId } = this.#sources;
    const { action, sentence } = explanation;
    const mayRun = action || (!explanation.mayBeDone && mayTryAgain(err, hasForm(failed)));
    const run = mayRun && failed.run && { ...failed.run, scopes: action?.scopes, isAsked: err instanceof AsksFirst };
    const issuing = run && services.tickets.issue(PENDING_COMMAND, { id: interaction.user.id, since }, run);
    const ticket = await (issuing || undefined)?.catch(() => undefined);
    if (!action) return errorView(texts, explanation, failed, ticket);
    const next = err instanceof GameError && (ticket ? texts.errors.kept : texts.errors.runAgain);
    const shown = { ...explanation, sentence: next ? `${sentence} ${next}` : sentence };
    return explanationView(shown, (scopes) => logInId({ waiting: ticket, scopes }));
  }

  /** If Discord refuses a view, an error replaces it, or "thinking…" would stay forever. */
  #createReply(interaction: Answerable, visibility: Visibility): Reply {
    const { responses } = this.#sources;
    const orError = <T>(view: MessageView, send: (view: MessageView) => Promise<T>): Promise<T> =>
      send(view).catch((err: unknown) => {
        if (!(err instanceof DiscordAPIError) || err.code !== INVALID_FORM_BODY) throw err;
        return send(explanationView(this.#toUnknownError(KIT_TEXTS[languageOf(interaction.locale)], err)));
      });
    return new Reply(interaction, visibility, {
      ...responses,
      show: (to, as, view) => orError(view, (shown) => responses.show(to, as, shown)),
      edit: (to, view) => orError(view, (shown) => responses.edit(to, shown)),
      followUp: (to, view) => orError(view, (shown) => responses.followUp(to, shown)),
    });
  }

  /** A neutral sentence with a code that is also in the log. */
  #toUnknownError(texts: KitTexts, err: unknown) {
    noteResult('failed');
    const reference = randomBytes(4).toString('hex');
    this.#sources.log.error({ err, reference }, 'an interaction failed');
    return { sentence: texts.errors.unknown(reference), tone: 'bad' } as const;
  }
}

/** The message whose component or form this is. */
function messageIdOf(interaction: Answerable): string | undefined {
  const hasMessage = interaction.isMessageComponent() || interaction.isModalSubmit();
  return hasMessage ? interaction.message?.id : undefined;
}
