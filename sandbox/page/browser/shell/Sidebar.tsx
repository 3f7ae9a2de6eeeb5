import type { PageChannel } from '../../../discord/people/pageProtocol.ts';
import { compareIds } from '../conversation.ts';
import { openChannel } from '../session.ts';
import { channels, currentChannelId, findMember, welcome } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Avatar } from './PersonLine.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { closeDrawer, SIDEBAR, SidePanel } from './SidePanel.tsx';

/** The server's channels, direct messages with unread marks, and the current person. */
export function Sidebar() {
  const serverName = welcome.value?.server.name ?? '';
  const all = [...channels.value.values()];
  const dms = all
    .filter(({ kind }) => kind === 'dm')
    .sort((one, other) => compareIds(other.lastMessageId ?? '', one.lastMessageId ?? ''));
  return (
    <SidePanel panel={SIDEBAR} as="nav" label="Channels and direct messages">
      <h1 class="bar">{serverName}</h1>
      <div class="channels">
        <h2 class="heading">Channels</h2>
        <ul aria-label="Channels">{all.filter(({ kind }) => kind === 'text').map(toLine)}</ul>
        <h2 class="heading">Direct messages</h2>
        <ul aria-label="Direct messages">{dms.map(toLine)}</ul>
        {dms.length === 0 && <p class="muted">None yet. A bot’s messages to you alone appear here.</p>}
      </div>
      <PersonPanel />
    </SidePanel>
  );
}

function toLine(channel: PageChannel) {
  return <ChannelLine key={channel.id} channel={channel} />;
}

function ChannelLine({ channel }: { channel: PageChannel }) {
  const isCurrent = channel.id === currentChannelId.value;
  const unread = isCurrent && document.visibilityState === 'visible' ? 0 : channel.unread;
  const recipient = findMember(channel.recipientId ?? '');
  return (
    <li>
      <button
        type="button"
        class="row"
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => {
          closeDrawer(SIDEBAR);
          void openChannel(channel.id);
        }}
      >
        {recipient ? <Avatar url={recipient.avatarUrl} /> : <Icon name={channel.kind === 'text' ? 'hash' : 'people'} />}
        <span class="stretch">{channel.name}</span>
        {unread > 0 && (
          <span class="px-1.5 rounded-[9px] bg-danger text-white text-[12px]">
            {unread}
            <span class="visually-hidden"> unread</span>
          </span>
        )}
      </button>
    </li>
  );
}
