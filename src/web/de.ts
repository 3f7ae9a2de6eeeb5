import type { en } from './en.ts';

const newLink = 'Geh zurück zu Discord und gib /anmelden ein. Der Bot schickt dir einen neuen Link.';
const sameLink =
  'Geh zurück zu Discord und öffne denselben Link noch einmal. Nach Ablauf der zehn Minuten gib /anmelden ein, um einen neuen zu bekommen.';

export const de: typeof en = {
  steps: { check: 'Prüfen', approve: 'Im Spiel zustimmen', code: 'In Discord verknüpfen' },
  stepsLabel: 'Die drei Schritte der Anmeldung',
  title: 'Verknüpfe deinen Spielcharakter',
  linking: 'Du bist dabei, einen Spielcharakter mit diesem Discord-Konto zu verknüpfen:',
  notYou: 'Das bist nicht du? Schließ diese Seite. Jemand hat dir seinen Link geschickt.',
  choose: 'Wähle aus, was dieser Bot darf',
  everything: 'Alles',
  whatIsAsked:
    'Das Spiel fragt dich, ob du das Ausgewählte erlaubst. Sobald du verknüpft bist, tut der Bot nur das für dich, auch wenn du früher mehr erlaubt hast. Ein Befehl, der mehr braucht, fragt dich danach.',
  movesMoney: 'Damit kann der Bot deine Credits senden. Überweisungen lassen sich nicht rückgängig machen.',
  continue: 'Weiter zum Spiel',
  whereTo:
    'Du meldest dich auf der Seite des Spiels an, dein Passwort bleibt also beim Spiel. Verknüpft wird erst, wenn du in Discord einen Code eingibst.',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  codeTitle: 'Gib jetzt den Code in Discord ein',
  codeLabel: 'Code für das Discord-Konto',
  copy: 'Code kopieren',
  copied: 'Kopiert. Füge ihn jetzt in Discord ein.',
  selected: 'Der Code ist markiert. Kopiere ihn mit der Tastatur oder durch langes Drücken.',
  codeSteps: (character) => [
    'Geh zurück zu Discord, zur Direktnachricht des Bots. Wenn er dir keine schicken konnte, geh zu seiner Nachricht im Kanal.',
    `Drücke auf „${character} verknüpfen“. Wenn du stattdessen „Code eingeben“ siehst, drücke darauf und bestätige danach den Charakter.`,
    'Tippe oder füge den Code ein und sende ihn ab.',
  ],
  codeWarning: 'Gib diesen Code nicht weiter. Wer ihn eingibt, kann als dein Charakter handeln.',
  mayClose:
    'Der Code läuft zehn Minuten nach der Nachricht mit dem Link ab. Sobald du ihn eingegeben hast, kannst du diese Seite schließen.',
  codeIsHere: 'Du hast dich mit diesem Browser schon angemeldet, und dein Code ist noch hier.',
  showCode: 'Code anzeigen',
  problems: {
    expired: { title: 'Diese Anmeldung kann nicht fortgesetzt werden', next: newLink },
    link_used: {
      title: 'Dieser Link funktioniert nicht mehr',
      next: 'Wenn du dich gerade in einem anderen Tab anmeldest, mach dort weiter. Wenn nicht, geh zurück zu Discord und gib /anmelden ein. Der Bot schickt dir einen neuen Link.',
    },
    code_entered: {
      title: 'Mach in Discord weiter',
      next: 'Geh zurück zu Discord. Der Bot fragt dort, ob er diesen Charakter verknüpfen soll: Drücke auf „Verknüpfen“.',
    },
    already_linked: {
      title: 'Diese Anmeldung ist abgeschlossen',
      next: 'Geh zurück zu Discord und nutze den Bot dort. /konto zeigt, wer verknüpft ist, und /anmelden verknüpft einen anderen Charakter. Wenn nicht du diese Anmeldung abgeschlossen hast, gib /abmelden ein.',
    },
    wrong_browser: {
      title: 'Das ist ein anderer Browser',
      next: 'Mach dort weiter, wo du den Link geöffnet hast. Wenn das hier war, hat dieser Browser unser Cookie nicht gespeichert: Erlaube Cookies für diese Seite, geh zurück zu Discord und gib /anmelden ein, um einen neuen Link zu bekommen.',
    },
    denied: {
      title: 'Es wurde nichts verknüpft',
      next: 'Wenn du das so wolltest, bist du fertig. Wenn nicht, geh zurück zu Discord und öffne denselben Link noch einmal. Nach Ablauf der zehn Minuten gib /anmelden ein, um einen neuen zu bekommen.',
    },
    rejected: { title: 'Die Anmeldung wurde abgelehnt', next: newLink },
    inactive_client: {
      title: 'Dieser Bot ist noch nicht freigeschaltet',
      next: 'Geh zurück zu Discord. Sobald der Bot freigeschaltet ist, gib dort /anmelden ein.',
    },
    unavailable: { title: 'Bitte warte einen Moment', next: sameLink },
  },
  otherProblem: { title: 'Das hat nicht geklappt', next: newLink },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    sentence: 'Die Adresse stimmt nicht. Vielleicht fehlt ein Teil des Links.',
  },
  otherSite: {
    title: 'Das kam nicht von unserer Seite',
    sentence: 'Eine andere Seite wollte diese Anmeldung starten. Wir haben das verhindert.',
    next: sameLink,
  },
  tooLarge: { title: 'Das waren zu viele Daten', sentence: 'Du hast mehr gesendet, als diese Seite annimmt.' },
  notNow: { title: 'Gerade nicht verfügbar', next: sameLink },
  failed: { title: 'Etwas ist schiefgegangen' },
};
