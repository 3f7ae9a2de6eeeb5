const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;
/** Code points that no text should have: controls, halves of pairs, and what isn't a character. */
const UNUSABLE = /[\p{Cs}\p{Cn}]|(?![\t\n\r])\p{Cc}/u;

/** The text with its HTML entities decoded once: `&amp;amp;` becomes `&amp;`. Others stay. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, name: string | undefined, decimal: string, hex: string) => {
    if (name !== undefined) return NAMED[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const decoded = code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    return decoded === '' || UNUSABLE.test(decoded) ? entity : decoded;
  });
}
