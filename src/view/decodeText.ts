/** Bytes checked for UTF-16 if there's no byte-order mark. */
const MAX_CHECKED_BYTES = 2_000;

/** The text of a UTF-8 or UTF-16 file, with or without a byte-order mark; else undefined. */
export function decodeText(bytes: Uint8Array): string | undefined {
  // Digits, spaces and separators have a zero byte, always on the same side.
  const zeros = [...bytes.subarray(0, MAX_CHECKED_BYTES)].flatMap((byte, index) => (byte === 0 ? [index % 2] : []));
  const lateZeros = zeros.filter((side) => side === 1).length;
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const isBig = mark === 'feff' || lateZeros < zeros.length / 2;
  const isLittle = mark === 'fffe' || lateZeros > zeros.length / 2;
  try {
    const text = new TextDecoder(isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : withoutControls(text);
  } catch {
    return undefined;
  }
}

/** The text with single-character line breaks and no other control characters except tabs. */
export function withoutControls(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
  return lines.replace(/[^\P{Cc}\t\n]+/gu, '');
}
