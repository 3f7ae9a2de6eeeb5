import { Locale } from 'discord-api-types/v10';
import { addressOf, become, chooseLanguage, setDmsOpen } from '../session.ts';
import { locale, me, people, welcome } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { type MenuItem, openMenu } from '../ui/Menu.tsx';
import { Avatar, PersonLine } from './PersonLine.tsx';

/** Some of Discord's languages. Most bots lack the last two, which shows their fallback. */
const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: Locale.EnglishUS, name: 'English, US' },
  { locale: Locale.EnglishGB, name: 'English, UK' },
  { locale: Locale.German, name: 'Deutsch' },
  { locale: Locale.French, name: 'Français' },
  { locale: Locale.SpanishLATAM, name: 'Español, LATAM' },
];

/** The current person, with a menu to switch here or in a second window. */
export function PersonPanel() {
  const person = me.value;
  if (person === undefined) return null;
  return (
    <button
      type="button"
      class="row me"
      aria-haspopup="menu"
      onClick={(event) => openMenu('Switch user', switchUserItems(), event.currentTarget)}
    >
      <span class="visually-hidden">You are</span>
      <PersonLine person={person} />
      <span class="visually-hidden">Switch user</span>
      <Icon name="swap" />
    </button>
  );
}

function switchUserItems(): MenuItem[] {
  const isMe = (person: { id: string }) => person.id === me.value?.id;
  const areDmsOpen = welcome.value?.dmsOpen ?? true;
  return [
    { heading: 'Switch user' },
    ...people.value.map((person) => ({
      label: `${person.displayName}, ${person.role}`,
      picture: <Avatar url={person.avatarUrl} />,
      role: 'menuitemradio' as const,
      checked: isMe(person),
      run: () => void become(person.id),
    })),
    { heading: 'Side by side' },
    ...people.value
      .filter((person) => !isMe(person))
      .map((person) => ({
        label: `${person.displayName} in a new window`,
        picture: <Icon name="window" />,
        run: () => void open(addressOf(person), '_blank', 'noopener'),
      })),
    { heading: 'Privacy' },
    {
      label: 'Allow direct messages from the bot',
      role: 'menuitemcheckbox',
      checked: areDmsOpen,
      run: () => setDmsOpen(!areDmsOpen),
    },
    { heading: 'Discord language' },
    ...LANGUAGES.map((language) => ({
      label: language.name,
      role: 'menuitemradio' as const,
      checked: language.locale === locale.value,
      run: () => chooseLanguage(language.locale),
    })),
  ];
}
