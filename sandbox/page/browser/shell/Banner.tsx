import { retryConnection } from '../session.ts';
import { botOnline, connection } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';

/** A bar that says that the connection is lost, or that the bot is offline. */
export function Banner() {
  const isLost = connection.value === 'lost';
  return (
    <div role="status">
      {isLost && (
        <div class="banner error">
          <Icon name="warning" />
          <span>Connection lost. Trying again…</span>
          <button type="button" class="button secondary small" onClick={retryConnection}>
            Try now
          </button>
        </div>
      )}
      {!isLost && !botOnline.value && (
        <div class="banner">
          <Icon name="warning" />
          <span>The bot is offline. Its commands work again when it's back.</span>
        </div>
      )}
    </div>
  );
}
