import type { Translation } from '../../src/discord/declare/command.ts';
import { de as kit } from '../../src/view/de.ts';
import type { credits as command } from './credits.ts';
import type { en } from './en.ts';

const { number, credits } = kit;
const signed = (amount: number): string => `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`;
const entries = (count: number): string => `${number(count)} ${count === 1 ? 'Eintrag' : 'Einträge'}`;

export const de: Translation<typeof en, typeof command> = {
  names: {
    credits: 'credits',
    balance: 'guthaben',
    transfer: 'überweisen',
    amount: 'betrag',
    recipient: 'empfänger',
    reason: 'verwendungszweck',
    log: 'auszug',
    oldest: 'älteste',
    ...{ with: 'mit', direction: 'richtung', text: 'text', since: 'seit', minimum: 'mindestens' },
    ...{ report: 'bericht', month: 'monat' },
    ...{ pay: 'bezahlen', list: 'liste', paylist: 'zahlliste', save: 'speichern', show: 'anzeigen' },
    ...{ request: 'anfordern', requests: 'anforderungen' },
  },
  descriptions: {
    credits: 'Guthaben anzeigen, Credits senden, Kontoauszug lesen',
    balance: 'Dein Guthaben anzeigen',
    transfer: 'Einem anderen Charakter Credits senden (fragt vorher nach)',
    log: 'Deinen Kontoauszug anzeigen, die neuesten Einträge zuerst',
    amount: 'Wie viele Credits, etwa 1500, 1.500 oder 10k',
    recipient: 'Name oder UID eines Charakters, etwa 1:12345',
    reason: 'Steht in beiden Kontoauszügen',
    oldest: 'Die ältesten 1.000 Einträge, vom ersten an',
    with: 'Nur Einträge mit diesem Charakter oder dieser Fraktion: Name, Teil davon oder UID',
    ...{ direction: 'Nur Eingänge oder nur Ausgänge', text: 'Nur Einträge mit diesem Text darin' },
    since: 'Nur Einträge seit einem Tag (UTC), etwa 5.11., 5. November, 7 Tage oder Jahr 27 Tag 88',
    minimum: 'Nur Einträge ab so vielen Credits, etwa 10k',
    report: 'Ein Monat deines Kontoauszugs nach Zahlungspartner, und dein Guthaben im Verlauf',
    month: 'Ein Monat, etwa November oder 2026-11; ohne Angabe der laufende',
  },

  menu: 'Credits senden',
  signed,
  balanceOf: (name) => `Guthaben von ${name}`,
  labels: {
    byHandle: 'über den Namen',
    amount: 'Betrag',
    reason: 'Verwendungszweck',
    time: 'Zeit',
    entry: 'Eintrag im Kontoauszug',
    balanceNow: 'Guthaben jetzt',
    balanceAfter: 'Guthaben danach',
  },

  tooMuch: (amount, balance) =>
    balance < 1
      ? `Du kannst nicht ${credits(amount)} senden, denn du hast keine.`
      : `Du kannst nicht ${credits(amount)} senden, denn du hast nur ${number(balance)}. Probiere \`betrag: ${balance}\` oder weniger.`,
  toOneself: 'Du kannst dir nicht selbst Credits senden. Nenne einen anderen Charakter, etwa `empfänger: Jane Doe`.',
  codeInReason:
    'Der Verwendungszweck enthält oder versteckt einen Code, an dem ich die Zahlung einer Zahlliste erkenne. Lass ihn weg.',
  longReason: (length, max) =>
    `Der Verwendungszweck hat ${number(length)} Zeichen, erlaubt sind ${max}. Probiere \`verwendungszweck: Treibstoff\`.`,

  confirmation: {
    title: 'Credits senden?',
    cannotBeUndone: (until) => `**Das lässt sich nicht rückgängig machen.** Läuft um ${until} ab.`,
    earlierIsMissing: (at) => `Die frühere Überweisung stand um ${at} nicht in deinem Kontoauszug.`,
    uidRefused:
      'Das Spiel hat den Empfänger über die UID nicht gefunden, deshalb wurde nichts gesendet. Du kannst stattdessen an den Namen senden.',
    otherHandle: (name, uid) =>
      `Das Spiel verlangt den Namen des Empfängers, aber „${name}“ ist nicht mehr der Name von ${uid}. Es wurde nichts gesendet. Führe </credits transfer> noch einmal aus.`,
    confirm: (amount) => `${credits(amount)} senden`,
    canceled: 'Es wurde nichts gesendet.',
    expired: 'Diese Bestätigung ist abgelaufen.',
    checkFirst: 'Falls du schon bestätigt hast, sieh in </credits log> nach, bevor du noch einmal sendest.',
    gone: 'Diese Bestätigung wurde schon verwendet oder ist abgelaufen. Sieh in </credits log> nach, bevor du noch einmal sendest.',
    sentSince: (transactionId) =>
      `Es wurde nichts gesendet. Diese Überweisung steht schon als Eintrag ${transactionId} in deinem Kontoauszug. Um sie ein zweites Mal zu senden, führe </credits transfer> aus.`,
  },

  paid: {
    wasSent: (name, amount, when) => `Um ${when} wurde **${name}** schon ${credits(amount)} gezahlt.`,
    isBeingSent: (name, amount) =>
      `**${name}** wird gerade ${credits(amount)} gezahlt. Ob das geklappt hat, steht noch nicht fest.`,
  },

  pay: {
    description: 'Viele auf einmal bezahlen, aus einer Liste als Text oder Datei (fragt vorher nach)',
    list: 'Eine einzelne Zeile, Name | Betrag | Zweck; ohne sie fügst du eine Liste ein oder hängst sie an',
    name: 'Wie die Liste heißt, etwa Gehälter',
    ...{ menu: 'Als Zahlliste verwenden', lists: 'Gespeicherte Zahllisten' },
    save: 'Eine Zahlliste unter einem Namen speichern',
    ...{ listAll: 'Die Namen deiner gespeicherten Zahllisten anzeigen', show: 'Eine gespeicherte Zahlliste anzeigen' },
    ...{ delete: 'Eine gespeicherte Zahlliste löschen', paySaved: 'Eine gespeicherte Zahlliste bezahlen (fragt nach)' },
    ...{ modalTitle: 'Viele auf einmal bezahlen', saveTitle: 'Zahlliste speichern', nameLabel: 'Name der Liste' },
    listLabel: 'Eine Zahlung je Zeile',
    listHint: 'Name | Betrag | Zweck',
    placeholder: 'Jane Doe | 1500 | Gehalt',
    fileLabel: 'Oder eine Textdatei oder CSV',
    fileDescription: 'Höchstens 256 KB, UTF-8 oder UTF-16; eine CSV braucht eine Zeile mit Name, Betrag, Zweck',
    columns: {
      uid: 'kennung',
      name: 'name, empfänger, empfaenger, charakter, an, spieler, mitglied',
      amount:
        'auszahlung, zahlung, überweisung, erstattung, prämie, prämien, praemie, belohnung, anteil, anteile, bonus, gewinn, verdienst, netto, gehalt, lohn, sold, vergütung, betrag, summe, gesamt, preis, wert',
      reason: 'grund, zweck, verwendungszweck, beschreibung, notiz, kommentar',
    },
    neverPaid: 'guthaben, kontostand, saldo, restbetrag',
    weakColumns: 'gesamt, summe, preis, wert',
    doubtfulColumns:
      'anzahl, punkte, stunde, stunden, je, pro, datum, tag, tage, stufe, nr, nummer, platz, rang, rest, bisher, letzte, vorher, bezahlt, gezahlt, erhalten, steuer, abzug, soll, haben',
    unitsInHeading: 'tsd, tausend, mio, million, millionen, mrd, milliarde, milliarden',
    totals: 'gesamt, summe, insgesamt, gesamtsumme, gesamtbetrag, zwischensumme',
    ...{ fix: 'Zeilen ändern', addUp: 'Je Person zusammenzählen', keepApart: 'Einzeln lassen' },
    ...{ payList: 'Ansehen und bezahlen', leaveOut: 'Diese weglassen', round: 'Auf ganze Credits runden' },

    title: (count, total) => `${count}, zusammen ${credits(total)}`,
    count: (count) => (count === 1 ? '1 Zahlung' : `${number(count)} Zahlungen`),
    inLine: (line, what) => `Zeile ${number(line)}, ${what}`,
    balance: (total, balance) =>
      `**Summe:** ${credits(total)} · **Guthaben jetzt:** ${number(balance)} · **Danach:** ${number(balance - total)}`,
    tooLittle: (missing) =>
      `⚠ Dir fehlen ${credits(missing)}. Ich würde bei der ersten Zahlung anhalten, für die es nicht reicht.`,
    twice: (name, amount, times) => `⚠ ${times} × ${credits(amount)} für **${name}** in dieser Liste.`,
    paidBefore: (name, amount, entry, when) =>
      `Du hast **${name}** schon ${credits(amount)} gezahlt: ${when}, Eintrag ${entry}.`,
    paidOf: (count, of, sum) =>
      `⚠ **${number(count)} von diesen ${number(of)} hast du in den letzten 30 Tagen schon gezahlt, zusammen ${credits(sum)}:**`,
    windowEnds: (since) => `-# Frühere Zahlungen wie diese sehe ich nur bis ${since} zurück.`,
    already: (count) => `Ausgelassen, weil schon in deinem Kontoauszug: ${count}.`,
    noRecipient:
      'Das Spiel kennt den Empfänger nicht. Falls es Namen verlangt, brich den Rest ab, sende eine Zahlung mit </credits transfer> und öffne die Vorschau erneut.',
    ...{
      othersHandle: 'so heißt jetzt ein anderer Charakter',
      wantsHandle: 'das Spiel verlangt hier einen Namen, keine UID',
      noAmount: 'kein Betrag oder 0',
      toOneself: 'das bist du',
    },

    problems: (count) =>
      count === 1 ? '1 Zeile kann ich nicht verwenden' : `${number(count)} Zeilen kann ich nicht verwenden`,
    nothingYet: (others) => `Es wurde nichts bezahlt.${others > 0 ? ` Andere Zeilen sind in Ordnung: ${others}.` : ''}`,
    tooLongForForm: 'Die Liste ist zu lang für das Formular. Ändere sie in dieser Datei und hänge sie an.',
    wrong: {
      separator: 'nach dem Namen fehlt `|`, `;` oder ein Tabulator',
      comma: 'Kommas gehen nur unter einer Kopfzeile wie `Name,Betrag,Zweck`',
      name: 'der Name fehlt oder hat mehr als 100 Zeichen',
      quotes: 'ein Anführungszeichen ist offen oder an der falschen Stelle',
      cells: 'sie hat mehr Spalten als die erste Zeile oder mehr als 50',
      section:
        'sie hat nur eine Zelle. Trenne ihre Zellen wie in der ersten Zeile, oder lass sie weg, wenn sie eine Überschrift ist',
      secondHeader: 'sie nennt noch einmal Spalten. Mach aus dem, was folgt, eine eigene Liste',
      beforeHeader: 'sie steht über der Zeile mit den Spalten. Lass sie weg oder setze sie darunter',
      uid: 'die UID ist keine eines Charakters, etwa `1:12345`',
      unitBeside: 'die nächste Spalte hat eine Einheit. Schreibe den Betrag ganz oder mit `k` oder `mio`',
      secondTable: 'zwei Tabellen stehen nebeneinander. Mach aus jeder eine eigene Liste',
      unit: 'laut Überschrift sind die Beträge Tausender oder Millionen. Schreibe sie ganz oder mit `k` oder `mio`',
      noPay: 'keine ihrer Spalten hat Beträge, die man zahlen könnte',
      amount: 'der Betrag ist keine ganze Zahl von Credits',
      longReason: 'der Zweck hat mehr als 188 Zeichen',
      nested:
        'der Zweck versteckt vielleicht einen Code, denn er hat viele Entitäten wie `&amp;` oder eine in der anderen',
      tooMany: 'ich kann höchstens 300 Zeilen auf einmal bezahlen',
    },
    unclear: (meanings) => `der Betrag könnte ${meanings} bedeuten`,
    fraction: 'ein Bruchteil eines Credits',
    hasColumns: (columns) => `Sie hat ${columns}.`,

    reading: {
      fields: { uid: 'UID', name: 'Name', amount: 'Betrag', reason: 'Zweck' },
      quoted: (heading) => `„${heading}“`,
      columns: (used) => `Spalten: ${used}.`,
      ignored: (columns) => `Nicht beachtet: ${columns}.`,
      more: (count) => `${number(count)} weitere`,
      notRead: (lines) => `Nicht gelesene Zeilen: ${lines}.`,
      comments: (count) => (count === 1 ? '1 Kommentar' : `${number(count)} Kommentare`),
      rule: 'die Linie unter der Kopfzeile',
      titles: (lines) => `${lines}, über der Kopfzeile`,
      total: (line) => `die Summe in ${line}`,
      places: (count) => (count === 1 ? '1 Platz' : `${number(count)} Plätze`),
      disabled: (count) => `${number(count)} mit \`#\` abgeschaltet`,
      line: (line, content) => `Zeile ${number(line)}, ${content}`,
    },
    ask: {
      nothingPaid: 'Noch ist nichts bezahlt. Deine Antwort gilt für die ganze Liste.',
      amount: 'Welche Spalte hat die Beträge?',
      name: 'Welche Spalte hat die Namen?',
      reason: 'Welche Spalte hat den Zweck?',
      uid: 'Welche Spalte hat die UIDs?',
      unknown: (columns) => `Ich kenne die Überschriften ${columns} nicht.`,
      several: (columns) => `Es könnte ${columns} sein.`,
      withoutHeader: 'Ohne Kopfzeile hat die zweite Spalte die Beträge, aber eine andere Spalte hat auch nur Beträge.',
      column: (position) => `Spalte ${position}`,
      choose: 'Wähle eine Spalte',
      moreColumns: 'Weitere Spalten…',
      commas: 'Eine Zahl oder zwei Spalten?',
      commasText: 'In diesen Zeilen können die Kommas Spalten trennen oder Tausender:',
      one: (amount) => `**Eine Zahl:** ${amount}`,
      two: (amount, next) => `**Zwei Spalten:** ${amount} und „${next}“`,
      oneNumber: 'Eine Zahl',
      twoColumns: 'Zwei Spalten',
      places: (count) => (count === 1 ? 'Ist das ein Platz?' : 'Sind das Plätze?'),
      placesText: 'Diese Zeilen beginnen mit `#` und einer Zahl:',
      readPlaces: 'Ohne die Zahl lesen',
      leaveOut: (count) => (count === 1 ? 'Weglassen' : `${number(count)} weglassen`),
      disabled: (count) =>
        count === 1 ? 'Auch diese Zeile bezahlen?' : `Auch diese ${number(count)} Zeilen bezahlen?`,
      disabledText: 'Ein `#` davor kann heißen, dass sie abgeschaltet sind:',
      pay: (count) => (count === 1 ? 'Bezahlen' : `${number(count)} bezahlen`),
      total: 'Ist die letzte Zeile eine Summe?',
      totalText: (line, sum) => `Die anderen ergeben zusammen ${sum}, aber da ist noch ${line}.`,
      payAnyway: (name) => `„${name}“ bezahlen`,
      uids: 'Die UID oder der Name?',
      uidsText: 'In diesen Zeilen gehört die UID einem anderen Charakter:',
      uidsLine: (line, name, uid, owner) => `Zeile ${number(line)}: ${name}, aber ${uid} ist ${owner}`,
      uidsOther: (line, name, uid) => `Zeile ${number(line)}: ${name}, dessen UID nicht ${uid} ist`,
      theUids: 'Die UIDs stimmen',
      theNames: 'Die Namen stimmen',
      changed: 'Diese Liste liest sich jetzt anders',
      changedText: (name, before, now) =>
        `Als du **${name}** gespeichert hast, waren es ${before}. Jetzt sind es ${now}. Prüfe die Vorschau, bevor du bestätigst.`,
      preview: 'Vorschau',
    },
    unnamed: 'Gib der Liste einen Namen mit mindestens einem sichtbaren Zeichen.',
    empty: 'Darin sind keine Zahlungen. Schreibe je Zeile eine, etwa `Jane Doe | 1500 | Gehalt`.',
    both: 'Nimm entweder den Text oder eine Datei. Es wurde nichts bezahlt.',
    tooLarge: (name) => `${name} ist größer als 256 KB.`,
    notText: (name) => `${name} ist kein Text in UTF-8 oder UTF-16. Speichere die Datei als Text oder CSV in UTF-8.`,
    unavailable: (name) => `Ich konnte ${name} nicht von Discord holen. Bitte hänge die Datei noch einmal an.`,
    lookUp: (count) => `${number(count)} Namen nachschlagen`,
    asOf: (when) => `Stand: ${when}`,
    namedLongAgo: (count) =>
      `⚠ ${count === 1 ? '1 Namen' : `${number(count)} Namen`} habe ich zuletzt vor mehr als einem Tag nachgeschlagen. Schlage sie neu nach, falls jemand jetzt anders heißt.`,
    lookUpText: (count, left) =>
      `Ich kenne sie noch nicht. Das braucht ${number(count)} Anfragen, du hast in dieser Stunde noch ${number(left)}. Bezahlt wird noch nichts.`,

    saved: (name, count) => `**${name}** ist gespeichert, mit ${count}. Bezahle sie mit </credits paylist pay>.`,
    replaced: (name, count) => `**${name}** ist ersetzt. Die Liste hat jetzt ${count}.`,
    deleted: 'Gelöscht. Sie enthielt:',
    full: (max) => `Du hast schon ${max} Listen. Lösche erst eine mit </credits paylist delete>.`,
    noLists: 'Du hast keine gespeicherten Zahllisten. Speichere eine mit </credits paylist save>.',
    unknownList: (name) => `Du hast keine Zahlliste „${name}“. </credits paylist list> zeigt deine.`,
    tooMuchToSave: 'Deine Listen wären größer als 1 MB. Schaffe Platz mit </credits paylist delete>.',
  },

  requests: {
    ...{ title: 'Zahlungsanforderung', own: 'Deine Zahlungsanforderungen', toYou: 'Zahlungsanforderungen an dich' },
    description: 'Andere um Credits bitten. Sie bekommen eine Schaltfläche zum Zahlen',
    amount: 'Wie viele Credits von jedem, etwa 1500, 1.500 oder 10k',
    from: 'Name oder UID eines Charakters. Ohne Angabe bittest du mehrere auf einmal',
    asks: (name, who, amount) => `${name} bittet ${who} um ${amount}`,
    people: (count) => `${count} Personen`,
    partly: (paid, of, left) => `${number(paid)} von ${of} gezahlt, es fehlen ${number(left)}`,
    atLeast: (paid, of, by, people) =>
      `Mindestens ${number(paid)} von ${number(of)} gezahlt${people > 1 ? `, von ${by} der ${people} Personen` : ''}`,
    paid: (amount, over) => `${amount}, gezahlt ✓${over > 0 ? `, ${number(over)} zu viel` : ''}`,
    notCounted: (name, amount, id, isOfSeveral) =>
      `${credits(amount)} von ${name} gezahlt, nicht gezählt: Eintrag ${id}${isOfSeveral ? ' hat die Codes mehrerer Anforderungen' : ''}`,
    unseen: (since) => `Der Kontoauszug reicht nur bis ${since} zurück. Prüfe frühere Zahlungen selbst.`,
    byHand: (mark) => `-# Wer ohne die Schaltfläche zahlt, schreibt ${mark} in den Verwendungszweck.`,
    ...{ pay: 'Zahlen…', check: 'Prüfen', withdraw: 'Zurückziehen', withdrawn: 'Zurückgezogen' },
    ...{ post: 'In diesem Kanal posten', open: 'Eine deiner Anforderungen öffnen…' },
    gone: 'Diese Anforderung wurde zurückgezogen oder ist zu alt. Zahle sie nicht.',
    notAsked: (name) => `Du bist als ${name} verknüpft, und diese Anforderung richtet sich nicht an diesen Charakter.`,
    paidAlready: (amount, name) =>
      `Du hast dafür schon ${credits(amount)} gesendet. Sobald ${name} nachsieht, gilt es als gezahlt.`,
    unclear: (question) => `${question}\nEs wurde nichts angefordert. Ändere die Liste so, dass es klar ist.`,
    fence: (line, content) =>
      `Zeile ${number(line)}, ${content}: Schreibe den Namen in eine eigene Zeile. Es wurde nichts angefordert.`,
    full: (max) => `Du hast ${max} offene Anforderungen. Zieh zuerst eine in </credits requests> zurück.`,
    lines: (max) => `Gib 1 bis ${max} Charaktere ein, einen pro Zeile, zum Beispiel: Jane Doe | 500`,
    twice: (name) => `${name} steht zweimal in der Liste.`,
    oneself: 'Dich selbst kannst du nicht bitten.',
  },

  outcome: {
    sending: 'Wird gesendet…',
    openLog: 'Kontoauszug öffnen',
    lost: 'Die Verbindung brach ab, bevor das Spiel geantwortet hat. Ich sehe jetzt in deinem Kontoauszug nach. Ich sende nie zweimal.',
    found: (transactionId) =>
      `Die Verbindung brach ab, aber die Überweisung steht in deinem Kontoauszug, als Eintrag ${transactionId}. Die Credits wurden einmal gesendet.`,
    probablySent: 'Wahrscheinlich gesendet',
    maybe: (transactionIds) =>
      `Die Verbindung brach ab. In deinem Kontoauszug stehen ähnliche neue Überweisungen: ${transactionIds}. Eine davon könnte es sein. Sieh dort nach, bevor du es noch einmal versuchst.`,
    missing:
      'Die Verbindung brach ab, und die Überweisung steht nicht in deinem Kontoauszug. Prüfe es noch einmal, bevor du es neu versuchst.',
    stillMissing:
      'Die Verbindung brach ab, und die Überweisung steht immer noch nicht in deinem Kontoauszug. Du kannst von vorn beginnen.',
    unreadable:
      'Die Verbindung brach ab, und ich kann deinen Kontoauszug gerade nicht lesen. Prüfe es noch einmal, bevor du es neu versuchst.',
  },

  log: {
    title: 'Kontoauszug',
    titleOldest: 'Kontoauszug: die ältesten Einträge',
    order: { newest: 'neueste zuerst', oldest: 'älteste zuerst' },
    empty: 'Dein Kontoauszug ist leer. Du hast noch nichts gezahlt oder bekommen.',
    rangeOfWindow: (from, to, total, isOldest) =>
      `${number(from)}–${number(to)} der ${isOldest ? 'ältesten' : 'neuesten'} ${number(total)}`,
    nothing: 'Kein Eintrag passt. Lass etwas weg oder aktualisiere.',
    sums: (count, { incoming, outgoing, net }) =>
      `**${entries(count)}:** Eingang ${number(incoming)}, Ausgang ${number(outgoing)}, Saldo ${signed(net)}`,
    ...{ refresh: 'Aktualisieren', whole: 'Das ist dein ganzer Kontoauszug.' },
    readAt: (time) => `Gelesen um ${time}.`,
    backTo: (date) => `Der Auszug reicht bis ${date} zurück: Ältere Einträge fehlen hier.`,
    upTo: (date) => `Der Auszug reicht bis ${date}: Neuere Einträge fehlen hier.`,
    unknown: 'Vielleicht hat das Spiel nicht alle Einträge geschickt.',
    gaps: (count) => `Das Spiel hat ${entries(count)} ohne Inhalt geschickt. Sie sind nicht mitgezählt.`,
    withName: (name) => `mit ${name}`,
    withPart: (part) => `mit einem Namen, der „${part}“ enthält`,
    quoted: (part) => `„${part}“`,
    directions: { in: 'Eingänge', out: 'Ausgänge' },
    since: (day) => `seit ${day} (UTC)`,
    onlyFrom: (day) => `gezeigt ab ${day}`,
    onlyTo: (day) => `gezeigt bis ${day}`,
    inMonth: (month) => `${month} (UTC)`,
    atLeast: (amount) => `mindestens ${amount}`,
  },

  report: {
    title: (month) => `Bericht: ${month}`,
    from: (day) => `ab ${day}`,
    soFar: 'bisher',
    ...{ utc: 'Monate beginnen um 00:00 UTC.', sorted: 'Sortiert nach bewegten Credits, ein und aus' },
    ...{ noParty: 'Ohne Zahlungspartner', choose: 'Einträge anzeigen mit…', entries: 'Einträge zeigen' },
    rows: ['Anzahl', 'Ein', 'Aus', 'Saldo'],
    on: (balance, day) => `${balance} am ${day}`,
    balance: (first, last, lowest, highest) =>
      `Guthaben: ${first}; ${last}. Tiefststand: ${lowest}. Höchststand: ${highest}.`,
    outside: 'Dein Kontoauszug reicht nicht bis zu diesem Monat zurück, deshalb gibt es keinen Bericht.',
    noBalance: 'Der Verlauf deines Guthabens ist unklar, weil die Einträge nicht dazu passen.',
    others: (count) => `${number(count)} weitere`,
    incoming: (amount) => `Eingang ${number(amount)}`,
    outgoing: (amount) => `Ausgang ${number(amount)}`,
    count: entries,
  },

  csv: {
    ...{ export: 'Als CSV exportieren', exportThese: 'Diese exportieren' },
    these: (count) => (count === 1 ? 'Der eine ausgewählte Eintrag' : `Die ${number(count)} ausgewählten Einträge`),
    reading: (count) => `Ich lese deinen Kontoauszug: bisher ${number(count)} Einträge…`,
    all: (count) =>
      count === 1
        ? 'Der einzige Eintrag in deinem Kontoauszug'
        : `Alle ${number(count)} Einträge in deinem Kontoauszug`,
    newest: (count) => `Die neuesten ${number(count)} Einträge in deinem Kontoauszug`,
    oldest: (count) => `Die ältesten ${number(count)} Einträge in deinem Kontoauszug`,
    fromTo: (first, last) => `von ${first} bis ${last}`,
    missing: {
      notProvided: 'Die übrigen Einträge gibt das Spiel nicht heraus.',
      tooMany: 'Die übrigen Einträge fehlen, weil es für einen Export zu viele sind.',
      interrupted:
        'Die übrigen Einträge fehlen, weil ich sie nicht rechtzeitig lesen konnte. Versuche es später noch einmal.',
    },
    columns: [
      'Vorgang',
      'Zeit (UTC)',
      'Spielzeit',
      'Betrag',
      'Zahlungspartner',
      'UID des Zahlungspartners',
      'Beschreibung',
    ],
  },
};
