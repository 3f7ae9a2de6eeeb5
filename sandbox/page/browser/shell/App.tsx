import { useEffect } from 'preact/hooks';
import { Composer } from '../composer/Composer.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { me, modal } from '../state.ts';
import { MenuHost } from '../ui/Menu.tsx';
import { Banner, ChannelHeader } from './ChannelHeader.tsx';
import { MemberList } from './MemberList.tsx';
import { ModalHost } from './ModalHost.tsx';
import { Notices } from './Notices.tsx';
import { PersonChooser } from './PersonChooser.tsx';
import { listenForRegionKeys } from './regionKeys.ts';
import { Sidebar } from './Sidebar.tsx';
import { TracePanel } from './TracePanel.tsx';

/** The whole page: first the choice of a person, then the conversation and the panels. */
export function App() {
  useEffect(listenForRegionKeys, []);
  if (me.value === undefined) return <PersonChooser />;
  // Nothing outside an open dialog can be used: it contains the notices and the menu then.
  const isModalOpen = modal.value !== undefined;
  return (
    <>
      <div class="page">
        <Sidebar />
        <main class="main">
          <ChannelHeader />
          <Banner />
          {!isModalOpen && <Notices />}
          <MessageList />
          <Composer />
        </main>
        <TracePanel />
        <MemberList />
      </div>
      {isModalOpen ? <ModalHost /> : <MenuHost />}
    </>
  );
}
