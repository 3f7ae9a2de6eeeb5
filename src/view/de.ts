import type { en } from './en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

export const de: typeof en = {
  language: 'de',
  number: (value) => numbers.format(value),
  credits: (value) => `${numbers.format(value)} ${value === 1 ? 'Credit' : 'Credits'}`,
  gameTime: ({ year, day }) => `Jahr ${year} Tag ${day}`,
  shortGameTime: ({ year, day }) => `J${year} T${day}`,
  permissions: {
    CHARACTER_READ: 'deinen Charakter sehen: Name, Fraktion, Biografie; falls sichtbar, auch Ort, Credits, Gesundheit',
    CHARACTER_LOCATION: 'sehen, wo dein Charakter ist',
    CHARACTER_SKILLS: 'deine Fähigkeiten sehen',
    CHARACTER_CREDITS: 'deine Credits und deinen Kontoauszug sehen',
    CREDITS_WRITE: 'deine Credits an andere senden',
    CHARACTER_PRIVILEGES: 'Rechte in Fraktionen sehen und ändern',
    MESSAGES_READ: 'deine Nachrichten lesen',
    MESSAGES_SEND: 'in deinem Namen Nachrichten senden',
    MESSAGES_DELETE: 'deine Nachrichten löschen',
  },

  afterExpiry: (isRenewed) => (isRenewed ? 'wird danach automatisch erneuert' : 'danach musst du dich neu anmelden'),

  amounts: {
    unreadable: (typed, option) =>
      `„${typed}“ ist kein gültiger Betrag. Gib eine ganze Zahl ab 1 ein, etwa \`${option}: 1500\`, \`1.500\`, \`10k\` oder \`2,5m\`.`,
    which: (typed, meanings) => `Du hast „${typed}“ eingegeben. Meinst du ${meanings}?`,
    either: (one, other) => `${one} oder ${other}`,
    another: 'Anderen Betrag eingeben',
    units: { 3: 'k, tsd', 6: 'm, mio', 9: 'mrd' },
    creditsWords: 'credits, credit, kredite, cr',
  },
  typedDays: {
    ...{ today: 'heute', yesterday: 'gestern', days: 't, tag, tage, tagen', weeks: 'w, woche, wochen', ago: 'vor' },
    ...{ ordinal: 'te, ten, ter', gameYear: 'j, jahr', gameDay: 't, tag' },
  },

  again: {
    correct: 'Korrigieren und erneut versuchen',
    correctAndSend: 'Korrigieren und erneut senden',
    tryAgain: 'Erneut versuchen',
    proceed: 'Fortfahren',
    inFile: (max) =>
      `Was du eingegeben hast, steht in der Datei. Ein Formular fasst nur die ersten ${numbers.format(max)} Zeichen.`,
  },

  csvSeparator: ';',

  openInGame: 'Im Spiel öffnen',
  steps: {
    ...{ profile: 'Profil', skills: 'Fähigkeiten' },
    ...{ 'credits balance': 'Guthaben', 'credits log': 'Kontoauszug', 'credits report': 'Monatsbericht' },
    'credits transfer': 'Credits senden…',
    ...{ 'galaxy near': 'In meiner Nähe', 'galaxy bookmarks': 'Lesezeichen', 'galaxy map': 'Karte' },
  },

  shared: {
    fromName: (name) => `von ${name}`,
    toName: (name) => `an ${name}`,
    from: 'Von',
    to: 'An',
    sent: 'Gesendet',
    notFoundYet: 'Noch nicht gefunden',
    outcomeUnknown: 'Noch nicht bekannt',
    page: 'Seite, mit der es losgeht',
    back: 'Zurück',
    cancel: 'Abbrechen',
    changePermissions: 'Berechtigungen ändern',
    showProfile: 'Profil zeigen',
    writeMessage: 'Nachricht schreiben',
    showEveryone: 'Allen zeigen',
  },

  pager: {
    position: (page, pages) => `${numbers.format(page)} / ${numbers.format(pages)}`,
    range: (from, to, total) =>
      `${numbers.format(from)}–${numbers.format(to)}${total === undefined ? '' : ` von ${numbers.format(total)}`}`,
    jumpTitle: 'Zu einer Seite springen',
    jumpLabel: (pages) => `Seite, 1 bis ${numbers.format(pages)}`,
    notAPage: (typed, pages) =>
      `„${typed}“ ist hier keine Seite. Gib eine Zahl von 1 bis ${numbers.format(pages)} ein.`,
    empty: 'Hier gibt es noch nichts.',
    pastTheEnd: (page, pages) => `Seite ${numbers.format(page)} gibt es nicht. Probiere \`seite: ${pages}\`.`,
  },

  recheck: {
    again: 'Noch einmal prüfen',
    last: (time) => `Zuletzt geprüft um ${time}.`,
    startOver: 'Von vorn beginnen',
  },

  quota: {
    used: (used, limit, left) =>
      `${numbers.format(used)} von ${numbers.format(limit)} in dieser Stunde verbraucht, ${numbers.format(left)} für dich übrig`,
    shared: 'die teilen sich hier alle',
    scarce: (left) =>
      left === 0
        ? 'Keine Anfragen in dieser Stunde übrig'
        : `${numbers.format(left)} ${left === 1 ? 'Anfrage' : 'Anfragen'} in dieser Stunde übrig`,
    next: (when, left) => (left === 0 ? `nächste Anfrage um ${when} möglich` : `mehr ab ${when}`),
    allFree: (when) => `spätestens um ${when} wieder alle`,
    cached: (count) => `${numbers.format(count)} aus dem Cache`,
  },

  errors: {
    logIn: 'Anmelden',
    logInAgain: 'Neu anmelden',
    addPermission: 'Berechtigung hinzufügen',
    notLinked: 'Du hast noch keinen Spielcharakter verknüpft. Melde dich einmal an.',
    tokenRejected:
      'Das Spiel akzeptiert deine Anmeldung nicht mehr: Sie ist abgelaufen oder wurde widerrufen. Melde dich neu an.',
    scopeMissing: (permission) => `Dafür fehlt mir deine Berechtigung: ${permission}. Füge sie zuerst hinzu.`,
    runAgain: 'Versuche es dann noch einmal.',
    kept: 'Ich behalte 30 Minuten lang, was du eingegeben hast. Nach der Anmeldung geht es mit einem Klick weiter.',
    notFound: 'Das Spiel kennt diesen Namen oder diese ID nicht. Prüfe die Schreibweise.',
    invalid: (parameter, _reason) => `Der Wert für „${parameter}“ ist ungültig.`,
    rateLimited: (until, isShared = false) =>
      `${isShared ? 'Die Anfragen an das Spiel, die sich hier alle teilen, sind' : 'Dein Anteil an den Anfragen an das Spiel ist'} vorerst aufgebraucht. Die nächste ist um ${until} möglich.`,
    refused: (reason) => `Das Spiel hat das abgelehnt: ${reason}`,
    serviceUnavailable: 'Das Spiel antwortet gerade nicht richtig. Es wurde nichts geändert.',
    unreadable:
      'Das Spiel sendet gerade etwas, das ich nicht lesen kann. Vielleicht wird es gewartet. Es wurde nichts geändert. Versuche es in ein paar Minuten noch einmal und sag dem Betreiber des Bots Bescheid, wenn es so bleibt.',
    blocked:
      'Die Website des Spiels hat mich abgewiesen, deshalb habe ich das Spiel nicht erreicht. Es wurde nichts geändert. Versuche es später noch einmal und sag dem Betreiber des Bots Bescheid, wenn es so bleibt.',
    outcomeUnknown:
      'Die Verbindung brach ab, bevor das Spiel geantwortet hat. Ich weiß also nicht, ob es geklappt hat. Ich wiederhole es nicht. Sieh nach, bevor du es noch einmal versuchst.',
    slow: 'Das Spiel ist gerade langsam. Ich warte noch auf die Antwort…',
    stillChecking:
      'Ich prüfe noch, ob es geklappt hat. Ich aktualisiere diese Nachricht, sobald ich es weiß. Sende es nicht noch einmal.',
    /** Stands in other sentences, unless something may have been done. */
    nothingChanged: 'Es wurde nichts geändert.',
    mayBeDone: 'Vielleicht wurde es ausgeführt. Sieh nach, bevor du es noch einmal versuchst.',
    partMayBeDone: 'Vielleicht wurde ein Teil davon ausgeführt. Sieh nach, bevor du es noch einmal versuchst.',
    tooSlow: 'Das hat zu lange gedauert, deshalb habe ich abgebrochen. Es wurde nichts geändert.',
    frozen:
      'Änderungen im Spiel sind gerade für alle angehalten, deshalb habe ich das nicht ausgeführt. Nachsehen kannst du weiterhin. Bitte versuche es später noch einmal.',
    underWay:
      'Diese Änderung hast du schon zusammen mit anderen bestätigt. Ich mache sie nicht doppelt. Du siehst sie in </account>.',
    storeUnavailable:
      'Meine Datenbank ist gerade nicht erreichbar. Es wurde nichts geändert. Bitte versuche es in ein paar Minuten noch einmal.',
    refreshUnderWay: 'Deine Anmeldung wird gerade erneuert. Bitte versuche es in ein paar Sekunden noch einmal.',
    unopened:
      'Einiges, was hier gespeichert ist, lässt sich nicht lesen: Sein Schlüssel fehlt, oder es ist beschädigt. Bitte frage den Betreiber des Bots. Deine eigenen Daten kannst du in </account> löschen.',
    sealBroken: 'Ich kann deine gespeicherte Anmeldung nicht mehr lesen. Bitte melde dich neu an.',
    unknown: (reference) =>
      `Bei uns ist etwas schiefgegangen. Wenn es öfter passiert, nenne dem Betreiber des Bots diesen Fehlercode: \`${reference}\``,
    notADay: (typed, option) =>
      `„${typed}“ ist kein vergangener Tag. Probiere \`${option}: 2026-11-05\`, \`5.11.\`, \`November\` oder \`7 Tage\`.`,
    aheadOfNow: (day, option, past) =>
      `Der ${day} hat noch nicht begonnen: Tage beginnen um 00:00 UTC. Gib einen früheren Tag ein, etwa \`${option}: ${past}\`.`,
    otherCharacter: (previous, current) =>
      `Das war für **${previous}**, aber du bist jetzt mit **${current}** verknüpft, darum habe ich nichts getan. Führe den Befehl noch einmal aus.`,
    ticketGone: 'Das wurde schon verwendet oder ist abgelaufen.',
    interrupted: 'Ein Neustart hat das unterbrochen. Es wurde nichts geändert. Bitte versuche es noch einmal.',
    stillConfirmable: 'Ein Neustart hat das unterbrochen. Es wurde nichts geändert. Du kannst es noch bestätigen.',
    restored:
      'Ich wurde aus einer Sicherung wiederhergestellt und weiß deshalb nicht, ob das geklappt hat. Ich wiederhole es nicht. Sieh nach, bevor du es noch einmal versuchst.',
    aboutCommand: (when) => `Zu deinem Befehl vom ${when}:`,
    notYours: (command) => `Diese Schaltflächen gehören jemand anderem. Mit ${command} bekommst du eigene.`,
    outdated: 'Diese Schaltfläche ist veraltet. Sieh nach, was passiert ist, bevor du von vorn beginnst.',
    unknownCommand: 'Diesen Befehl gibt es nicht mehr. Discord entfernt ihn bald.',
  },

  audit: {
    actions: {
      'message.send': (to) => `sendete eine Nachricht an ${to}`,
      'message.delete': (from) => `löschte eine Nachricht von ${from}`,
      'credits.transfer': (to) => `sendete Credits an ${to}`,
      'privilege.grant': (to) => `erteilte ${to} ein Recht`,
      'privilege.revoke': (from) => `entzog ${from} ein Recht`,
      batch: (targets) => `machte mehrere Änderungen bei ${targets}`,
    },
    results: {
      pending: 'wird geprüft',
      done: 'erledigt',
      partly: 'teilweise erledigt',
      refused: 'vom Spiel abgelehnt',
      lacking: 'nicht ausgeführt, weil Anmeldung, Berechtigung oder Anfragen fehlten',
      failed: 'nicht ausgeführt',
      unknown: 'noch nicht bekannt',
    },
    undoOf: (title, when) => `macht „${title}“ rückgängig (${when})`,
    willBePosted: (channel) =>
      `Das wird in ${channel} gepostet und 95 Tage lang protokolliert, ohne Verwendungszweck und Nachrichtentext.`,
  },

  batch: {
    leftOut: (count) => `${numbers.format(count)} ausgelassen:`,
    moreInFile: (count) => `… und ${numbers.format(count)} weitere, in der Datei`,
    skipped: 'ausgelassen',
    alreadySet: (count) =>
      count === 1 ? '1 ist schon so gesetzt.' : `${numbers.format(count)} sind schon so gesetzt.`,
    more: (count) => `… und ${numbers.format(count)} weitere`,
    nothing: 'Alles ist schon so gesetzt, es gibt nichts zu ändern.',
    tooMany: (count, max) =>
      `Das sind ${numbers.format(count)} Änderungen, ich kann aber höchstens ${numbers.format(max)} auf einmal machen. Verteile sie auf mehrere Befehle.`,
    cost: (cost, left) =>
      `Das braucht etwa ${numbers.format(cost)} Anfragen; du hast dafür gerade noch ${numbers.format(left)}.`,
    endsAt: (when) => `Das reicht nicht auf einmal: Ich würde zwischendurch warten und wäre gegen ${when} fertig.`,
    expires: (when) => `Geändert wird erst, wenn du bestätigst. Läuft um ${when} ab.`,
    typedLabel: (total) => `Gib zum Bestätigen ${numbers.format(total)} ein`,
    typedWrong: (typed, total) =>
      `Du hast „${typed}“ eingegeben, der Betrag ist aber ${numbers.format(total)}. Es wurde nichts gemacht. Drücke noch einmal auf die Schaltfläche und gib \`${total}\` ein.`,
    confirm: (count) => (count === 1 ? '1 Änderung bestätigen' : `${numbers.format(count)} Änderungen bestätigen`),
    read: (count) => `${numbers.format(count)} lesen`,
    ...{ cancel: 'Abbrechen', canceled: 'Es wurde nichts gemacht.', typeToConfirm: 'Betrag zum Bestätigen eingeben' },
    expired: 'Diese Bestätigung ist abgelaufen. Es wurde nichts gemacht.',
    beforeRestore:
      'Seitdem wurde ich aus einer Sicherung wiederhergestellt, deshalb weiß ich nicht, ob du das schon bestätigt hast. Jetzt wurde nichts getan. Sieh nach und beginne dann von vorn.',
    notBegun:
      'Meine Datenbank hat nicht rechtzeitig geantwortet, deshalb hat das nicht begonnen. Es wurde nichts geändert. Hier ist es noch einmal.',
    unsettled:
      'Meine Datenbank antwortet nicht, deshalb weiß ich noch nicht, ob das begonnen hat. Prüfe es in einer Minute noch einmal. Ich melde mich, wenn es fertig ist.',
    pressUnknown:
      'Meine Datenbank antwortet nicht, deshalb weiß ich nicht, ob das gespeichert wurde. Drücke die Schaltfläche noch einmal.',
    other: 'Bei dir laufen schon Änderungen. Warte, bis sie fertig sind, oder brich sie in </account> ab.',
    overlaps:
      'In Änderungen von dir, die noch warten, kommt einiges davon auch vor. Warte, bis sie fertig sind, oder brich sie in </account> ab.',
    doFirst: 'Das zuerst ausführen',
    goesBefore: (title) =>
      `⏸ „${title}“ wartet noch. Wenn du das hier vorziehst, liest das andere danach das Spiel neu und geht weiter. Abgebrochen wird es trotzdem 24 Stunden nach deiner Bestätigung.`,
    onlyFirst: (count, all) =>
      `Das sind die ersten ${numbers.format(count)} von ${numbers.format(all)} Änderungen. Führe danach denselben Befehl noch einmal aus.`,
    stale:
      'Seit dieser Vorschau hast du andere Änderungen bestätigt, deshalb wurde nichts gemacht. Erstelle eine neue Vorschau.',
    gap: 'Dein Kontoauszug reicht nicht mehr so weit zurück, deshalb weiß ich nicht, was schon erledigt ist. Prüfe es von Hand und mach aus dem, was fehlt, eine neue Liste.',
    paidMeanwhile: '**Es wurde noch nichts gesendet**, weil seit deiner letzten Vorschau schon dasselbe gezahlt wurde:',
    payAgain: 'Bestätige nur, wenn du es noch einmal zahlen willst.',
    gone: 'Das geht nicht mehr: Die Änderungen sind zu alt, oder du hast sie als anderer Charakter bestätigt.',

    progress: (done, total) => `${numbers.format(done)} von ${numbers.format(total)} bearbeitet`,
    ...{
      pause: 'Pause',
      resume: 'Weiter',
      stop: 'Rest abbrechen',
      leaveOut: 'Diese weglassen',
      rest: 'Rest ausführen',
    },
    stopping:
      'Nach der laufenden Änderung wird der Rest abgebrochen. Falls ich gerade neu gestartet wurde, dauert das bis zu einer Minute.',
    lost: 'Meine Datenbank hat den Stand dieser Liste verloren. Ich sende nichts mehr davon. Ich lese, was das Spiel zeigt, und melde mich in etwa einer Minute.',
    settling:
      'Ich wurde während einer Änderung neu gestartet und prüfe, was daraus geworden ist. Das dauert bis zu einer Minute.',
    ...{ pausing: 'Pause nach der laufenden Änderung…', resuming: 'In ein paar Sekunden geht es weiter…' },
    waits: {
      requests: 'Dein Anteil an den Anfragen dafür ist aufgebraucht.',
      shared: 'Die Anfragen dafür, die sich hier alle teilen, sind aufgebraucht.',
      first: 'Änderungen, die du vorgezogen hast, laufen noch. Danach geht es hier weiter.',
      ...{ asked: 'Pausiert.', game: 'Das Spiel antwortet nicht richtig.' },
      token:
        'Das Spiel nimmt deine Anmeldung nicht mehr an, oder eine Berechtigung fehlt. Melde dich neu an und mach dann weiter.',
      character:
        'Du bist jetzt mit einem anderen Charakter verknüpft. Ich mache nur mit dem Charakter weiter, der bestätigt hat.',
      frozen: 'Änderungen im Spiel sind gerade für alle angehalten. Mach später weiter.',
      refused: 'Die erste Änderung wurde abgelehnt, bei den anderen wäre es wohl genauso.',
      replica: 'Meine Datenbank ist gerade nicht ganz verfügbar, deshalb kann ich nichts sicher senden.',
      paid: 'Einige dieser Zahlungen gab es inzwischen schon. Mit „Weiter“ zahle ich sie noch einmal, oder du lässt sie weg.',
      gap: 'Dein Kontoauszug reicht nicht mehr so weit zurück, deshalb weiß ich nicht, ob etwas schon erledigt ist. Sieh im Spiel nach, bevor du den Rest abbrichst.',
    },
    refusedLater: 'Eine Änderung wurde abgelehnt, bei den anderen wäre es wohl genauso.',
    goesOnAt: (when) => `Um ${when} mache ich automatisch weiter.`,
    endsBy: (when) => `Was bis ${when} nicht erledigt ist, wird abgebrochen.`,

    ended: 'Fertig: Der Bericht steht in einer neuen Nachricht.',
    ...{ all: 'Alles erledigt', some: 'Teilweise erledigt', none: 'Nichts gemacht', unsure: 'Noch nicht bekannt' },
    ...{ undone: 'Rückgängig gemacht', undo: 'Rückgängig machen' },
    undoUntil: (when) => `Du kannst das bis ${when} rückgängig machen.`,
    states: {
      ...{ planned: 'noch nicht erledigt', sending: 'läuft gerade', done: 'erledigt', already: 'war schon so' },
      ...{ found: 'erledigt (nachträglich bestätigt)', refused: 'vom Spiel abgelehnt', failed: 'nicht erledigt' },
      ...{ unknown: 'noch nicht bekannt', canceled: 'abgebrochen' },
    },
    elsewhere: (state) => `${state}, in einer anderen Liste`,
    unknown:
      'Eine Änderung, deren Antwort verloren ging, wiederhole ich nie. Prüfe sie in ein paar Minuten noch einmal oder sieh im Spiel nach.',
    columns: [
      'Ziel',
      'UID',
      'Aktion',
      'Betrag',
      'Verwendungszweck',
      'Änderung',
      'von',
      'nach',
      'Ergebnis',
      'Erklärung',
      'macht rückgängig',
    ],
    actions: { 'credits.transfer': 'zahlen', 'privilege.grant': 'erteilen', 'privilege.revoke': 'entziehen' },
    ...{ granted: 'erteilt', notGranted: 'nicht erteilt' },
    by: (character) => `Als **${character}**`,
  },

  loginProblems: {
    expired: 'Dieser Anmeldelink ist abgelaufen oder ungültig. Anmeldelinks gelten zehn Minuten.',
    link_used: 'Dieser Anmeldelink wurde schon benutzt. Er funktioniert nur einmal.',
    code_entered: 'Der Code wurde in Discord schon eingegeben.',
    already_linked: ({ linkedAs }) =>
      linkedAs === undefined
        ? 'Mit diesem Anmeldelink wurde schon ein Charakter verknüpft. Er funktioniert nur einmal.'
        : `Mit diesem Anmeldelink hast du schon ${linkedAs} verknüpft. Er funktioniert nur einmal.`,
    wrong_browser: 'Diese Anmeldung wurde in einem anderen Browser begonnen und geht nur dort weiter.',
    denied: 'Du hast auf der Seite des Spiels abgelehnt, darum wurde nichts verknüpft.',
    rejected: 'Diese Anmeldung ließ sich nicht überprüfen. Es wurde nichts verknüpft.',
    inactive_client:
      'Das Team des Spiels hat diesen Bot noch nicht freigeschaltet, deshalb kann sich niemand mit ihm anmelden. Es wurde nichts verknüpft. Bitte sag dem Betreiber des Bots Bescheid.',
    unavailable:
      'Das Spiel antwortet nicht, darum geht die Anmeldung nicht weiter. Bitte versuche es in ein paar Minuten noch einmal.',
    not_signed_in: 'Öffne zuerst die Anmeldeseite und melde dich dort an. Sie zeigt dir den Code.',
    other_character:
      'Das Formular war für einen anderen Charakter als den, der sich angemeldet hat. Es wurde nichts verknüpft.',
    wrong_code: ({ triesLeft = 0 }) =>
      `Das ist nicht der Code von der Anmeldeseite. Du hast noch ${triesLeft} ${triesLeft === 1 ? 'Versuch' : 'Versuche'}.`,
    too_many_tries: 'Das war der fünfte falsche Code. Diese Anmeldung ist beendet, es wurde nichts verknüpft.',
  },

  sharedNames: { character: 'charakter', page: 'seite', name: 'name', from: 'von', delete: 'löschen' },
};
