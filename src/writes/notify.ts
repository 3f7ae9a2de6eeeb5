import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Keeping, Owner } from '../account/sealedStore.ts';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import { timestamp } from '../view/text.ts';
import { type Change, type State, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import { markNotified, noteMessage } from './transitions.ts';

type Interaction = State['interaction'] & { user: { id: string } };
/** False if Discord refuses, e.g. an expired token. Throws any other error. */
type Respond = (interaction: Interaction, view: MessageView) => Promise<boolean>;

/** The person and interaction to notify; `startedAt` in ms since the epoch. */
type About = Pick<Change, 'id' | 'person' | 'interaction' | 'startedAt'>;

export type NotifierParts = {
  changes: Pick<Changes, 'edit' | 'now' | 'get'>;
  kept: Keeping['kept'];
  /** The change's progress, report or receipt; undefined if its kind is unknown. */
  viewOf: (change: Change) => MessageView | undefined | Promise<MessageView | undefined>;
  /** Replaces the progress once the report was sent. */
  endedView: (change: Change) => MessageView;
  editResponse: Respond;
  /** Sends another private message about an interaction. */
  followUp: Respond;
  /** Undefined if it couldn't be sent. */
  sendDirectMessage: (userId: string, view: MessageView, isSilent?: boolean) => Promise<URL | undefined>;
  editMessage: (message: URL, userId: string, view: MessageView) => Promise<boolean>;
  /** Rejects when the process is about to end. */
  wait: (ms: number) => Promise<unknown>;
  log: Logger;
};

export type Notifier = ReturnType<typeof createNotifier>;

const PROGRESS_EVERY_MS = 3_000;
/** Less than the lease of a change, which another process takes over after that. */
const MAX_PROGRESS_AGE_MS = 10_000;
/** Discord accepts an interaction's token for 15 minutes. */
const EDITABLE_MS = 14.5 * 60_000;
/** Delays before each attempt to notify a person of a change's end. */
const TRY_DELAYS_MS = [0, 3_000, 10_000];
/** Ids of each person's changes whose end couldn't be reported. */
const UNDELIVERED = collection('write-untold', z.array(z.string()), {
  ...({ about: 'person', says: 'writes', wasUnsealed: true } as const),
  keptForMs: 7 * 24 * 60 * 60_000,
});

/** Shows people their changes' progress and reports their end. */
export function createNotifier(parts: NotifierParts) {
  const { changes, kept, viewOf, endedView, editResponse, followUp, sendDirectMessage, editMessage } = parts;
  const { wait, log } = parts;
  /** Lists to show soon, and those whose person accepts no direct messages. */
  const waiting = new Map<string, Change>();
  const closed = new Set<string>();
  const interactionOf = ({ interaction, person }: About): Interaction => ({ ...interaction, user: person });
  const toOwner = ({ person: { id }, startedAt }: About): Owner => ({ id, since: startedAt });
  const isEditable = ({ startedAt }: About): boolean => changes.now() - startedAt < EDITABLE_MS;

  /** Edits the response, or after 15 minutes one direct message. Throws if Discord is down. */
  const show = async (change: Change, view: MessageView): Promise<void> => {
    if (isEditable(change) && (await editResponse(interactionOf(change), view))) return;
    const { person, messageUrl, phase } = change;
    const key = toKey(change);
    if (messageUrl !== undefined) return void (await editMessage(new URL(messageUrl), person.id, view));
    if (closed.has(key) || phase === 'ended') return;
    const url = await sendDirectMessage(person.id, view, true);
    if (url) await changes.edit(key, noteMessage(url));
    else closed.add(key);
  };
  /** Never rejects, because /account shows it too. False if Discord doesn't respond. */
  const tryToShow = async (change: Change, known?: MessageView): Promise<boolean> => {
    try {
      const view = known ?? (await viewOf(change));
      if (view) await show(change, view);
      return true;
    } catch (err) {
      log.info({ err, changeId: change.id }, 'could not show the progress of a change');
      return false;
    }
  };
  /** Edits the list of outcomes that the person's next command shows. */
  const editUndelivered = (owner: Owner, edit: (ids: string[]) => string[]): Promise<void> => {
    const undelivered = kept(UNDELIVERED, owner);
    return undelivered.locked(async () => {
      const before = (await undelivered.get()) ?? [];
      const ids = edit(before);
      if (ids.length > 0) await undelivered.set(ids);
      else if (before.length > 0) await undelivered.delete();
    });
  };

  /** Responds to the interaction, or else sends a direct message; false if both failed. */
  const notify = async (about: About, view: MessageView, respond: Respond): Promise<boolean> => {
    if (isEditable(about) && (await respond(interactionOf(about), view).catch(() => false))) return true;
    const { errors } = KIT_TEXTS[languageOf(about.person.locale)];
    const heading = errors.aboutCommand(timestamp(new Date(about.startedAt)));
    const message = await sendDirectMessage(about.person.id, withHeading(view, heading)).catch(() => undefined);
    return message !== undefined;
  };
  /** Retries for some seconds. If that fails, the person's next command shows it. */
  const notifyWithRetries = async (about: About, view: MessageView, respond: Respond): Promise<boolean> => {
    for (const delayMs of TRY_DELAYS_MS) {
      if (delayMs > 0) await wait(delayMs);
      if (await notify(about, view, respond)) return true;
    }
    await editUndelivered(toOwner(about), (ids) => [...new Set([...ids, about.id])]);
    return false;
  };

  return {
    /** Shows the list soon, at most every {@link PROGRESS_EVERY_MS}. */
    progress(change: Change): void {
      const key = toKey(change);
      const isWaiting = waiting.has(key);
      waiting.set(key, change);
      if (isWaiting) return;
      const sinceAsked = stopwatch();
      setTimeout(() => {
        const newest = waiting.get(key);
        waiting.delete(key);
        // If this process slept, another one may have ended the list, and its report must stay.
        if (newest && sinceAsked() < MAX_PROGRESS_AGE_MS) void tryToShow(newest);
      }, PROGRESS_EVERY_MS).unref();
    },
    /** Shows at once why the list waits. */
    async pause(change: Change): Promise<void> {
      waiting.delete(toKey(change));
      await tryToShow(change);
    },
    /** Sends a list's report as a new message, which notifies; a single change's receipt replaces
     * its message. False if the old message still shows progress. Throws if the store fails or the
     * process stops. */
    async report(change: Change): Promise<boolean> {
      const [key, view, isList] = [toKey(change), await viewOf(change), change.mode === 'list'];
      waiting.delete(key);
      closed.delete(key);
      const isNotified =
        view !== undefined && (await notifyWithRetries(change, view, isList ? followUp : editResponse));
      if (isNotified) await editUndelivered(toOwner(change), (ids) => ids.filter((id) => id !== change.id));
      return (isNotified && !isList) || (await tryToShow(change, isNotified ? endedView(change) : view));
    },
    /** Says that nothing was sent: in the message, or below it if its buttons still work. */
    notifyUnsent: (about: About, view: MessageView, isUsable: boolean): Promise<boolean> =>
      notify(about, view, isUsable ? followUp : editResponse),
    /** Starts reading undelivered outcomes; the returned function shows them. */
    findUndelivered(personId: string): (show: (view: MessageView) => Promise<unknown>) => Promise<void> {
      const undelivered = kept(UNDELIVERED, { id: personId });
      const found = undelivered.get();
      found.catch(() => {});
      return async (show) => {
        if (!(await found)) return;
        // Another command of the person may have shown them meanwhile.
        const ids = (await undelivered.get()) ?? [];
        const notified: string[] = [];
        const showOne = async (id: string): Promise<void> => {
          const key = toKey({ id, person: { id: personId } });
          const change = await changes.get(key);
          const view = change?.phase === 'ended' && (await viewOf(change));
          if (!view) return;
          await show(view);
          await changes.edit(key, markNotified());
          await tryToShow(change, change.mode === 'list' ? endedView(change) : view);
        };
        // One that can't be shown is kept and doesn't block the others.
        for (const id of ids)
          await showOne(id).then(
            () => notified.push(id),
            (err: unknown) => log.error({ err, changeId: id }, 'could not report a change'),
          );
        await editUndelivered({ id: personId }, (ids) => ids.filter((id) => !notified.includes(id)));
      };
    },
  };
}

function withHeading({ components, ...view }: MessageView, heading: string): MessageView {
  return { ...view, components: [{ type: ComponentType.TextDisplay, content: heading }, ...components] };
}
