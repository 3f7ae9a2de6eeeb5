import fc from 'fast-check';
import { test } from 'vitest';
import { de } from '../../commands/help/de.ts';
import { commandHelpView, type HelpCommand, helpView } from '../../commands/help/helpView.ts';
import { en } from '../../commands/help/messages.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { expectSendable, messagesOf } from '../support/sendable.ts';

const command: fc.Arbitrary<HelpCommand> = fc.record({
  key: fc.stringMatching(/^[a-z]{1,32}$/),
  name: fc.stringMatching(/^[a-z]{1,32}$/),
  description: fc.stringMatching(/^[a-z ]{0,98}x$/),
  entries: fc.array(
    fc.record({
      path: fc.stringMatching(/^[a-z]{1,32}$/),
      description: fc.stringMatching(/^[a-z ]{0,98}x$/),
      options: fc.array(
        fc.record({ name: fc.constant('option'), description: fc.constant('x'.repeat(100)), isRequired: fc.boolean() }),
        { maxLength: 25, size: 'max' },
      ),
      needs: fc.option(fc.constant(ALL_SCOPES), { nil: undefined }),
      isForManagers: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25, size: 'max' },
  ),
});

test('Discord takes the help and each command in it', () => {
  const commands = fc.array(command, { minLength: 1, maxLength: 100, size: 'max' });
  fc.assert(
    fc.property(messagesOf({ en, de }), commands, (messages, list) => {
      expectSendable(helpView(messages, list, ['Menu'], 'id'));
      for (const one of list.slice(0, 3)) expectSendable(commandHelpView(messages, one));
    }),
    { numRuns: 20, endOnFailure: true },
  );
});
