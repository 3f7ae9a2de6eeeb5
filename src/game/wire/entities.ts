/** The names of the characters from U+00A0 to U+00FF. */
const LATIN_1 = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn',
  'sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave',
  'Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc',
  'Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute',
  'THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml',
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave',
  'uacute ucirc uuml yacute thorn yuml',
].flatMap((line) => line.split(' '));
const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', euro: '€' }),
  ...LATIN_1.map((name, index) => [name, String.fromCodePoint(0xa0 + index)] as const),
]);
const ENTITY = /&(?:([a-zA-Z][a-zA-Z\d]{1,7})|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;
const LINE_BREAK = /<br\s*\/?>(?:\r?\n)?|<\/?p(?:\s[^<>]{0,200})?>/gi;
/** Max levels of nested entities that are decoded. */
export const MAX_DECODINGS = 5;
/** Code points that no text should have: controls, lone surrogates, unassigned ones. */
const UNUSABLE = /[\p{Cs}\p{Cn}]|(?![\t\n\r])\p{Cc}/u;

/** Decodes HTML entities once: `&amp;amp;` becomes `&amp;`. `<br>` and `<p>` are line breaks,
 * unless they came as entities. */
export function decodeEntities(text: string): string {
  const broken = text.replace(LINE_BREAK, '\n');
  return broken.replace(ENTITY, (entity, name: string | undefined, decimal: string, hex: string) => {
    if (name !== undefined) return NAMED.get(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const decoded = code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
    return decoded === '' || UNUSABLE.test(decoded) ? entity : decoded;
  });
}

/** Also decodes nested entities, up to {@link MAX_DECODINGS} levels. */
export const decodeNested = (text: string): string =>
  Array.from({ length: MAX_DECODINGS }).reduce<string>(decodeEntities, text);
