import { DiscordAPIError, type Interaction } from 'discord.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandsIn } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { createIds } from '../../src/discord/customId.ts';
import type { ContextSources } from '../../src/discord/handlerContext.ts';
import { Router } from '../../src/discord/router.ts';
import { createLogger } from '../../src/log.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { kitIn } from '../../src/view/language.ts';
import { type MessageView, message, text } from '../../src/view/message.ts';

const { errors } = kitIn('en');
const DONE = message('good', text('Done'));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Work = (context: Pick<HandlerContext<undefined>, 'deadline' | 'defer' | 'showProgress'>) => Promise<MessageView>;

/** Runs a command, or presses a button, whose work this is; `calls` are what Discord is sent: what, when, with which text. */
function run(
  work: Work,
  kind: 'command' | 'button' = 'command',
  { claim = async () => true, refuses = false, slowEditMs = 0 } = {},
) {
  const { command, update } = commandsIn({ en: {}, de: {} });
  const commands = [
    command({ name: 'try', description: () => 'Try', run: work, actions: { press: update({ run: work }) } }),
  ];
  const calls: string[] = [];
  const startedAt = Date.now();
  const call = (name: string) => async (payload?: unknown) => {
    const shown = /"content":"([^"]*)"/.exec(JSON.stringify(payload ?? ''))?.[1];
    if (name === 'editReply' && JSON.stringify(payload).includes(errors.slow.slice(0, 20))) await after(slowEditMs);
    if (refuses && /^(reply|defer|update)/.test(name)) throw taken();
    calls.push([`${Math.floor((Date.now() - startedAt) / 1_000)} s`, name, ...(shown ? [shown] : [])].join(' '));
    return { id: 'note' };
  };
  const isButton = kind === 'button';
  const ids = createIds(commands);
  const interaction = {
    id: '1',
    token: 'token',
    applicationId: '2',
    commandName: 'try',
    customId: isButton ? ids('try', '3')('press') : undefined,
    locale: 'en-US',
    guildId: null,
    user: { id: '3', displayName: 'Jane', username: 'jane' },
    options: { get: () => null, getSubcommand: () => null, getSubcommandGroup: () => null },
    isAutocomplete: () => false,
    isChatInputCommand: () => !isButton,
    isUserContextMenuCommand: () => false,
    isCommand: () => !isButton,
    isMessageComponent: () => isButton,
    isModalSubmit: () => false,
    isAnySelectMenu: () => false,
    reply: call('reply'),
    deferReply: call('deferReply'),
    editReply: call('editReply'),
    followUp: call('followUp'),
    deleteReply: call('deleteReply'),
    ...(isButton && { update: call('update'), deferUpdate: call('deferUpdate') }),
  };
  const sources = {
    ids,
    render: (view: MessageView) => view,
    hurry: new AbortController().signal,
    log: createLogger({ level: 'silent' }),
    tokenSources: {},
    game: { actingAs: () => ({}) },
    services: {
      store: { collection: () => ({ add: claim }) },
      links: { get: async () => undefined },
      budgetOf: () => 'person',
      takeover: { tellUntold: async () => {} },
    },
  } as unknown as ContextSources;
  void new Router({ ...sources, commands }).route(interaction as unknown as Interaction);
  return calls;
}

/** What Discord says where another process has given the first response. */
const taken = () => {
  const error = { code: 40060, message: 'Interaction has already been acknowledged.' };
  return new DiscordAPIError(error, 40060, 400, 'POST', '', { body: undefined, files: undefined });
};

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => {});

test('work that takes less than a second answers with the first response', async () => {
  const quick: Work = async () => after(900).then(() => DONE);
  const calls = [run(quick), run(quick, 'button')];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual([['0 s reply Done'], ['0 s update Done']]);
});

test('slower work is deferred first', async () => {
  const slow: Work = async () => after(2_000).then(() => DONE);
  const calls = [run(slow), run(slow, 'button')];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual([
    ['1 s deferReply', '2 s editReply Done'],
    ['1 s deferUpdate', '2 s editReply Done'],
  ]);
});

test('an early error is the first response, in private', async () => {
  const calls = run(() => Promise.reject(new DOMException('', 'TimeoutError')));
  await vi.advanceTimersByTimeAsync(100);
  expect(calls).toEqual([`0 s reply ${errors.tooSlow}`]);
});

test('after 6 s a person reads that the game is slow, and a read ends within 15 s', async () => {
  const calls = run(never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(['1 s deferReply', `6 s editReply ${errors.slow}`, `14 s editReply ${errors.tooSlow}`]);
});

test('work that handles the deadline says what it waited for', async () => {
  const calls = run(
    ({ deadline: { signal } }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(noticeView('The queue is full')))),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.at(-1)).toBe('14 s editReply The queue is full');
});

test('a list stays while its next page is slow, and the note beside it goes away', async () => {
  const calls = run(async () => after(8_000).then(() => DONE), 'button');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(['1 s deferUpdate', `6 s followUp ${errors.slow}`, '8 s editReply Done', '8 s deleteReply']);
});

test('a sent write says within 15 s that it is still being checked, and later shows its outcome', async () => {
  const calls = run(async ({ deadline, defer, showProgress }) => {
    await defer();
    deadline.lift();
    await showProgress(noticeView('Sending'));
    await after(40_000);
    return DONE;
  });
  await vi.advanceTimersByTimeAsync(60_000);
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
  const calls = run(async ({ deadline }) => {
    await after(20_000);
    deadline.lift();
    left = true;
    return DONE;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.at(-1)).toBe(`14 s editReply ${errors.tooSlow}`);
  expect(left).toBe(false);
});

test('an interaction that another process has is not answered', async () => {
  const calls = run(async () => DONE, 'command', { claim: async () => false });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual([]);
});

test('a slow store does not delay the first response', async () => {
  const calls = run(async () => DONE, 'command', { claim: () => after(2_900).then(() => true) });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual(['1 s deferReply', '2 s editReply Done']);
});

test('if a slow store let several processes acknowledge, only the one with the claim continues', async () => {
  const claim = (isOurs: boolean) => () => after(1_500).then(() => isOurs);
  const calls = [
    run(async () => DONE, 'command', { claim: claim(false) }),
    run(async () => DONE, 'command', { claim: claim(true), refuses: true }),
  ];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual([['1 s deferReply'], ['1 s editReply Done']]);
});

test('if the store does not answer, only the process that acknowledged tells the person', async () => {
  const claim = () => Promise.reject(new StoreUnavailable('The store does not answer.'));
  const calls = [
    run(async () => DONE, 'command', { claim }),
    run(async () => DONE, 'command', { claim, refuses: true }),
  ];
  await vi.advanceTimersByTimeAsync(20_000);
  expect(calls).toEqual([['0 s deferReply', `0 s editReply ${errors.storeUnavailable}`], []]);
});

test('a note that Discord takes late does not replace the result', async () => {
  const calls = run(async () => after(6_300).then(() => DONE), 'command', { slowEditMs: 800 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(['1 s deferReply', `6 s editReply ${errors.slow}`, '6 s editReply Done']);
});
