import { MessageFlags } from 'discord-api-types/v10';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareIds,
  continuesGroup,
  EMPTY_CONVERSATION,
  withMessages,
  withoutMessage,
} from '../../../sandbox/page/browser/conversation.ts';
import { forAll } from '../../support/forAll.ts';
import { ada, answerTo, messageOf, orson } from './samples.ts';

test('ids sort as the numbers they are', () => {
  forAll([fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.bigInt({ min: 0n, max: 2n ** 64n })], (one, other) => {
    expect(Math.sign(compareIds(String(one), String(other)))).toBe(one < other ? -1 : one > other ? 1 : 0);
  });
});

test('messages are in the order of their ids, each once, in its newest form', () => {
  const [first, second] = [messageOf({ content: 'one' }), messageOf({ content: 'two' })];
  const conversation = withMessages(withMessages(EMPTY_CONVERSATION, [second]), [
    first,
    { ...second, content: 'changed' },
  ]);
  expect(conversation.messages.map(({ content }) => content)).toEqual(['one', 'changed']);
  expect(withoutMessage(conversation, first.id).messages).toHaveLength(1);
});

test('a message continues the group of its author for seven minutes, unless it answers something', () => {
  const first = messageOf({ by: ada, timestamp: '2026-02-21T12:00:00.000Z' });
  const after = (minutes: number) => new Date(Date.parse(first.timestamp) + minutes * 60_000).toISOString();
  expect(continuesGroup(first, messageOf({ by: ada, timestamp: after(6) }))).toBe(true);
  expect(continuesGroup(first, messageOf({ by: ada, timestamp: after(8) }))).toBe(false);
  expect(continuesGroup(first, messageOf({ by: orson, timestamp: after(1) }))).toBe(false);
  expect(continuesGroup(first, messageOf({ by: ada, timestamp: after(1), flags: MessageFlags.Ephemeral }))).toBe(false);
  expect(continuesGroup(first, messageOf({ by: ada, timestamp: after(1), ...answerTo(ada, 'profile') }))).toBe(false);
  expect(continuesGroup(undefined, first)).toBe(false);
});
