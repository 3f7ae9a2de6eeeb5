import { botOnline, connection } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';

/** Says that the connection is lost, or that the bot is offline. */
export function Banner() {
  const isLost = connection.value === 'lost';
  const text = isLost
    ? 'Connection lost. Trying again…'
    : "The bot is offline. Its commands work again when it's back.";
  return (
    <div role="status">
      {(isLost || !botOnline.value) && (
        <p class="bar notice">
          <Icon name="warning" />
          <span class="stretch">{text}</span>
        </p>
      )}
    </div>
  );
}
