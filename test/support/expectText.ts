import { expect } from 'vitest';
import { type Shown, textOf } from './messages.ts';

/** Fails unless the message has each of these texts. */
export function expectText(message: Shown, ...texts: readonly (string | RegExp)[]): void {
  for (const text of texts) expect(textOf(message)).toMatch(text);
}
