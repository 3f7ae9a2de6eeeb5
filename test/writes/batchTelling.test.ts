import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeView } from '../../src/view/errorView.ts';
import type { Batch } from '../../src/writes/batch/batchKind.ts';
import { createBatchTelling } from '../../src/writes/batch/batchTelling.ts';
import { textOf } from '../support/messages.ts';

const MINUTE_MS = 60_000;
let shown: string[];
let takesDms: boolean;
let stored: Batch;
const batch = (changes: Partial<Batch> = {}): Batch => ({ ...stored, ...changes });
const count = (one: Batch): string => `${one.rows.filter(({ state }) => state === 'done').length} done`;
const done = (number: number) => ({
  rows: Array.from({ length: number }, () => ({ data: 1, state: 'done' as const })),
});

function createTelling() {
  return createBatchTelling({
    batches: {
      now: Date.now,
      change: async (_, edit) => {
        stored = edit(stored) ?? stored;
        return stored;
      },
    },
    viewOf: (one) => noticeView(count(one)),
    endedView: () => noticeView('ended'),
    editAnswer: async (_, view) => shown.push(`edit ${textOf(view)}`) > 0,
    followUp: async (_, view) => shown.push(`follow-up ${textOf(view)}`) > 0,
    sendDirectMessage: async (_, view, isSilent) => {
      shown.push(`${isSilent ? 'silent' : 'loud'} DM ${textOf(view)}${takesDms ? '' : ' refused'}`);
      return takesDms ? new URL('https://discord.com/channels/@me/1/2') : undefined;
    },
    editDirectMessage: async ({ pathname }, _, view) => shown.push(`edit ${pathname} ${textOf(view)}`) > 0,
    log: pino({ level: 'silent' }),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [shown, takesDms] = [[], true];
  stored = {
    ...{ id: 'a', kind: 'test', version: '', baseline: {}, rows: [], startedAt: Date.now() },
    person: { id: '1', name: '', mention: '', locale: 'en' },
    character: { uid: '1:1', name: '' },
    interaction: { token: '', applicationId: '' },
  };
});
afterEach(() => void vi.useRealTimers());

test('progress is shown at most every three seconds, and the newest', async () => {
  const telling = createTelling();
  for (let made = 1; made <= 10; made += 1) {
    telling.progress(batch(done(made)));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(shown).toEqual(['edit 3 done', 'edit 6 done', 'edit 9 done']);
});

test('after the answer’s fifteen minutes it is one direct message, silent and edited; the report is another, which notifies', async () => {
  const telling = createTelling();
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  for (const made of [1, 2, 3]) {
    telling.progress(batch(done(made)));
    await vi.advanceTimersByTimeAsync(3_000);
  }
  await telling.report(batch({ ...done(3), finishedAt: Date.now() }));
  const url = '/channels/@me/1/2';
  const edits = [`edit ${url} 2 done`, `edit ${url} 3 done`, 'loud DM 3 done', `edit ${url} ended`];
  expect(shown).toEqual(['silent DM 1 done', ...edits]);
});

test('someone who takes no direct messages is tried once for the progress, and once for the report', async () => {
  const telling = createTelling();
  takesDms = false;
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
  for (const made of [1, 2]) {
    telling.progress(batch(done(made)));
    await vi.advanceTimersByTimeAsync(3_000);
  }
  await telling.report(batch({ ...done(2), finishedAt: Date.now() }));
  expect(shown).toEqual(['silent DM 1 done refused', 'loud DM 2 done refused']);
});

test('a report within the fifteen minutes follows the answer, which then leads to it', async () => {
  const telling = createTelling();
  telling.progress(batch(done(1)));
  await telling.report(batch({ ...done(2), finishedAt: Date.now() }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(shown).toEqual(['follow-up 2 done', 'edit ended']);
});
