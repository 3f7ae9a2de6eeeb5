import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { addressOf } from '../place.ts';
import { openMenu } from '../popup/menu.ts';
import { languages } from './languages.ts';
import { chooseTheme, currentTheme } from './theme.ts';

/** Who one is, with the menu to be somebody else here or in a second window, and the choice of dark or light. */
export function createPersonPanel(context: Context): HTMLElement {
  const { store, session } = context;
  const panel = h('div', { class: 'person-panel' });

  function openPeople(anchor: Element): void {
    const { people, welcome } = store.state;
    const picture = (person: (typeof people)[number]) => () =>
      avatar({ id: person.id, name: person.displayName, avatarUrl: person.avatarUrl });
    openMenu(
      'Switch user',
      [
        { heading: 'Switch user' },
        ...people.map((person) => ({
          label: `${person.displayName}, ${person.role}`,
          picture: picture(person),
          role: 'menuitemradio' as const,
          checked: person.id === welcome?.person.id,
          run: () => void session.become(person.id),
        })),
        { heading: 'Side by side' },
        ...people
          .filter(({ id }) => id !== welcome?.person.id)
          .map((person) => ({
            label: `${person.displayName} in a new window`,
            picture: () => icon('window'),
            run: () => void open(addressOf(person), '_blank', 'noopener'),
          })),
        { heading: 'Privacy' },
        {
          label: 'Allow direct messages from the bot',
          role: 'menuitemcheckbox',
          checked: welcome?.dmsOpen ?? true,
          run: () => session.setDmsOpen(!(welcome?.dmsOpen ?? true)),
        },
        { heading: 'Discord language' },
        ...languages.map(({ locale, name }) => ({
          label: name,
          role: 'menuitemradio' as const,
          checked: locale === welcome?.locale,
          run: () => session.chooseLanguage(locale),
        })),
      ],
      anchor,
    );
  }

  /** Words for the ear alone. */
  const hidden = (words: string) => h('span', { class: 'visually-hidden' }, words);

  function update(): void {
    const person = store.state.welcome?.person;
    if (person === undefined) return;
    const hadFocus = panel.contains(document.activeElement);
    const switcher = h(
      'button',
      {
        type: 'button',
        class: 'person',
        'aria-haspopup': 'menu',
        onclick: () => openPeople(switcher),
      },
      avatar({ id: person.id, name: person.displayName, avatarUrl: person.avatarUrl }),
      h(
        'span',
        { class: 'person-text' },
        h('span', { class: 'person-name' }, hidden('You are '), person.displayName, hidden(', ')),
        h('span', { class: 'person-role' }, person.role, hidden('. Switch user')),
      ),
      icon('swap'),
    );
    panel.replaceChildren(switcher, themeButton());
    if (hadFocus) switcher.focus();
  }

  function themeButton(): HTMLElement {
    const other = currentTheme() === 'dark' ? 'light' : 'dark';
    const button = h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': `Use the ${other} theme`,
        onclick: () => {
          chooseTheme(other);
          const next = themeButton();
          button.replaceWith(next);
          next.focus();
        },
      },
      icon(other === 'light' ? 'sun' : 'moon'),
    );
    return button;
  }

  store.subscribe(['person'], update);
  return panel;
}
