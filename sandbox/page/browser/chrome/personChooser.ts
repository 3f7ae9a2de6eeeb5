import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';

/** The first thing a newcomer sees: whom to be. It goes when somebody is chosen, by a press or by the page's address. */
export function createPersonChooser(context: Context): HTMLElement {
  const { store, session } = context;
  const cards = h('div', { class: 'person-cards' });
  const status = h('p', { class: 'chooser-status', role: 'status' }, 'Connecting…');
  const element = h(
    'main',
    { class: 'chooser' },
    h(
      'div',
      { class: 'chooser-card' },
      h('img', { src: '/assets/icon.svg', alt: '', width: 56, height: 56 }),
      h('h1', {}, 'Who would you like to be?'),
      h(
        'p',
        {},
        'This is a small Discord on your own machine. The bot is the real one, the people are made up. You can switch users at any time.',
      ),
      cards,
      status,
    ),
  );

  store.subscribe(['people', 'connection'], () => {
    const { people, connection } = store.state;
    status.hidden = people.length > 0;
    status.textContent = connection === 'lost' ? 'The sandbox cannot be reached. Trying again…' : 'Connecting…';
    cards.replaceChildren(
      ...people.map((person) =>
        h(
          'button',
          { type: 'button', class: 'person-card', onclick: () => void session.become(person.id) },
          avatar({ id: person.id, name: person.displayName, avatarUrl: person.avatarUrl }),
          h(
            'span',
            { class: 'person-text' },
            h('span', { class: 'person-name' }, person.displayName),
            h('span', { class: 'person-role' }, person.role),
          ),
          icon('forward'),
        ),
      ),
    );
  });
  return element;
}
