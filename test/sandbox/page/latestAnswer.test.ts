import { expect, test } from 'vitest';
import { createLatestAnswer } from '../../../sandbox/page/browser/popup/latestAnswer.ts';

function setUp() {
  const due: (() => void)[] = [];
  const asked: { question: string; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const answers: string[] = [];
  const failures: unknown[] = [];
  const latest = createLatestAnswer<string, string>({
    delayMs: 250,
    ask: (question) => new Promise((answer, fail) => asked.push({ question, answer, fail })),
    onAnswer: (text) => answers.push(text),
    onFailure: (error) => failures.push(error),
    timers: {
      setTimeout: (run) => due.push(run),
      clearTimeout: (timer: number | undefined) => {
        if (timer !== undefined) due[timer - 1] = () => {};
      },
    },
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pause = () => {
    for (const run of due.splice(0)) run();
  };
  return { latest, asked, answers, failures, pause, settle };
}

test('only what stands after the pause is asked', () => {
  const { latest, asked, pause } = setUp();
  latest.ask('a');
  latest.ask('ab');
  pause();
  expect(asked.map(({ question }) => question)).toEqual(['ab']);
});

test('an answer to an older question that comes late is dropped', async () => {
  const { latest, asked, answers, pause, settle } = setUp();
  latest.ask('a');
  pause();
  latest.ask('ab');
  pause();
  asked[1]?.answer('for ab');
  asked[0]?.answer('for a');
  await settle();
  expect(answers).toEqual(['for ab']);
});

test('after cancel nothing comes, neither answer nor failure', async () => {
  const { latest, asked, answers, failures, pause, settle } = setUp();
  latest.ask('a');
  pause();
  latest.cancel();
  asked[0]?.fail(new Error('too late'));
  await settle();
  expect([...answers, ...failures]).toEqual([]);
});

test('what is asked at once waits for no pause, and drops what was to be asked', async () => {
  const { latest, asked, answers, pause, settle } = setUp();
  latest.ask('a');
  latest.ask('', { atOnce: true });
  expect(asked.map(({ question }) => question)).toEqual(['']);
  pause();
  expect(asked).toHaveLength(1);
  asked[0]?.answer('all');
  await settle();
  expect(answers).toEqual(['all']);
});
