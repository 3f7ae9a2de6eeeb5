import fc from 'fast-check';
import { test } from 'vitest';
import { TEXTS } from '../../commands/help/en.ts';
import { commandHelpView, helpView, nameCommands, type Reader } from '../../commands/help/helpView.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, textsOf } from '../support/sendable.ts';

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
    forManagers: fc.boolean(),
  })
  .map(({ name, subcommands, options, needs, forManagers }) => {
    const numbered = <T>(count: number, value: T) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, value]));
    const option = { kind: 'text', description } as const;
    const run = async () => noticeView('Done');
    const one = subcommand({ description, options: numbered(options, option), ...(needs && { needs }), run });
    return group({ name, description, forManagers, subcommands: numbered(subcommands, one) });
  });

test('Discord takes the help and each command in it', () => {
  const commands = fc.uniqueArray(largeGroup, {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 100,
    size: 'max',
  });
  forAll([textsOf(TEXTS), commands], { numRuns: 20, endOnFailure: true }, (texts, list) => {
    expectSendable(helpView(texts, MANAGER, list));
    for (const one of nameCommands(texts, list).slice(0, 3)) {
      expectSendable(commandHelpView(texts, MANAGER, one));
      expectSendable(commandHelpView(texts, { link: undefined, server: undefined }, one));
    }
  });
});
