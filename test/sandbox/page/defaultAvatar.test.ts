import { expect, test } from 'vitest';
import { toHue, toInitials } from '../../../sandbox/page/browser/defaultAvatar.ts';

/** An id of which Discord takes this default avatar (API Reference, "CDN Endpoints": `(user_id >> 22) % 6`). */
const idOf = (avatar: number): string => String((BigInt(6_000_000 + avatar) << 22n) + 5n);

test('each of the six default avatars has a color of its own, by the id and not by its last digits', () => {
  const hues = [0, 1, 2, 3, 4, 5].map((avatar) => toHue(idOf(avatar)));
  expect(new Set(hues).size).toBe(6);
  expect(toHue(idOf(6))).toBe(hues[0]);
  expect(toHue(String(BigInt(idOf(0)) + 1n))).toBe(hues[0]);
});

test.each([
  ['Ada Venn', 'AV'],
  ['kestrel', 'K'],
  ['', '?'],
  ['Union of the Deep Miners', 'UM'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});
