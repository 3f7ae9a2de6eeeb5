import icon from '../icon.svg';
import { become } from '../session.ts';
import { connection, people } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { PersonLine } from './PersonLine.tsx';

export function PersonChooser() {
  const isLost = connection.value === 'lost';
  return (
    <main class="chooser">
      <div class="chooser-card">
        <img src={icon} alt="" width={56} height={56} />
        <h1>Who would you like to be?</h1>
        <p>
          This is a small Discord on your own machine. The bot is real, the people are made up. You can switch users at
          any time.
        </p>
        {people.value.map((person) => (
          <button type="button" class="row" key={person.id} onClick={() => void become(person.id)}>
            <PersonLine person={person} />
            <Icon name="forward" />
          </button>
        ))}
        <p role="status">
          {people.value.length === 0 && (isLost ? "The sandbox can't be reached. Trying again…" : 'Connecting…')}
        </p>
      </div>
    </main>
  );
}
