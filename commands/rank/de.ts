import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { rank } from './rank.ts';

const members = (count: number): string => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`);

export const de: Translation<typeof en, typeof rank> = {
  names: {
    ...{ rank: 'rang', save: 'speichern', show: 'anzeigen', delete: 'löschen', apply: 'anwenden', check: 'prüfen' },
    ...{ name: 'name', from: 'von', to: 'an', mode: 'modus' },
  },
  descriptions: {
    ranks: 'Speichern, was ein Rang darf, ihn anwenden und Abweichungen finden',
    save: 'Die Rechte eines Mitglieds als die eines Rangs speichern (ersetzt den Rang dieses Namens)',
    show: 'Die Ränge und ihre wichtigen Rechte anzeigen',
    delete: 'Einen Rang löschen; Mitglieder behalten ihre Rechte',
    apply: 'Mitgliedern die Rechte eines Rangs geben (fragt nach)',
    check: 'Mitglieder finden, deren Rechte von ihrem Rang abweichen',
    name: 'Der Name des Rangs, zum Beispiel Pilot',
    rank: 'Der Name des Rangs (Standard: alle)',
    from: 'Das Mitglied, dessen Rechte gespeichert werden',
    to: 'Namen, UIDs oder @ränge, durch Kommas getrennt (Standard: alle mit dem Rang)',
    mode: 'Ob alles andere auch entzogen wird (Standard: nein)',
  },
  modes: { add: 'Fehlendes ergänzen', equal: 'Und sonst nichts: auch entziehen, was der Rang nicht hat' },
  title: 'Ränge',
  none: 'Es gibt noch keine Ränge. Speichere einen mit </rank save>.',
  rights: (count) => (count === 1 ? '1 Recht' : `${count} Rechte`),
  noneMatter: 'Nichts über Geld, Mitglieder oder Rechte.',
  unknown: (typed, known) =>
    known
      ? `Es gibt keinen Rang „${typed}“. Es gibt ${known}.`
      : `Es gibt keinen Rang „${typed}“. Speichere ihn mit </rank save>.`,
  wrongName: 'Der Name eines Rangs darf nicht leer oder zu lang sein und kein @, Komma oder | enthalten.',
  full: (max) => `Eine Mitgliederliste hat höchstens ${max} Ränge.`,
  deleted: (name) => `Der Rang **${name}** wurde gelöscht. Mitglieder behalten ihre Rechte.`,
  noMembers: (name) =>
    `Niemand auf der Mitgliederliste hat ${name ? `den Rang „${name}“` : 'einen gespeicherten Rang'}. Ränge vergibst du mit </roster add>.`,
  drift: (count) => (count === 0 ? 'Alle passen zu ihrem Rang' : `${members(count)} weichen von ihrem Rang ab`),
  noDrift: 'In dem zuletzt Gelesenen weicht nichts ab.',
  readAt: (when) => `gelesen ${when}`,
  between: (from, to) => `geändert zwischen ${from} und ${to}`,
  ...{ missing: 'fehlt', extra: 'zu viel' },
  more: (count) => `und ${count} weitere`,
  choose: 'Mitglied auswählen',
  again: 'Neu lesen',
  restoreAll: (count) => (count === 1 ? '1 Mitglied angleichen' : `${count} Mitglieder angleichen`),
  restoreOne: 'An den Rang angleichen',
  accept: (rank) => `Für ${rank} übernehmen`,
  accepted: (rank) => `Der Rang **${rank}** hat jetzt diese Rechte.`,
  tooOld: 'Das wurde vor mehr als zehn Minuten gelesen. Drücke zuerst *Neu lesen*.',
};
