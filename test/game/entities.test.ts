import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEntities, decodeNested } from '../../src/game/wire/entities.ts';
import { forAll } from '../support/forAll.ts';

const encode = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#039;');

describe('HTML entities', () => {
  test.each([
    ['R&amp;D', 'R&D'],
    ['O&#039;Renn, O&#39;Renn, O&#x27;Renn, O&#X27;Renn, O&apos;Renn', Array(5).fill("O'Renn").join(', ')],
    ['&lt;b&gt; &quot;&nbsp;', '<b> "\u00a0'],
    ['&#128640;', '🚀'],
    ['&amp;amp; &amp;#39;', '&amp; &#39;'],
    ['&#10;', '\n'],
    ['<p class="a">One<br />\nTwo<BR>Three</p>&lt;br&gt; <b>', '\nOne\nTwo\nThree\n<br> <b>'],
    ['Caf&eacute; M&Uuml;LLER &frac12; &szlig;&yuml; &ndash; &hellip;', 'Café MÜLLER ½ ßÿ – …'],
  ])('%j become %j', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
  });

  test.each([
    ...['&', '&amp', '& amp;', '&AMP;', '&unknown;', '&#;', '&#x;', '&#xyz;', '&#0;', '&#7;', '&#x9f;'],
    ...['&#xD800;', '&#xFFFE;', '&#65535;', '&#x110000;', '&#9999999;', '&#99999999999;'],
  ])('of no known form, or that name no character, stay: %j', (text) => {
    expect(decodeEntities(text)).toBe(text);
  });

  test('property: decoding undoes encoding exactly once, whatever the text', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom('&', '#', ';', 'amp', '39', 'x27'), fc.string()) });
    forAll([text], (plain) => {
      expect(decodeEntities(encode(plain))).toBe(plain);
      expect(decodeEntities(encode(encode(plain)))).toBe(encode(plain));
      expect(decodeNested(encode(encode(plain)))).toBe(decodeNested(plain));
    });
  });
});
