import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeView } from '../../src/view/errorView.ts';
import type { Change } from '../../src/writes/change.ts';
import { createNotifier, type Notifier } from '../../src/writes/notify.ts';
import { textOf } from '../support/messages.ts';

const MINUTE_MS = 60_000;
const FAILED = ['follow-up 2 done failed', 'loud DM 2 done failed'];
let shown: string[];
let takesDms: boolean;
/** Until then, Discord responds with 5xx. */
let downUntil: number;
let takesFollowUps: boolean;
let isStopping: boolean;
let stored: Change;
let notifier: Notifier;
const list = (changes: Partial<Change> = {}): Change => ({ ...stored, ...changes });
const count = (one: Change): string => `${one.rows.filter(({ state }) => state === 'done').length} done`;
const done = (number: number) => ({
  rows: Array.from({ length: number }, () => ({ data: 1, state: 'done' as const })),
});
const ended = (number: number): Change => {
  stored = list({ ...done(number), phase: 'ended', finishedAt: Date.now() });
  return stored;
};

/** Ids of the messages in the next command's response. */
let ids: string[] | undefined;
const undelivered = {
  get: async () => ids,
  set: async (all?: string[]) => {
    ids = all;
  },
  delete: () => undelivered.set(),
  locked: (work: () => Promise<unknown>) => work(),
};

/** A request to Discord, and its response. */
async function send(text: string): Promise<true> {
  const isDown = Date.now() < downUntil;
  shown.push(isDown ? `${text} failed` : text);
  if (isDown) throw new Error('503');
  return true;
}

function createNotifying(): Notifier {
  return createNotifier({
    changes: {
      now: Date.now,
      get: async () => stored,
      edit: async (_, { apply }) => {
        stored = apply(stored) ?? stored;
        return stored;
      },
    },
    kept: () => undelivered as never,
    viewOf: (one) => noticeView(count(one)),
    endedView: () => noticeView('ended'),
    editResponse: (_, view) => send(`edit ${textOf(view)}`),
    followUp: async (_, view) => (await send(`follow-up ${textOf(view)}`)) && takesFollowUps,
    async sendDirectMessage(_, view, isSilent) {
      // Below a heading with the command.
      const text = textOf(view).split('\n').at(-1);
      await send(`${isSilent ? 'silent' : 'loud'} DM ${text}${takesDms ? '' : ' refused'}`);
      return takesDms ? new URL('https://discord.com/channels/@me/1/2') : undefined;
    },
    editMessage: ({ pathname }, _, view) => send(`edit ${pathname} ${textOf(view)}`),
    wait: async (ms) => {
      if (isStopping) throw new Error('stopping');
      await vi.advanceTimersByTimeAsync(ms);
    },
    log: pino({ level: 'silent' }),
  });
}

/** A change per `everyMs`, and its progress. */
async function makeProgress(upTo: number, everyMs = 3_000): Promise<void> {
  for (let made = 1; made <= upTo; made += 1) {
    notifier.progress(list(done(made)));
    await vi.advanceTimersByTimeAsync(everyMs);
  }
}

/** The notes in the response to the person's next command. */
async function runCommand(): Promise<string[]> {
  const views: string[] = [];
  await notifier.findUndelivered('1')(async (view) => views.push(textOf(view)));
  return views;
}

beforeEach(() => {
  vi.useFakeTimers();
  [shown, takesDms, takesFollowUps, downUntil, isStopping, ids] = [[], true, true, 0, false, undefined];
  stored = {
    ...{ id: 'a', kind: 'test', mode: 'list', version: '', count: 0, phase: 'begun', baseline: {}, rows: [] },
    ...{ askedAt: Date.now(), startedAt: Date.now(), interaction: { token: '', applicationId: '' } },
    person: { id: '1', name: '', mention: '', locale: 'en' },
    character: { uid: '1:1', name: '' },
  };
  notifier = createNotifying();
});
afterEach(() => void vi.useRealTimers());

test('the newest progress is shown, at most every three seconds', async () => {
  await makeProgress(10, 1_000);
  expect(shown).toEqual(['edit 3 done', 'edit 6 done', 'edit 9 done']);
});

test('a process that slept shows no old progress, because another one may have ended the list', async () => {
  notifier.progress(list(done(1)));
  vi.setSystemTime(Date.now() + 20_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shown).toEqual([]);
  await makeProgress(2);
  expect(shown).not.toEqual([]);
});

test('after the response’s fifteen minutes, progress is one silent, edited direct message, and the report another that notifies', async () => {
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  await makeProgress(3);
  await notifier.report(ended(3));
  const url = '/channels/@me/1/2';
  const edits = [`edit ${url} 2 done`, `edit ${url} 3 done`, 'loud DM 3 done', `edit ${url} ended`];
  expect(shown).toEqual(['silent DM 1 done', ...edits]);
});

test('a person with closed DMs is tried once for the progress, and notified by their next command', async () => {
  takesDms = false;
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  await makeProgress(2);
  await notifier.report(ended(2));
  expect(shown).toEqual(['silent DM 1 done refused', ...Array(3).fill('loud DM 2 done refused')]);
  expect([await runCommand(), await runCommand()]).toEqual([['2 done'], []]);
});

test('a report within the fifteen minutes follows the response, which then leads to it', async () => {
  notifier.progress(list(done(1)));
  await notifier.report(ended(2));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(['follow-up 2 done', 'edit ended']);
});

test.each([
  ['two seconds', 2_000, ['follow-up 2 done', 'edit ended'], []],
  ['ten seconds', 10_000, [...FAILED, 'follow-up 2 done', 'edit ended'], []],
  ['a minute', MINUTE_MS, [...FAILED, ...FAILED, 'edit 2 done failed'], ['2 done']],
])('while Discord fails for %s, no report is lost', async (_, ms, after, byCommand) => {
  downUntil = Date.now() + ms;
  await notifier.report(ended(2));
  expect(shown).toEqual([...FAILED, ...after]);
  downUntil = 0;
  expect([await runCommand(), await runCommand()]).toEqual([byCommand, []]);
  // The old message loses its buttons either way.
  expect([shown.at(-1), stored.isNotified]).toEqual(['edit ended', byCommand.length > 0 || undefined]);
});

test('a report that Discord refused completely is sent later, and not shown by the next command too', async () => {
  downUntil = Date.now() + MINUTE_MS;
  expect(await notifier.report(ended(2))).toBe(false);
  downUntil = 0;
  expect(await notifier.report(stored)).toBe(true);
  expect([shown.slice(-2), await runCommand()]).toEqual([['follow-up 2 done', 'edit ended'], []]);
});

test('a report that the next command fails to show is shown by the one after it', async () => {
  downUntil = Date.now() + MINUTE_MS;
  await notifier.report(ended(2));
  await notifier.findUndelivered('1')(() => Promise.reject(new Error('503')));
  expect(await runCommand()).toEqual(['2 done']);
});

test('a process that ends before the report is sent leaves it to another', async () => {
  [downUntil, isStopping] = [Date.now() + MINUTE_MS, true];
  await expect(notifier.report(ended(2))).rejects.toThrow('stopping');
});

test('a report that cannot be sent replaces the progress', async () => {
  [takesDms, takesFollowUps] = [false, false];
  await notifier.report(ended(2));
  expect(shown.at(-1)).toBe('edit 2 done');
});
