import { useEffect, useRef } from 'preact/hooks';
import { closeNotice } from '../events.ts';
import { openChannel } from '../session.ts';
import { type Notice as NoticeData, notices } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';

const SHOWN_MS = 6000;

/**
 * Short notices, above the conversation (or in the open dialog), so that they never cover what they
 * are about. Each disappears after a while, not under the pointer or the focus.
 */
export function Notices() {
  return (
    <section class="notices" aria-label="Notices">
      {notices.value.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function Notice({ notice: { id, level, text, channelId } }: { notice: NoticeData }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!ref.current?.matches(':hover, :focus-within')) closeNotice(id);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <div ref={ref} class={`bar notice ${level}`} role={level === 'error' ? 'alert' : 'status'}>
      <span class="stretch">{text}</span>
      {channelId !== undefined && (
        <button type="button" class="button primary small" onClick={() => void openChannel(channelId)}>
          Open
        </button>
      )}
      <button type="button" class="icon-button" aria-label="Close notice" onClick={() => closeNotice(id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
