import { botOnline, connection, currentChannel } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { MEMBERS, PanelButton, SIDEBAR, TRACE } from './SidePanel.tsx';

export function ChannelHeader() {
  const channel = currentChannel.value;
  return (
    <header class="bar">
      <PanelButton panel={SIDEBAR} label="Open channel list" icon="menu" />
      <Icon name={channel?.kind === 'dm' ? 'at' : 'hash'} />
      <h2>{channel?.name}</h2>
      <p class="stretch muted">{channel?.topic}</p>
      <PanelButton panel={TRACE} label="Behind the scenes" icon="eye" />
      <PanelButton panel={MEMBERS} label="Members" icon="people" />
    </header>
  );
}

export function Banner() {
  const isLost = connection.value === 'lost';
  return (
    <div role="status">
      {(isLost || !botOnline.value) && (
        <p class="bar notice">
          <Icon name="warning" />
          <span class="stretch">
            {isLost ? 'Connection lost. Trying again…' : "The bot is offline. Its commands work again when it's back."}
          </span>
        </p>
      )}
    </div>
  );
}
