import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GameError } from '../src/game/errors.ts';
import { Refusal } from '../src/game/operation.ts';
import { createLogger, toLoggedError, toReadable } from '../src/log.ts';
import { ProcessStopping } from '../src/running.ts';
import { StoreUnavailable } from '../src/store/store.ts';

function collect(level: string) {
  const lines: string[] = [];
  return { lines, log: createLogger({ level }, { write: (line) => void lines.push(line) }) };
}

test.each(['accessToken', 'refresh_token', 'client_secret', 'Authorization', 'cookie', 'codeVerifier', 'token'])(
  'the value of %s is redacted anywhere in an entry',
  (field) => {
    const { lines, log } = collect('info');
    log.info({ [field]: 's3cret', one: { [field]: 's3cret', two: { [field]: 's3cret' } } }, 'hello');
    expect(lines.join('')).not.toContain('s3cret');
    expect(lines.join('').split('[redacted]')).toHaveLength(4);
  },
);

/** Errors that libraries throw, each with something private that must not be logged. */
const hostile = {
  'of discord.js, with its request': Object.assign(new Error('Invalid Form Body'), {
    requestBody: { json: { content: 's3cret' } },
    url: 'https://discord.com/api/webhooks/1/s3cret',
    rawError: { message: 's3cret' },
  }),
  'that quotes a value over several lines': new Error('content: Value "a\n    at s3cret\nb" is too long'),
  'of a parser': parseError('{"access_token":s3cret}'),
  'with an address': new Error(
    'GET redis://me:s3cret@redis:6379/0 and https://a.example/login/s3cret?code=s3cret failed',
  ),
  'whose cause has a body': new Error('refused', { cause: Object.assign(new Error('no'), { body: 's3cret' }) }),
  'with a list of errors': new AggregateError([Object.assign(new Error('no'), { response: 's3cret' })], 'none worked'),
  'whose code is a text': Object.assign(new Error('no'), { code: 'it says s3cret' }),
  'in the game’s words': new Error('refused', { cause: new Refusal('not for s3cret') }),
  'that isn’t an Error': { token: 's3cret' },
};

function parseError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test.each(Object.entries(hostile))('an error %s is logged without anything private', (_, err) => {
  const { lines, log } = collect('info');
  log.info({ err }, 'it failed');
  expect(lines[0]).toContain('it failed');
  expect(lines[0]).not.toContain('s3cret');
});

test('an error is logged with its causes and where it comes from', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
  const err = Object.assign(new TypeError('fetch failed', { cause }), { status: 500, method: 'PATCH' });
  expect(toLoggedError(err)).toEqual({
    type: 'TypeError',
    message: 'fetch failed',
    status: 500,
    method: 'PATCH',
    stack: expect.stringContaining('log.test.ts'),
    cause: expect.objectContaining({ message: 'connect ECONNREFUSED 127.0.0.1:9', code: 'ECONNREFUSED' }),
  });
  const circular = new Error('round');
  circular.cause = circular;
  expect(JSON.stringify(toLoggedError(circular)).match(/"round"/g)?.length).toBeLessThan(10);
});

const DOWN = { code: 'service_unavailable', reason: 'x' } as const;
test('an outage is logged once a minute and without a stack, with how many lines were left out; a stop is no error', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLogger({ level: 'info' }, { write: (line) => void lines.push(line) });
  const err = new StoreUnavailable("The store doesn't respond.");
  for (let second = 0; second < 120; second += 1) {
    log.warn({ err }, 'could not look for jobs that are due');
    log.child({}).info({ err }, 'an interaction ended with an explanation');
    vi.advanceTimersByTime(1_000);
  }
  log.warn({ err: new Error('another') }, 'something else');
  for (const _ of [1, 2]) log.warn({ err: new GameError(DOWN, { operation: 'character.me' }) }, 'the game is down');
  log.warn({ err: new GameError(DOWN, { operation: 'galaxy.systems.list' }) }, 'so is this');
  log.error({ err }, "could not store a write's outcome");
  log.error({ err: new ProcessStopping() }, 'could not resume a change');
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries.map(({ level, msg, skipped, err }) => `${level} ${msg} ${skipped ?? ''}${'stack' in err}`)).toEqual([
    ...['40 could not look for jobs that are due false', '40 could not look for jobs that are due 119false'],
    ...['40 something else true', '40 the game is down false', '40 so is this false'],
    ...["50 could not store a write's outcome true", '30 could not resume a change false'],
  ]);
});

test('on a terminal, a foreseen error is one line, another has its stack, and no text moves the cursor', () => {
  const { lines, log } = collect('info');
  const cause = new Error('OOM \x1b[2Jnot allowed');
  log.warn({ err: new StoreUnavailable(`The store failed: ${cause.message}`, { cause }), retryInMs: 5 }, 'not healthy');
  log.info({ err: new TypeError('x is not a function') }, 'oops');
  const [foreseen = '', bug = ''] = lines.map((line) => stripVTControlCharacters(toReadable(line)));
  expect(foreseen).toMatch(/^[\d:]{8} WARN {2}not healthy: The store failed: OOM \?\[2Jnot allowed retryInMs=5\n$/);
  expect(bug).toMatch(/^.{9}INFO {2}oops: x is not a function\n {4}at .*log\.test\.ts:\d+:\d+\)?\n/);
});
