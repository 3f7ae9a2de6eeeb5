/** How a moment is shown: in which language and time zone. Undefined parts are the browser's own. */
export interface TimeSetting {
  locale?: string;
  timeZone?: string;
}

const formats: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * A moment (unix milliseconds) in one of Discord's timestamp styles (t, T, d, D, f, F, s, S, R), in local time. An unknown style is shown as
 * `f`, as Discord does. A moment that no calendar holds gives "Invalid date".
 */
export function formatTimestamp(atMs: number, style: string, nowMs: number, setting: TimeSetting = {}): string {
  if (!Number.isFinite(new Date(atMs).getTime())) return 'Invalid date';
  if (style === 'R') return formatRelative(atMs, nowMs, setting);
  return formatDate(atMs, formats[style] ?? formats['f'] ?? {}, setting);
}

/** The heading of a message: "Today at 14:03" and the like, as Discord words it. */
export function formatMessageTime(atMs: number, nowMs: number, setting: TimeSetting = {}): string {
  const days = daysBetween(atMs, nowMs, setting);
  const time = formatTimestamp(atMs, 't', nowMs, setting);
  if (days === 0) return `Today at ${time}`;
  if (days === 1) return `Yesterday at ${time}`;
  return formatTimestamp(atMs, 's', nowMs, setting);
}

/** Whether two moments fall on the same local day. */
export function isSameDay(oneMs: number, otherMs: number, setting: TimeSetting = {}): boolean {
  return daysBetween(oneMs, otherMs, setting) === 0;
}

function formatRelative(atMs: number, nowMs: number, { locale }: TimeSetting): string {
  const seconds = Math.trunc((atMs - nowMs) / 1000);
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}

function daysBetween(earlierMs: number, laterMs: number, setting: TimeSetting): number {
  const dayOf = (atMs: number) =>
    Date.parse(
      formatDate(atMs, { year: 'numeric', month: '2-digit', day: '2-digit' }, { ...setting, locale: 'en-CA' }),
    );
  return Math.round((dayOf(laterMs) - dayOf(earlierMs)) / 86_400_000);
}

function formatDate(atMs: number, format: Intl.DateTimeFormatOptions, { locale, timeZone }: TimeSetting): string {
  return new Intl.DateTimeFormat(locale, timeZone === undefined ? format : { ...format, timeZone }).format(atMs);
}
