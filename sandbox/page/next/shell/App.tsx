import { Composer } from '../composer/Composer.tsx';
import { MessageList } from '../messages/MessageList.tsx';
import { ModalHost } from '../modal/ModalHost.tsx';
import { become } from '../session.ts';
import { currentChannel, me, modal, people } from '../state.ts';
import { MenuHost } from '../ui/Menu.tsx';

/** The whole page: the choice of a person first, then the conversation with what lies around it. */
export function App() {
  if (me.value === undefined) {
    return (
      <main class="chooser">
        {people.value.map((person) => (
          <button type="button" key={person.id} onClick={() => void become(person.id)}>
            {person.displayName}
          </button>
        ))}
      </main>
    );
  }
  return (
    <div class="page">
      <main class="main">
        <header>
          <h2>{currentChannel.value?.name}</h2>
        </header>
        <MessageList />
        <Composer />
      </main>
      <ModalHost />
      {modal.value === undefined && <MenuHost />}
    </div>
  );
}
