const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
};

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * A moment (unix milliseconds) in one of Discord's timestamp styles (t, T, d, D, f, F, s, R), in
 * local time. Like in Discord, an unknown style is `f`. An impossible moment is "Invalid date".
 */
export function formatTimestamp(atMs: number, style: string, nowMs: number, locale?: string): string {
  if (!Number.isFinite(new Date(atMs).getTime())) return 'Invalid date';
  if (style === 'R') return formatRelative(atMs, nowMs, locale);
  return formatterOf(style, locale).format(atMs);
}

/** Cached: creating one takes as long as drawing a message. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(style: string, locale?: string): Intl.DateTimeFormat {
  const key = `${style} ${locale}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, FORMATS[style] ?? FORMATS['f']);
  formatters.set(key, formatter);
  return formatter;
}

/** A message's time in its heading: "Today at 2:03 PM" and the like, in Discord's words. */
export function formatMessageTime(atMs: number, nowMs: number, locale?: string): string {
  const time = formatTimestamp(atMs, 't', nowMs, locale);
  if (isSameDay(atMs, nowMs)) return `Today at ${time}`;
  if (isSameDay(atMs, new Date(nowMs).setDate(new Date(nowMs).getDate() - 1))) return `Yesterday at ${time}`;
  return formatTimestamp(atMs, 's', nowMs, locale);
}

/** True if both moments are on the same local day. */
export function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
}

function formatRelative(atMs: number, nowMs: number, locale?: string): string {
  const seconds = Math.trunc((atMs - nowMs) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}
