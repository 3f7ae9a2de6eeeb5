import { type APIComponentInContainer, ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { MessageView } from '../../src/view/message.ts';

/** What the game, or someone who writes to it, could put into a text. */
export const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
  fc
    .array(
      fc.constantFrom('@everyone', '<@1>', '**', '\\', '`', '[x](https://a.example)', '\n# ', '\u202e', '😀', '||'),
      {
        maxLength: 80,
        size: 'max',
      },
    )
    .map((parts) => parts.join('')),
);

type Part = APIComponentInContainer & { components?: unknown[] };

function partsOf({ components }: MessageView): Part[] {
  const inside = (component: unknown): Part[] => {
    const part = component as Part;
    return [part, ...(part.components ?? []).flatMap(inside)];
  };
  return components.flatMap(inside);
}

/** All text of a view's components, one piece a line. */
export function textOf(view: MessageView): string {
  return partsOf(view)
    .flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []))
    .join('\n');
}

/** What Discord demands, as far as these views could break it. */
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
  for (const part of parts as { type: ComponentType; options?: { label: string; description?: string }[] }[]) {
    if (part.type !== ComponentType.StringSelect) continue;
    expect(part.options?.length).toBeLessThanOrEqual(25);
    for (const { label, description = 'x' } of part.options ?? []) {
      for (const text of [label, description]) expect(text.length).toBeGreaterThan(0);
      expect(label.length).toBeLessThanOrEqual(100);
      expect(description.length).toBeLessThanOrEqual(100);
    }
  }
}
