import { signal } from '@preact/signals';
import { locale } from '../state.ts';
import { formatTimestamp } from './timestamp.ts';

const nowMs = signal(Date.now());
setInterval(() => {
  nowMs.value = Date.now();
}, 1000);

/** A moment in local time and in the reader's language, with the full date as its title. A relative one stays right. */
export function Timestamp({ atMs, style = 'f' }: { atMs: number; style: string | undefined }) {
  const now = style === 'R' ? nowMs.value : 0;
  return (
    <time class="timestamp" title={formatTimestamp(atMs, 'F', now, locale.value)}>
      {formatTimestamp(atMs, style, now, locale.value)}
    </time>
  );
}
