import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSealer, SealBroken } from '../../src/account/seal.ts';
import { forAll } from '../support/forAll.ts';

const [key, other] = [randomBytes(32), randomBytes(32)] as const;
const sealer = createSealer([key]);
const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((value) => value.isWellFormed());

describe('a seal', () => {
  test('property: opens to what was sealed, in its own context', () => {
    forAll([text, text], (plain, context) => {
      expect(sealer.open(sealer.seal(plain, context), context)).toBe(plain);
    });
  });

  test('property: doesn’t open in another context', () => {
    forAll([text, text, text], (plain, context, elsewhere) => {
      fc.pre(context !== elsewhere);
      expect(() => sealer.open(sealer.seal(plain, context), elsewhere)).toThrow(SealBroken);
    });
  });

  test('property: doesn’t open if any character is changed, missing or added', () => {
    const character = fc.constantFrom(...'ABCDwxyz0189-_.=+/ \n');
    const edit = [fc.nat(), character, fc.constantFrom(0, 1)] as const;
    forAll([text, ...edit], { numRuns: 1_000 }, (plain, place, replacement, removed) => {
      const sealed = sealer.seal(plain, 'here');
      const at = place % (sealed.length + 1);
      const changed = sealed.slice(0, at) + replacement + sealed.slice(at + removed);
      fc.pre(changed !== sealed);
      expect(() => sealer.open(changed, 'here')).toThrow(SealBroken);
    });
    const sealed = sealer.seal('x', 'here');
    for (let end = 0; end < sealed.length; end += 1)
      expect(() => sealer.open(sealed.slice(0, end), 'here')).toThrow(SealBroken);
  });

  test('property: anything but a seal throws SealBroken, not another error', () => {
    const ownStart = sealer.seal('', 'here').replace(/[^.]+$/, '');
    const tails = fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{0,60}$/));
    forAll([tails, fc.constantFrom('', 'v1.abcdefgh.', ownStart)], (tail, start) => {
      expect(() => sealer.open(start + tail, 'here')).toThrow(SealBroken);
    });
  });

  test('opens with every key of the ring and no other, and the first one seals', () => {
    const rotated = createSealer([other, key]);
    expect(rotated.open(sealer.seal('old', 'here'), 'here')).toBe('old');
    const fresh = rotated.seal('new', 'here');
    expect(createSealer([other]).open(fresh, 'here')).toBe('new');
    expect(() => sealer.open(fresh, 'here')).toThrow(SealBroken);
  });

  test('never looks the same twice, and shows nothing of its text', () => {
    const seals = Array.from({ length: 50 }, () => sealer.seal('a-very-secret-token', 'here'));
    expect(new Set(seals).size).toBe(50);
    const whole = seals.map((sealed) => Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1')).join();
    expect(whole + seals.join()).not.toContain('secret');
    expect(seals.join()).not.toContain(key.toString('base64url'));
  });
});
