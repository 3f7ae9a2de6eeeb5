import { de as kit } from '../../../view/de.ts';
import type { en } from './en.ts';

const { number } = kit;

export const de: typeof en = {
  batch: {
    leftOut: (count) => `${number(count)} ausgelassen:`,
    alreadySet: (count) => (count === 1 ? '1 ist schon so gesetzt.' : `${number(count)} sind schon so gesetzt.`),
    more: (count) => `… und ${number(count)} weitere`,
    nothing: 'Alles ist schon so gesetzt, es gibt nichts zu ändern.',
    tooMany: (count, max) =>
      `Das sind ${number(count)} Änderungen, ich kann aber höchstens ${number(max)} auf einmal machen. Verteile sie auf mehrere Befehle.`,
    cost: (cost, left) => `Das braucht etwa ${number(cost)} Anfragen; du hast dafür gerade noch ${number(left)}.`,
    endsAt: (when) => `Das reicht nicht auf einmal: Ich würde zwischendurch warten und wäre gegen ${when} fertig.`,
    expires: (when) => `Geändert wird erst, wenn du bestätigst. Gültig bis ${when}.`,
    typeToConfirm: 'Summe zum Bestätigen eingeben',
    typedLabel: (total) => `Gib zum Bestätigen ${number(total)} ein`,
    typedWrong: (typed, total) =>
      `Du hast „${typed}“ eingegeben, die Summe ist aber ${number(total)}. Es wurde nichts gemacht. Drücke noch einmal auf die Schaltfläche und gib \`${total}\` ein.`,
    confirm: (count) => (count === 1 ? '1 Änderung bestätigen' : `${number(count)} Änderungen bestätigen`),
    cancel: 'Abbrechen',
    canceled: 'Es wurde nichts geändert.',
    expired: 'Diese Bestätigung ist abgelaufen. Es wurde nichts geändert.',
    other: 'Bei dir laufen schon Änderungen. Warte, bis sie fertig sind, oder brich sie in </account> ab.',
    stale:
      'Seit dieser Vorschau hast du andere Änderungen bestätigt, deshalb wurde nichts gemacht. Erstelle eine neue.',
    gap: 'Das Spiel zeigt nur noch neuere Einträge, deshalb weiß ich nicht, was schon erledigt ist. Prüfe es von Hand und mach aus dem, was fehlt, eine neue Liste.',
    gone: 'Das geht nicht mehr: Die Änderungen sind zu alt, oder du hast sie als anderer Charakter bestätigt.',

    progress: (done, total) => `${number(done)} von ${number(total)} bearbeitet`,
    pause: 'Pause',
    resume: 'Weiter',
    stop: 'Rest abbrechen',
    pausing: 'Pause nach der laufenden Änderung…',
    stopping:
      'Nach der laufenden Änderung wird der Rest abgebrochen. Falls ich gerade neu gestartet wurde, dauert das bis zu einer Minute.',
    settling:
      'Ich wurde während einer Änderung neu gestartet und prüfe, was daraus geworden ist. Das dauert bis zu einer Minute.',
    resuming: 'In ein paar Sekunden geht es weiter…',
    waits: {
      requests: 'Dein Anteil an den Anfragen dafür ist aufgebraucht.',
      shared: 'Die Anfragen dafür, die sich hier alle teilen, sind aufgebraucht.',
      game: 'Das Spiel antwortet nicht richtig.',
      asked: 'Pausiert.',
      token:
        'Das Spiel nimmt deine Anmeldung nicht mehr an, oder eine Berechtigung fehlt. Melde dich neu an und mach dann weiter.',
      character:
        'Du bist jetzt mit einem anderen Charakter verknüpft. Ich mache nur als der weiter, der bestätigt hat.',
      frozen: 'Änderungen im Spiel sind gerade für alle gesperrt. Mach später weiter.',
      refused: 'Die erste Änderung wurde abgelehnt, bei den anderen wäre es wohl genauso.',
      replica: 'Meine Datenbank ist gerade nicht ganz verfügbar, deshalb kann ich nichts sicher senden.',
      gap: 'Das Spiel zeigt nur noch neuere Einträge, deshalb weiß ich nicht, ob etwas schon erledigt ist. Sieh im Spiel nach, bevor du den Rest abbrichst.',
    },
    refusedLater: 'Eine Änderung wurde abgelehnt, bei den anderen wäre es wohl genauso.',
    goesOnAt: (when) => `Um ${when} mache ich automatisch weiter.`,
    endsBy: (when) => `Was bis ${when} nicht erledigt ist, wird abgebrochen.`,

    ended: 'Fertig: Der Bericht steht in einer neuen Nachricht.',
    ...{ all: 'Alles erledigt', some: 'Teilweise erledigt', none: 'Nichts geändert', unsure: 'Noch nicht bekannt' },
    undone: 'Rückgängig gemacht',
    undo: 'Rückgängig machen',
    undoUntil: (when) => `Du kannst das bis ${when} rückgängig machen.`,
    rest: 'Rest ausführen',
    states: {
      ...{ planned: 'noch nicht erledigt', sending: 'läuft gerade', done: 'erledigt', already: 'war schon so' },
      ...{ found: 'erledigt (nachträglich bestätigt)', refused: 'vom Spiel abgelehnt', failed: 'nicht erledigt' },
      ...{ unknown: 'noch nicht bekannt', canceled: 'abgebrochen' },
    },
    elsewhere: (state) => `${state}, in einer anderen Liste`,
    unknown:
      'Eine Änderung, deren Antwort verloren ging, wiederhole ich nie. Prüfe sie in ein paar Minuten noch einmal oder sieh im Spiel nach.',
    columns: ['Ziel', 'UID', 'Aktion', 'Änderung', 'von', 'nach', 'Ergebnis', 'Grund', 'macht rückgängig'],
    actions: {
      ...{ 'message.send': 'senden', 'message.delete': 'löschen', 'credits.transfer': 'zahlen' },
      ...{ 'privilege.grant': 'erteilen', 'privilege.revoke': 'entziehen' },
    },
    ...{ granted: 'erteilt', notGranted: 'nicht erteilt' },
    by: (character) => `Als **${character}**`,
  },
};
