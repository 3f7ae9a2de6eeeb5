/** How many bytes tell whether a text without a byte-order mark is UTF-16. */
const LOOKED_AT = 2_000;

/** The text of a file in UTF-8 or UTF-16, with or without a byte-order mark; undefined if it's neither. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Digits, spaces and separators have a zero byte, always on the same side.
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, LOOKED_AT).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (first === second) return 'utf-8';
  return first > second ? 'utf-16be' : 'utf-16le';
}
