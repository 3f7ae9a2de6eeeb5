import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { roster } from './roster.ts';

const members = (count: number): string => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`);

export const de: Translation<typeof en, typeof roster> = {
  names: {
    ...{ roster: 'mitglieder', add: 'hinzufügen', remove: 'entfernen', import: 'importieren', export: 'exportieren' },
    ...{
      check: 'prüfen',
      me: 'ich',
      show: 'anzeigen',
      list: 'liste',
      member: 'mitglied',
      rank: 'rang',
      away: 'abwesend',
    },
  },
  descriptions: {
    roster: 'Die Mitgliederliste deiner Fraktion für die Offiziere dieses Servers führen',
    show: 'Die Mitgliederliste anzeigen',
    add: 'Mitglieder hinzufügen oder ihren Rang oder ihre Abwesenheit ändern',
    remove: 'Mitglieder von der Liste entfernen',
    import: 'Viele Mitglieder aus einer CSV oder einer Liste von Namen oder UIDs hinzufügen oder ändern',
    export: 'Die Mitgliederliste als CSV-Datei erhalten',
    check: 'Sehen, wer gegangen ist, wer abwesend ist und wann sich wer zuletzt angemeldet hat',
    me: 'Sehen, welche Listen deinen Charakter führen und was sie über ihn wissen',
    delete: 'Die Mitgliederliste dieses Servers mit allem löschen, was dafür gelesen wurde',
    members: 'Namen oder UIDs, durch Kommas getrennt',
    rank: 'Ihr Rang, zum Beispiel Pilot',
    away: 'Der Tag, bis zu dem sie abwesend sind, zum Beispiel 2026-12-24',
    list: 'Ein Name oder eine UID; leer lassen, um eine Liste einzufügen oder anzuhängen',
  },
  title: (faction) => `Mitgliederliste von ${faction}`,
  count: members,
  empty: 'Noch steht niemand auf der Liste.',
  awayUntil: (day) => `abwesend bis ${day}`,
  accept: (count) => (count === 1 ? '1 Charakter möchte beitreten' : `${count} Charaktere möchten beitreten`),
  invite: 'Beitreten-Schaltfläche posten',
  invites:
    'Gehörst du zu dieser Fraktion? Schlage deinen verknüpften Charakter für die Mitgliederliste vor; ein Offizier nimmt ihn auf.',
  join: 'Beitreten',
  proposal: {
    proposed: (name) => `Ich habe **${name}** vorgeschlagen. Ein Offizier kann das in </roster show> annehmen.`,
    listed: (name) => `**${name}** steht schon auf der Liste.`,
    tooMany: (name) => `**${name}** kann noch nicht vorgeschlagen werden: Zu viele andere warten auf einen Offizier.`,
  },
  columns: { uid: 'uid, kennung', name: 'name, charakter, mitglied', rank: 'rang', away: 'abwesend, abwesend bis' },
  importTitle: 'Mitglieder importieren',
  importLabel: 'Ein Mitglied pro Zeile',
  importHint: 'Ein Name oder eine UID, oder eine CSV mit Kopfzeile: uid,name,rang,abwesend',
  fileLabel: 'Oder eine Textdatei oder CSV',
  fileHint: 'Höchstens 256 KB. Mitglieder ohne UID kosten je eine Anfrage.',
  added: (added, changed) => `${members(added)} hinzugefügt, ${changed} geändert.`,
  removed: (names, count) => `Entfernt: ${count === 1 ? names : `${members(count)}, ${names}`}.`,
  showAll: 'Liste anzeigen',
  wrongLines: (lines) => `Diese Zeilen kann ich nicht lesen: ${lines}.`,
  emptyList: 'Es stehen keine Mitglieder darin. Schreibe einen Namen oder eine UID pro Zeile.',
  wrongDay: (typed) => `„${typed}“ ist kein künftiger Tag. Probiere \`abwesend: 2026-12-24\`.`,
  full: (max) => `Eine Mitgliederliste hat höchstens ${max} Mitglieder.`,
  none: 'Dieser Server hat keine Mitgliederliste. Offiziere legen sie mit </roster add> an.',
  serversOnly: 'Mitgliederlisten gehören zu Servern. Nutze diesen Befehl auf einem Server.',
  noRight: (faction) =>
    `Nur wer in ${faction} Rechte ändern darf, kann diese Mitgliederliste nutzen, und dein Login zeigt dieses Recht nicht.`,
  noFaction: 'Dein Charakter ist in keiner Fraktion und kann deshalb keine Mitgliederliste anlegen.',
  notListed: (names) => `${names} steht nicht auf der Liste.`,
  noSuchRank: (rank) => `Niemand auf der Mitgliederliste hat den Rang „${rank}“.`,
  otherFaction: 'die Antwort des Spiels betraf eine andere Fraktion',

  readProfile: (when) => `Profil gelesen ${when}`,
  readPrivileges: (when) => `Rechte gelesen ${when}`,
  lastLogin: (when) => `zuletzt angemeldet ${when}`,
  hiddenLogin: 'letzte Anmeldung verborgen',
  granted: (count) => (count === 1 ? '1 erteilt' : `${count} erteilt`),
  unknownMember: 'kein Mitglied oder verborgen',
  survey: {
    profile: (count) => `Profile von ${members(count)} lesen`,
    privileges: (count) => `Rechte von ${members(count)} lesen`,
    allFresh: 'Alles wurde in den letzten zehn Minuten gelesen.',
    members: 'Diese Mitglieder:',
    whoSees:
      'Offiziere hier, die Rechte ändern dürfen, sehen das Gelesene 35 Tage lang. Jedes Mitglied kann seines sehen.',
  },
  check: {
    button: 'Prüfen',
    title: (faction) => `Prüfung von ${faction}`,
    counts: {
      left: (count) => `${count} gegangen`,
      probablyLeft: (count) => `${count} wohl gegangen`,
      unread: (count) => `${count} noch nicht gelesen`,
      hidden: (count) => `${count} verborgen`,
      here: (count) => `${count} da`,
    },
    standings: {
      ...{ left: 'Gegangen', probablyLeft: 'Wohl gegangen', unread: 'Noch nicht gelesen' },
      ...{ hidden: 'Verborgen', here: 'Da' },
    },
    renamed: (name) => `heißt jetzt ${name}`,
    readBetween: (from, to) => `Letzte Anmeldungen. Profile gelesen ${from} bis ${to}.`,
    choose: 'Mitglied auswählen',
    again: 'Neu lesen',
    remove: 'Von der Liste entfernen',
    strip: 'Alle Rechte entziehen',
  },
  mine: {
    title: (name) => `Mitgliederlisten mit ${name}`,
    whoSees: 'Offiziere der Fraktion auf jenem Server können das sehen.',
    none: (name) => `**${name}** steht auf keiner Mitgliederliste.`,
    noReadings: 'Über deinen Charakter wurde nichts gelesen.',
    object: 'Gelesenes löschen',
  },
  deletion: {
    asks: (faction, count) =>
      `Die Mitgliederliste von ${faction} mit ${members(count)}, ihren Rängen und allem Gelesenen löschen? Das lässt sich nicht rückgängig machen.`,
    button: 'Mitgliederliste löschen',
    done: 'Die Mitgliederliste wurde gelöscht.',
  },
};
