import { h } from '../dom/h.ts';
import { formatTimestamp } from './timestamp.ts';

/** A moment in local time, the full date as its title. Relative ones are kept right by {@link keepTimestampsFresh}. */
export function timestampElement(atMs: number, style: string): HTMLTimeElement {
  const valid = Number.isFinite(new Date(atMs).getTime());
  return h(
    'time',
    {
      class: 'timestamp',
      datetime: valid ? new Date(atMs).toISOString() : null,
      title: formatTimestamp(atMs, 'F', Date.now()),
      'data-relative': style === 'R' ? atMs : null,
    },
    formatTimestamp(atMs, style, Date.now()),
  );
}

/** Rewrites the relative times in the document every second, where their words changed. */
export function keepTimestampsFresh(): void {
  setInterval(() => {
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-relative]')) {
      const text = formatTimestamp(Number(element.dataset['relative']), 'R', Date.now());
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
