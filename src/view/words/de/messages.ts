import type { Words } from '../en.ts';

const numbers = new Intl.NumberFormat('de-DE');

/** Words of the area "messages", in German. */
export const messages: Words['messages'] = {
  description: 'Nachrichten im Spiel: senden, lesen, löschen',
  noSubject: 'Ohne Betreff',
  nobody: 'ohne Namen',
  from: (name) => `von ${name}`,
  to: (name) => `an ${name}`,
  back: 'Zurück zur Liste',
  lookAgain: 'Noch einmal nachsehen',

  send: {
    description: 'Sende einem oder mehreren Charakteren eine Nachricht',
    to: 'Handles der Empfänger, durch Semikolon getrennt, etwa Pell;Dorn Hesk',
    text: 'Was du sagen willst; ohne Angabe schreibst du mehrere Zeilen in einem Fenster',
    modalTitle: 'Nachricht im Spiel senden',
    toLabel: 'An: Handles, durch Semikolon getrennt',
    textLabel: 'Nachricht',
    sent: 'Gesendet',
    sentPartly: 'Gesendet, aber nicht an alle',
    notSent: 'Niemand hat sie bekommen',
    delivered: 'Bekommen',
    failed: 'Nicht bekommen',
    reasons: 'Das Spiel sagt dazu',
    checkHandles:
      'Prüf die Schreibweise: Ein Handle ist der ganze Name, und zwischen mehreren steht ein Semikolon. Versuche `an: Pell;Dorn Hesk`.',
    unknownTitle: 'Noch ungewiss',
    unknown:
      'Die Verbindung brach ab, bevor das Spiel antwortete. Ich sehe jetzt in deinen gesendeten Nachrichten nach; ich sende keine Nachricht zweimal.',
    found:
      'Die Verbindung brach ab, aber sie steht unter deinen gesendeten Nachrichten. Sie wurde gesendet, und zwar einmal.',
    foundPartly:
      'Die Verbindung brach ab. Unter deinen gesendeten Nachrichten steht sie bisher nur für einen Teil der Empfänger.',
    notFoundTitle: 'Bisher nicht gesendet',
    notFound:
      'Die Verbindung brach ab, und unter deinen gesendeten Nachrichten steht sie nicht: Bisher wurde sie nicht gesendet. Sieh noch einmal nach, bevor du neu sendest.',
    unreadable:
      'Die Verbindung brach ab, und ich kann deine gesendeten Nachrichten gerade nicht lesen. Sieh noch einmal nach, bevor du neu sendest.',
    missing: 'Bisher nicht gefunden',
    gone: 'Das wurde schon nachgesehen, oder es ist zu lange her. /nachricht liste mit `art: gesendet` zeigt, was du gesendet hast.',
  },

  list: {
    description: 'Deine Nachrichten, die neuesten zuerst',
    mode: 'Gesendete, empfangene oder beide; ohne Angabe beide',
    page: 'Die Seite, mit der es beginnt',
    modes: { sent: 'gesendete', received: 'empfangene', both: 'beide' },
    titles: { sent: 'Gesendete Nachrichten', received: 'Empfangene Nachrichten', both: 'Nachrichten' },
    empty: {
      sent: 'Du hast keine gesendeten Nachrichten. Mit /nachricht senden schreibst du die erste.',
      received: 'Du hast keine empfangenen Nachrichten.',
      both: 'Du hast keine Nachrichten. Mit /nachricht senden schreibst du die erste.',
    },
    open: 'Öffne eine Nachricht',
  },

  read: {
    description: 'Lies eine Nachricht',
    message: 'Tippe einen Namen oder Betreff, um sie unter deinen neuesten Nachrichten zu finden',
    from: 'Von',
    to: 'An',
    noText: 'Diese Nachricht hat keinen Text.',
    whole: 'Das ist nur der Anfang; die Datei enthält alles.',
    reply: 'Antworten',
    writeAgain: 'Noch einmal schreiben',
    delete: 'Löschen',
  },

  deletion: {
    description: 'Lösche eine Nachricht, nach einer Rückfrage',
    title: 'Diese Nachricht löschen?',
    explanation: (until) =>
      `Deine Kopie wird endgültig gelöscht; die andere Seite behält ihre. Diese Frage endet ${until}.`,
    confirm: 'Löschen',
    keep: 'Behalten',
    kept: 'Es wurde nichts gelöscht.',
    deleted: 'Die Nachricht ist gelöscht.',
    unknown: 'Die Verbindung brach ab, bevor das Spiel antwortete. Ich sehe nach, ob die Nachricht noch da ist.',
    foundDeleted: 'Die Verbindung brach ab, aber die Nachricht ist weg: Sie wurde gelöscht.',
    stillThere:
      'Die Verbindung brach ab, und die Nachricht ist noch da: Bisher wurde sie nicht gelöscht. Sieh noch einmal nach, oder lösche sie neu.',
    unreadable: 'Die Verbindung brach ab, und ich kann gerade nicht nachsehen, ob die Nachricht noch da ist.',
    gone: 'Diese Frage wurde schon beantwortet, oder ihre Zeit ist um. /nachricht liste zeigt, was da ist.',
  },

  menu: {
    send: 'Spielnachricht senden',
    writeTo: (mention, name) => `${mention} ist im Spiel **${name}**.`,
    write: 'Nachricht schreiben',
  },

  mistakes: {
    nobody: 'Nenne wenigstens einen Empfänger mit seinem Handle. Versuche `an: Pell;Dorn Hesk`.',
    tooMany: (count, most) =>
      `Eine Nachricht kann höchstens ${most} Empfänger haben, du hast ${numbers.format(count)} genannt. Sende sie in mehreren Teilen, jeden etwa so: \`an: Pell;Dorn Hesk\`.`,
    uid: (uid) =>
      `„${uid}“ ist eine UID, Nachrichten gehen aber an Handles, die Namen der Charaktere. Versuche \`an: Dorn Hesk\`.`,
    emptyText: 'Die Nachricht hat keinen Text. Versuche `text: Abflug im Morgengrauen`.',
    tooLong: (length, most) =>
      `Die Nachricht hat ${numbers.format(length)} Zeichen, höchstens ${numbers.format(most)} sind möglich. Sende sie in mehreren Teilen.`,
    unknownMessage: (named) =>
      `Eine Nachricht „${named}“ hast du nicht: Sie wurde gelöscht oder war nie deine. Tippe in \`nachricht\` einen Namen oder Betreff und wähle einen Vorschlag, oder öffne eine Nachricht aus /nachricht liste.`,
  },
};
