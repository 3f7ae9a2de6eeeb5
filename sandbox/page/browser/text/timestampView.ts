import { h } from '../dom/h.ts';
import { formatTimestamp, type TimeSetting } from './timestamp.ts';

/** What may be longer than a line on a phone; no other is parted. */
const longStyles = new Set(['D', 'f', 'F']);

/**
 * A moment in local time and in the reader's language, the full date as its title. Relative ones are kept right by
 * {@link keepTimestampsFresh}.
 */
export function timestampElement(atMs: number, style: string, locale: string | undefined): HTMLTimeElement {
  const valid = Number.isFinite(new Date(atMs).getTime());
  return h(
    'time',
    {
      class: longStyles.has(style) ? 'timestamp' : 'timestamp unbroken',
      lang: locale,
      datetime: valid ? new Date(atMs).toISOString() : null,
      title: formatTimestamp(atMs, 'F', Date.now(), toSetting(locale)),
      'data-relative': style === 'R' ? atMs : null,
    },
    formatTimestamp(atMs, style, Date.now(), toSetting(locale)),
  );
}

/** Rewrites the relative times in the document every second, where their words changed. */
export function keepTimestampsFresh(): void {
  setInterval(() => {
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-relative]')) {
      const setting = toSetting(element.lang || undefined);
      const text = formatTimestamp(Number(element.dataset['relative']), 'R', Date.now(), setting);
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

function toSetting(locale: string | undefined): TimeSetting {
  return locale === undefined ? {} : { locale };
}
