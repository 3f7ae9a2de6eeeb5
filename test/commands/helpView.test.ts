import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePayList } from '../../commands/credits/pay/payList.ts';
import { TEXTS } from '../../commands/help/en.ts';
import { listEntries } from '../../commands/help/entries.ts';
import { entryView, helpView, type Reader } from '../../commands/help/helpView.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, inAll, textsOf } from '../support/sendable.ts';

const { group, subcommand } = commandsIn(KIT_TEXTS);
const MANAGER: Reader = {
  link: { scopes: ALL_SCOPES } as unknown as Reader['link'],
  server: { id: '1', mayManage: true },
};
const description = () => 'x'.repeat(100);

/** A command as large as Discord allows, or smaller. */
const largeGroup = fc
  .record({
    name: fc.stringMatching(/^[a-z]{1,32}$/),
    subcommands: fc.integer({ min: 1, max: 25 }),
    options: fc.integer({ min: 0, max: 25 }),
    needs: fc.constantFrom(undefined, [], ALL_SCOPES),
    isForServers: fc.boolean(),
    forManagers: fc.constantFrom(undefined, true as const),
  })
  .map(({ name, subcommands, options, needs, isForServers, forManagers }) => {
    const numbered = <T>(count: number, value: T) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, value]));
    const option = { kind: 'text', description } as const;
    const run = async () => noticeView('Done');
    const one = subcommand({
      description,
      options: numbered(options, option),
      ...(needs && { needs }),
      ...(forManagers && { forManagers }),
      run,
    });
    return group({ name, description, isForServers, subcommands: numbered(subcommands, one) });
  });

test('Discord takes the help and each command in it', () => {
  const commands = fc.uniqueArray(largeGroup, {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 100,
    size: 'max',
  });
  forAll([textsOf(TEXTS), commands], { numRuns: 20, endOnFailure: true }, (texts, list) => {
    const entries = listEntries(texts, list);
    expectSendable(helpView(texts, MANAGER, list, entries));
    for (const one of [...entries.slice(0, 10), ...entries.slice(-1)]) {
      expectSendable(entryView(texts, MANAGER, one));
      expectSendable(entryView(texts, { link: undefined, server: undefined }, one));
    }
  });
});

test.each(inAll(TEXTS))('the examples of pay lists can be pasted: $language', ({ language, topics }) => {
  const lists = [...topics.payLists.matchAll(/```\n(.*?)```/gs)].map(([, list = '']) => parsePayList(list, language));
  expect(lists.map(({ problems }) => problems)).toEqual([[], []]);
  const rows = lists.flatMap((list) => list.rows);
  expect(rows.map(({ amount }) => amount)).toEqual([1_500, 10_000, 1_500, 2_500]);
  expect(rows.map(({ reason }) => reason).join('\n')).toMatch(/, November\n\n\w+, \w+\n\w+ "Fal\w+"$/);
});
