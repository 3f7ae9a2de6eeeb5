import { signal } from '@preact/signals';
import { locale } from '../state.ts';
import { formatTimestamp } from './timestamp.ts';

const nowMs = signal(Date.now());
setInterval(() => {
  nowMs.value = Date.now();
}, 1000);

/** What may be longer than a line on a phone; the others aren't broken. */
const LONG_STYLES = 'DfF';

/** A moment in local time and in the reader's language, with the full date as its title. A relative one stays right. */
export function Timestamp({ atMs, style }: { atMs: number; style: string }) {
  const now = style === 'R' ? nowMs.value : 0;
  return (
    <time
      class={LONG_STYLES.includes(style) ? 'timestamp' : 'timestamp unbroken'}
      title={formatTimestamp(atMs, 'F', now, locale.value)}
    >
      {formatTimestamp(atMs, style, now, locale.value)}
    </time>
  );
}
