import { type APIComponentInContainer, ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { expect } from 'vitest';
import { de } from '../../src/view/de.ts';
import { inLanguage, type Messages, type Translations } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { en } from '../../src/view/messages.ts';

/** What the game, or someone who writes to it, could put into a text. */
export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '@everyone',
          '<@1>',
          '**',
          '\\',
          '`',
          '[x](https://a.example)',
          '\n# ',
          '\u202e',
          '😀',
          '||',
          '- ',
          '1. ',
          ' ',
        ],
      ),
      { maxLength: 80, size: 'max' },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', ' ', '\u200b', '\ud800', '_'.repeat(900), '😀'.repeat(900), '\n'.repeat(900)),
);
/** A number as the game could send it. */
export const amount = fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.constant(0));
/** A moment of this or the next century. */
export const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
/** How often a property runs: shrinking large records would take minutes. */
export const RUNS = { numRuns: 80, endOnFailure: true };

/** A command's messages, in any language. */
export function messagesOf<M extends object>(translations: Translations<M>): fc.Arbitrary<Messages<M>> {
  return fc.constantFrom(inLanguage(translations, en.language), inLanguage(translations, de.language));
}

type Part = APIComponentInContainer & { components?: unknown[]; accessory?: unknown };

function partsOf({ components }: MessageView): Part[] {
  const inside = (component: unknown): Part[] => {
    const part = component as Part;
    return [part, ...[...(part.components ?? []), ...(part.accessory ? [part.accessory] : [])].flatMap(inside)];
  };
  return components.flatMap(inside);
}

/** All text of a view's components, one piece a line. */
export function textOf(view: MessageView): string {
  return partsOf(view)
    .flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []))
    .join('\n');
}

/** Fails where Discord would refuse the message. */
export function expectSendable(view: MessageView): void {
  const parts = partsOf(view);
  expect(parts.length).toBeLessThanOrEqual(40);
  const texts = parts.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []));
  expect(texts.join('').length).toBeLessThanOrEqual(4_000);
  for (const text of texts) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text.isWellFormed()).toBe(true);
  }
  for (const part of parts) expectSendablePart(part);
  const ids = parts.flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(100);
  expect(new Set(ids).size).toBe(ids.length);
}

type Loose = {
  type: ComponentType;
  label?: string;
  options?: { label: string; description?: string }[];
  components?: unknown[];
  media?: { url: string };
  description?: string;
};

function expectSendablePart(part: Loose): void {
  if (part.type === ComponentType.Button) expectLength(part.label, 80);
  if (part.type === ComponentType.ActionRow) expect(part.components?.length).toBeLessThanOrEqual(5);
  if (part.type === ComponentType.Thumbnail) {
    expect(part.media?.url).toMatch(/^https:\/\//);
    expectLength(part.media?.url, 2_048);
    expectLength(part.description, 1_024);
  }
  if (part.type !== ComponentType.StringSelect) return;
  expect(part.options?.length).toBeLessThanOrEqual(25);
  for (const { label, description = 'x' } of part.options ?? []) {
    expectLength(label, 100);
    expectLength(description, 100);
  }
}

function expectLength(text: string | undefined, max: number): void {
  expect(text?.length).toBeGreaterThan(0);
  expect(text?.length).toBeLessThanOrEqual(max);
}
