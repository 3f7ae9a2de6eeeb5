import { DiscordAPIError, HTTPError, type Interaction } from 'discord.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Visibility } from '../../src/discord/connection/responses.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import type { ContextSources } from '../../src/discord/run/handlerContext.ts';
import { Router } from '../../src/discord/run/router.ts';
import { GameError } from '../../src/game/errors.ts';
import { createLogger } from '../../src/log.ts';
import { ProcessStopping } from '../../src/running.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { idsOf, withOwner } from '../../src/view/customId.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';
import { noteChange } from '../../src/work.ts';

const { errors } = KIT_TEXTS.en;
const DONE = message('good', text('Done'));

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

type Work = (context: Pick<HandlerContext<undefined>, 'deadline' | 'defer' | 'showProgress'>) => Promise<MessageView>;

type Options = {
  /** The store's answer whether this process owns the interaction. */
  claim?: () => Promise<boolean>;
  /** Discord's response to a call, by its name and the shown text. */
  respond?: (call: string, shown: string) => Promise<unknown> | undefined;
  /** The delay of another press on the same message, and what it shows. */
  again?: { afterMs: number; shows: MessageView };
};

/** Runs a command or button for a minute. Returns the bot's calls: when, what, and the text. */
async function run(work: Work, kind: 'command' | 'button' = 'command', options: Options = {}): Promise<string[]> {
  const { claim = async () => true, respond, again } = options;
  const { command, on, update } = commandsIn(KIT_TEXTS);
  const ids = idsOf('try', { press: {} });
  let next = work;
  const actions = on(ids, { press: update({ run: (context) => next(context) }) });
  const commands = [command({ name: 'try', description: () => 'Try', run: work, actions })];
  const calls: string[] = [];
  const startedAt = Date.now();
  const call = (name: string) => async (payload?: unknown) => {
    const shown = /"content":"([^"]*)"/.exec(JSON.stringify(payload ?? ''))?.[1] ?? '';
    await respond?.(name, shown);
    calls.push(`${Math.floor((Date.now() - startedAt) / 1_000)} s ${name} ${shown}`.trim());
    return 'note';
  };
  const isButton = kind === 'button';
  const interaction = {
    id: '1',
    token: 'token',
    applicationId: '2',
    commandName: 'try',
    customId: isButton ? withOwner(ids.press(), '3') : undefined,
    locale: 'en-US',
    guildId: null,
    user: { id: '3', displayName: 'Jane', username: 'jane' },
    options: { data: [], getSubcommand: () => null, getSubcommandGroup: () => null },
    isAutocomplete: () => false,
    isChatInputCommand: () => !isButton,
    isContextMenuCommand: () => false,
    isCommand: () => !isButton,
    isMessageComponent: () => isButton,
    isModalSubmit: () => false,
    isAnySelectMenu: () => false,
    message: again ? { id: 'message', flags: 64, components: [] } : null,
  };
  const responses = {
    defer: (_: unknown, place: Visibility) => call(place === 'update' ? 'deferUpdate' : 'deferReply')(),
    show: (_: unknown, place: Visibility, view: MessageView) => call(place === 'update' ? 'update' : 'reply')(view),
    edit: (_: unknown, view: MessageView) => call('editReply')(view),
    followUp: (_: unknown, view: MessageView) => call('followUp')(view),
    delete: () => call('deleteReply')(),
  };
  const sources = {
    responses,
    stopSoon: new AbortController().signal,
    log: createLogger({ level: 'warn' }, { write: (line) => void logged.push(line) }),
    tokenSources: {},
    game: { actingAs: () => ({}) },
    services: {
      now: Date.now,
      kept: () => ({ add: claim }),
      links: { get: async () => undefined },
      budgetOf: () => 'person',
      tickets: { issue: async () => 'ticket' },
      notifier: { findUndelivered: () => async () => {} },
    },
  } as unknown as ContextSources;
  const router = new Router({ ...sources, commands });
  void router.route(interaction as unknown as Interaction);
  if (again) {
    await vi.advanceTimersByTimeAsync(again.afterMs);
    next = async () => again.shows;
    void router.route({ ...interaction, id: '2' } as unknown as Interaction);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return calls;
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => {});
const sent = { body: undefined, files: undefined };
const refuse = (code: number) =>
  Promise.reject(new DiscordAPIError({ code, message: '' }, code, 400, 'POST', '', sent));
/** Discord's refusal if another process has given the first response. */
const refuseTaken = (call: string) => (/^(reply|defer|update)/.test(call) ? refuse(40_060) : undefined);

test.each([
  ['command', 900, ['0 s reply Done']],
  ['button', 900, ['0 s update Done']],
  ['command', 2_000, ['1 s deferReply', '2 s editReply Done']],
  ['button', 2_000, ['1 s deferUpdate', '2 s editReply Done']],
] as const)('a %s answers with the first response, or is deferred after a second: %i ms', async (kind, ms, calls) => {
  expect(await run(async () => after(ms).then(() => DONE), kind)).toEqual(calls);
});

test('an early error is the first response, in private', async () => {
  const fail = () => Promise.reject(new DOMException('', 'TimeoutError'));
  expect(await run(fail)).toEqual([`0 s reply ${errors.tooSlow}`]);
});

test('after 6 s a person reads that the game is slow, and a read ends within 15 s', async () => {
  const calls = await run(never);
  expect(calls).toEqual(['1 s deferReply', `6 s editReply ${errors.slow}`, `14 s editReply ${errors.tooSlow}`]);
});

test.each([
  ['the store fails', () => Promise.reject(new StoreUnavailable('gone')), 'My database is unavailable.'],
  ['the game fails', () => Promise.reject(new GameError({ code: 'service_unavailable', reason: '' })), 'The game'],
  ['it takes too long', never, 'This took too long, so I stopped.'],
  ['a restart interrupts it', () => Promise.reject(new ProcessStopping()), 'A restart interrupted this.'],
])('“Nothing was changed” is said only if nothing was: %s', async (_, fail, beginning) => {
  const last = (await run(fail)).at(-1);
  expect([last, last]).toEqual([expect.stringContaining(beginning), expect.stringContaining(errors.nothingChanged)]);
  const half = async () => {
    noteChange();
    return await fail();
  };
  const doubtful = (await run(half)).at(-1);
  expect(doubtful).toContain(beginning);
  expect(doubtful).toContain(errors.partMayBeDone);
  expect(doubtful).not.toContain(errors.nothingChanged);
});

test('work that goes on after its person read that nothing was changed can’t begin a change', async () => {
  let late: unknown;
  const calls = await run(async () => {
    await after(20_000);
    try {
      noteChange();
    } catch (error) {
      late = error;
    }
    return DONE;
  });
  expect(calls.at(-1)).toBe(`14 s editReply ${errors.tooSlow}`);
  expect(late).toMatchObject({ name: 'TimeoutError' });
});

/** Discord fails for so many ms. */
const failFor = (ms: number) => {
  const until = Date.now() + ms;
  return (): Promise<unknown> | undefined =>
    Date.now() < until ? Promise.reject(new HTTPError(503, 'Unavailable', 'POST', '', sent)) : undefined;
};
const wrong = () => Promise.reject(new UserError('Wrong'));

test.each([
  [1_000, ['2 s reply Wrong']],
  [9_000, ['10 s reply Wrong']],
  [45_000, ['58 s reply Wrong']],
  [61_000, []],
])('an explanation that Discord fails to take is shown within a minute: away for %i ms', async (ms, calls) => {
  expect(await run(wrong, 'button', { respond: failFor(ms) })).toEqual(calls);
});

test('an explanation that Discord refuses for good is not repeated', async () => {
  const respond = vi.fn(() => refuse(10_062));
  expect(await run(wrong, 'button', { respond })).toEqual([]);
  expect(respond).toHaveBeenCalledTimes(1);
});

test('a late explanation isn’t shown if a newer press on the message was answered meanwhile', async () => {
  const again = { afterMs: 3_000, shows: DONE };
  expect(await run(wrong, 'button', { respond: failFor(2_500), again })).toEqual(['3 s update Done']);
});

test('work that handles the deadline says what it waited for', async () => {
  const calls = await run(
    ({ deadline: { signal } }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(noticeView('The queue is full')))),
  );
  expect(calls.at(-1)).toBe('14 s editReply The queue is full');
});

test('a list stays while its next page is slow, and the note beside it goes away', async () => {
  const calls = await run(async () => after(8_000).then(() => DONE), 'button');
  expect(calls).toEqual(['1 s deferUpdate', `6 s followUp ${errors.slow}`, '8 s editReply Done', '8 s deleteReply']);
});

test('a sent write says within 15 s that it is still being checked, and later shows its outcome', async () => {
  const calls = await run(async ({ deadline, defer, showProgress }) => {
    await defer();
    deadline.lift();
    await showProgress(noticeView('Sending'));
    await after(40_000);
    return DONE;
  });
  expect(calls).toEqual([
    '0 s deferReply',
    '0 s editReply Sending',
    `6 s editReply ${errors.slow}`,
    `15 s editReply ${errors.stillChecking}`,
    '40 s editReply Done',
  ]);
});

test('a write that runs out of time before it is sent is not sent', async () => {
  let left = false;
  const calls = await run(async ({ deadline }) => {
    await after(20_000);
    deadline.lift();
    left = true;
    return DONE;
  });
  expect(calls.at(-1)).toBe(`14 s editReply ${errors.tooSlow}`);
  expect(left).toBe(false);
});

test.each([
  ['an interaction that another process has is not answered', 0, false, false, []],
  ['a slow store does not delay the first response', 2_900, true, false, ['1 s deferReply', '2 s editReply Done']],
  ['of several processes that acknowledged, those without the claim stop', 1_500, false, false, ['1 s deferReply']],
  ['of several processes, the one with the claim continues', 1_500, true, true, ['1 s editReply Done']],
])('%s', async (_, ms, isOurs, isTaken, calls) => {
  const options = { claim: () => after(ms).then(() => isOurs), ...(isTaken && { respond: refuseTaken }) };
  expect(await run(async () => DONE, 'command', options)).toEqual(calls);
});

test('if the store does not answer, only the process that acknowledged tells the person', async () => {
  const claim = () => Promise.reject(new StoreUnavailable('The store does not answer.'));
  const calls = await run(async () => DONE, 'command', { claim });
  expect(calls).toEqual(['0 s deferReply', `0 s editReply ${errors.storeUnavailable}`]);
  expect(await run(async () => DONE, 'command', { claim, respond: refuseTaken })).toEqual([]);
});

test('a note that Discord takes late does not replace the result', async () => {
  const respond = (_: string, shown: string) => (shown === errors.slow ? after(800) : undefined);
  const calls = await run(async () => after(6_300).then(() => DONE), 'command', { respond });
  expect(calls).toEqual(['1 s deferReply', `6 s editReply ${errors.slow}`, '6 s editReply Done']);
});

test.each(['deferReply', 'editReply'])('while Discord hangs (%s), no one reads of a slow game', async (hangs) => {
  const hold = after(10_000);
  const calls = await run(
    async ({ defer, showProgress }) => {
      await defer();
      await showProgress(noticeView('Working'));
      return DONE;
    },
    'command',
    { respond: (call) => (call === hangs ? hold : undefined) },
  );
  const deferred = `${hangs === 'deferReply' ? 10 : 0} s deferReply`;
  expect(calls).toEqual([deferred, '10 s editReply Working', '10 s editReply Done']);
});

test('progress that cannot be shown is logged and does not stop the work', async () => {
  const work: Work = async ({ showProgress }) => {
    await showProgress(noticeView('1 of 3'));
    return DONE;
  };
  const respond = (_: string, shown: string) => (shown === '1 of 3' ? refuse(10_008) : undefined);
  expect(await run(work, 'command', { respond })).toEqual(['0 s deferReply', '0 s editReply Done']);
  expect(logged).toHaveLength(1);
});

test('when Discord refuses a view, the person gets an error code that is also in the log', async () => {
  const respond = (_: string, shown: string) => (shown === 'Done' ? refuse(50_035) : undefined);
  const [call = ''] = await run(async () => DONE, 'command', { respond });
  const { reference, err } = JSON.parse(logged.at(-1) ?? '{}');
  expect(err.code).toBe(50_035);
  expect(call).toBe(`0 s reply ${errors.unknown(reference)}`);
});

test.each([
  ['a command at once', 'command', 0, 'reply'],
  ['a command later', 'command', 1_500, 'editReply'],
  ['a button at once', 'button', 0, 'reply'],
  ['a button later', 'button', 1_500, 'followUp'],
] as const)('when Discord refuses the error of %s, the person gets one that it takes', async (_, kind, ms, call) => {
  const respond = (_: string, shown: string) => (shown === 'Wrong' ? refuse(50_035) : undefined);
  const fail: Work = () => after(ms).then(() => Promise.reject(new UserError('Wrong')));
  const calls = await run(fail, kind, { respond });
  const { reference } = JSON.parse(logged.at(-1) ?? '{}');
  expect(calls.at(-1)).toBe(`${Math.floor(ms / 1_000)} s ${call} ${errors.unknown(reference)}`);
});
