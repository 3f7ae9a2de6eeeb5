import type { Words } from '../en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });
const credits = (value: number): string => `${numbers.format(value)} Credits`;

/** Words of transfers and the credit log, in German. */
export const transfers: Words['transfers'] = {
  description: 'Sende Credits an einen anderen Charakter; vorher bestätigst du',
  amount: 'Wie viele Credits: eine ganze Zahl, etwa 1500',
  recipient: 'Ein Charakter mit Namen oder mit UID, etwa 1:1002',
  reason: 'Steht in beiden Kontoauszügen',

  previewTitle: 'Credits senden?',
  from: 'Von',
  to: 'An',
  amountLabel: 'Betrag',
  reasonLabel: 'Verwendungszweck',
  balanceNow: 'Guthaben jetzt',
  balanceAfter: 'Guthaben danach',
  cannotBeUndone: (until) => `**Das lässt sich nicht rückgängig machen.** Das Angebot endet ${until}.`,
  confirm: (amount) => `${credits(amount)} senden`,
  typeToConfirm: 'Betrag eintippen und senden',
  cancel: 'Abbrechen',
  typedTitle: 'Große Überweisung bestätigen',
  typedLabel: (amount) => `Tippe ${amount}, um ${numbers.format(amount)} zu senden`,
  typedWrong: (typed, amount) =>
    `Du hast „${typed}“ eingetippt, die Überweisung ist aber über ${numbers.format(amount)}. Nichts wurde gesendet. Drücke noch einmal auf den Knopf und tippe \`${amount}\`.`,
  canceled: 'Nichts wurde gesendet.',
  sending: 'Wird gesendet …',

  receiptTitle: 'Gesendet',
  refused: (reason) => `Das Spiel hat es nicht gesendet: ${reason}`,
  gone: 'Diese Überweisung wurde schon beantwortet, oder ihre zwei Minuten sind um. Sieh in /credits auszug nach, bevor du noch einmal sendest.',

  unknownTitle: 'Noch ungewiss',
  unknown:
    'Die Verbindung brach ab, bevor das Spiel antwortete. Ich sehe jetzt im Kontoauszug nach; ich sende nie zweimal.',
  foundTitle: 'Gesendet',
  found: (transactionId) =>
    `Die Verbindung brach ab, aber im Kontoauszug steht es: Eintrag ${transactionId}. Die Credits wurden gesendet, einmal.`,
  notFoundTitle: 'Bisher nicht geschehen',
  notFound:
    'Die Verbindung brach ab, und im Kontoauszug steht nichts: Bisher wurden die Credits nicht gesendet. Sieh noch einmal nach, bevor du neu sendest.',
  maybeTitle: 'Wahrscheinlich gesendet',
  maybe: (transactionIds) =>
    `Die Verbindung brach ab. Dein Kontoauszug zeigt neue Überweisungen wie diese, und eine davon könnte es sein: ${transactionIds}. Prüfe den Auszug, bevor du noch einmal sendest.`,
  sentMeanwhile: (transactionId) =>
    `Jetzt wurde nichts gesendet: Dein Kontoauszug zeigt diese Überweisung schon seit dem Angebot, als Eintrag ${transactionId}. Wenn du sie noch einmal senden willst, rufe /credits überweisen erneut auf.`,
  logUnreadable:
    'Die Verbindung brach ab, und ich kann den Kontoauszug gerade nicht lesen. Sieh noch einmal nach, bevor du neu sendest.',
  lookAgain: 'Noch einmal nachsehen',

  mistakes: {
    amount: (given) => `${given} ist kein Betrag: Es muss eine ganze Zahl ab 1 sein. Versuche \`betrag: 1500\`.`,
    balance: (amount, balance) =>
      `Du kannst nicht ${credits(amount)} senden: Du hast ${numbers.format(balance)}. Versuche \`betrag: ${Math.max(1, balance)}\` oder weniger.`,
    oneself: (other) =>
      `Du kannst dir nicht selbst Credits senden. Nenne jemand anderen, etwa \`empfänger: ${other}\`.`,
    reason: (length, most) =>
      `Der Verwendungszweck hat ${numbers.format(length)} Zeichen, höchstens ${most} sind möglich. Versuche \`grund: Treibstoff\`.`,
  },

  log: {
    description: 'Dein Kontoauszug, die neuesten Einträge zuerst',
    oldest: 'Die ältesten 1000 Einträge statt der neuesten',
    title: 'Kontoauszug',
    titleOldest: 'Kontoauszug: die ältesten Einträge',
    empty: 'Dein Kontoauszug ist leer: Noch wurde nichts gezahlt oder empfangen.',
    incoming: (name) => `von ${name}`,
    outgoing: (name) => `an ${name}`,
    export: 'Alle Einträge als CSV',
    exporting: (done, total) => `Einträge werden geholt: ${numbers.format(done)} von ${numbers.format(total)} …`,
    rangeOfWindow: (from, to, total, isOldest) =>
      `${numbers.format(from)}–${numbers.format(to)} der ${isOldest ? 'ältesten' : 'neuesten'} ${numbers.format(total)}`,
    exportWindow: (count) => `Diese ${numbers.format(count)} Einträge als CSV`,
    exportedAll: (count) =>
      count === 1
        ? 'Der eine Eintrag deines Kontoauszugs.'
        : `Alle ${numbers.format(count)} Einträge deines Kontoauszugs.`,
    exportedPart: (count, { isOldest, count: all, isLeast = false }) => {
      const part = `Die ${isOldest ? 'ältesten' : 'neuesten'} ${numbers.format(count)}`;
      if (all === undefined)
        return `${part} Einträge deines Kontoauszugs; wie viele es insgesamt sind, ließ sich nicht erfragen.`;
      return `${part} von ${isLeast ? 'mindestens ' : ''}${numbers.format(all)} Einträgen deines Kontoauszugs.`;
    },
    fromTo: (first, last) => `Von ${first} bis ${last}.`,
    windows: (isOldest, count) =>
      `Das Spiel gibt die neuesten ${numbers.format(count)} Einträge heraus und die ältesten, sonst keine. ${
        isOldest
          ? 'Die neuesten kommen mit `/credits auszug`.'
          : 'Die ältesten kommen mit `/credits auszug älteste: True`.'
      }`,
    columns: {
      transactionId: 'Vorgang',
      time: 'Zeit (UTC)',
      gameTime: 'Spielzeit',
      amount: 'Betrag',
      counterparty: 'Gegenseite',
      counterpartyUid: 'UID der Gegenseite',
      description: 'Beschreibung',
    },
  },
};
