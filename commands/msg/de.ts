import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { msg } from './msg.ts';

export const de: Translation<typeof en, typeof msg> = {
  names: {
    msg: 'nachricht',
    send: 'senden',
    to: 'an',
    text: 'text',
    list: 'liste',
    mode: 'art',
    read: 'lesen',
    message: 'nachricht',
  },
  description: 'Deine Nachrichten im Spiel senden, lesen und löschen',
  noSubject: 'Ohne Betreff',
  unnamed: 'Unbekannt',
  gone: 'Das wurde schon verwendet oder ist abgelaufen. </msg list> zeigt, welche Nachrichten du hast.',
  showList: 'Liste zeigen',

  send: {
    description: 'Eine Nachricht an einen oder mehrere Charaktere senden; ohne Text öffnet sich ein Formular',
    to: 'Namen oder Erwähnungen der Empfänger, durch Kommas getrennt, etwa Jane Doe, John Roe',
    text: 'Deine Nachricht, höchstens 4.000 Zeichen',
    modalTitle: 'Nachricht im Spiel senden',
    toHint: 'Namen, durch Kommas, Semikolons oder Zeilenumbrüche getrennt',
    textLabel: 'Nachricht',
    sentPartly: 'Gesendet, aber nicht an alle',
    notSent: 'Nicht zugestellt',
    delivered: 'Zugestellt an',
    failed: 'Nicht zugestellt an',
    reasons: 'Das Spiel meldet',
    checkHandles:
      'Prüfe die Schreibweise. Es zählt der ganze Name. Mehrere trennst du durch Kommas, Semikolons oder Zeilenumbrüche; ein Name, der eines davon enthält, gehört in Anführungszeichen: `an: Jane Doe, John Roe`.',
    showSent: 'Gesendete zeigen',
    checking:
      'Die Verbindung brach ab, bevor das Spiel geantwortet hat. Ich prüfe gerade deine gesendeten Nachrichten. Ich sende keine Nachricht doppelt.',
    found:
      'Die Verbindung brach ab, aber die Nachricht ist unter deinen gesendeten Nachrichten. Sie wurde einmal gesendet.',
    notFound:
      'Die Verbindung brach ab, und unter deinen gesendeten Nachrichten finde ich die Nachricht noch nicht. Prüfe noch einmal, bevor du sie erneut sendest.',
    unreadable:
      'Die Verbindung brach ab, und ich kann deine gesendeten Nachrichten gerade nicht lesen. Prüfe noch einmal, bevor du sie erneut sendest.',
    maybe: 'Vielleicht zugestellt an',
    sameMessage:
      'Eine deiner gesendeten Nachrichten könnte diese sein oder eine andere an dieselbe Person. Sieh dort nach, bevor du sie erneut sendest.',
    startOver:
      'Du kannst sie jetzt erneut senden. Falls die erste Nachricht doch noch durchkommt, kommt sie doppelt an.',
    writeAgain: 'Noch einmal schreiben',
  },

  list: {
    description: 'Deine Nachrichten auflisten',
    mode: 'Gesendete, empfangene oder beide (ohne Angabe beide)',
    modes: { sent: 'gesendete', received: 'empfangene', both: 'beide' },
    titles: { sent: 'Gesendete Nachrichten', received: 'Empfangene Nachrichten', both: 'Nachrichten' },
    empty: {
      sent: 'Du hast noch keine Nachrichten gesendet. Schreib eine mit </msg send>.',
      received: 'Du hast keine empfangenen Nachrichten.',
      both: 'Du hast keine Nachrichten. Schreib eine mit </msg send>.',
    },
    open: 'Eine Nachricht öffnen',
    newestFirst: 'neueste zuerst',
    isNew: 'neu',
  },

  read: {
    description: 'Eine Nachricht lesen',
    message: 'Tippe einen Namen oder Betreff, um deine letzten Nachrichten zu durchsuchen',
    noText: 'Diese Nachricht hat keinen Text.',
    cut: 'Der ganze Text steht in der Datei.',
    reply: 'Antworten',
    delete: 'Löschen',
  },

  deletion: {
    description: 'Eine Nachricht löschen (fragt vorher nach)',
    title: 'Diese Nachricht löschen?',
    explanation: (time) =>
      `Deine Kopie wird endgültig gelöscht. Der andere Charakter behält seine. Läuft um ${time} ab.`,
    confirm: 'Löschen',
    keep: 'Behalten',
    kept: 'Es wurde nichts gelöscht.',
    expired: 'Diese Bestätigung ist abgelaufen.',
    deleted: 'Die Nachricht wurde gelöscht.',
    checking:
      'Die Verbindung brach ab, bevor das Spiel geantwortet hat. Ich prüfe gerade, ob die Nachricht noch da ist.',
    foundDeleted: 'Die Verbindung brach ab, aber die Nachricht ist weg: Sie wurde gelöscht.',
    stillThere: 'Die Verbindung brach ab. Die Nachricht ist noch da. Prüfe noch einmal, bevor du es erneut versuchst.',
    unreadable:
      'Die Verbindung brach ab, und ich kann gerade nicht prüfen, ob die Nachricht noch da ist. Prüfe noch einmal, bevor du es erneut versuchst.',
  },

  menu: 'Spielnachricht senden',

  problems: {
    noRecipient: 'Bitte gib mindestens einen Namen an. Probiere `an: Jane Doe;John Roe`.',
    tooMany: (count, max) =>
      `Eine Nachricht kann höchstens ${max} Empfänger haben, du hast ${count} angegeben. Sende sie in mehreren Teilen.`,
    uid: (uid) => `„${uid}“ ist eine UID, Nachrichten gehen aber an Namen von Charakteren. Probiere \`an: Jane Doe\`.`,
    emptyText: 'Die Nachricht hat keinen Text. Probiere `text: Abflug im Morgengrauen`.',
    tooLong: (length, max) =>
      `Die Nachricht hat ${length} Zeichen, erlaubt sind höchstens ${max}. Sende sie in mehreren Teilen.`,
    unknownMessage: (typed) =>
      `Keine Nachricht „${typed}“. Wähle einen Vorschlag oder öffne eine Nachricht aus </msg list>.`,
  },
};
