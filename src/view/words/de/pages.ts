import type { Words } from '../en.ts';

const beginAgain = 'Geh zurück zu Discord und schreibe /anmelden: Der Bot schickt dir einen neuen Link.';
const sameLink =
  'Geh zurück zu Discord und öffne denselben Link noch einmal; nach zehn Minuten schreibe /anmelden für einen neuen.';

/** Words of the pages in the browser, in German. */
export const pages: Words['pages'] = {
  stepsLabel: 'Die drei Schritte der Anmeldung',
  steps: { check: 'Prüfen', allow: 'Im Spiel erlauben', code: 'Code eingeben' },
  title: 'Verknüpfe deinen Spielcharakter',
  linking: 'Du bist dabei, einen Spielcharakter mit diesem Discord-Konto zu verknüpfen:',
  notYou: 'Bist du das nicht? Dann schließe diese Seite: Jemand hat dir seinen eigenen Link geschickt.',
  asked: 'Das Spiel wird dich fragen, ob dieser Bot Folgendes darf:',
  movesMoney: 'Das bewegt Geld: Was gesendet ist, lässt sich nicht zurückholen.',
  onward: 'Weiter zum Spiel',
  whereTo:
    'Dort meldest du dich auf der Seite des Spiels an; dein Passwort bleibt also beim Spiel. Verknüpft wird erst, wenn du in Discord einen Code eingibst.',
  codeTitle: 'Noch ein Schritt: Gib den Code ein',
  codeLabel: 'Code für das Discord-Konto',
  copy: 'Code kopieren',
  copied: 'Kopiert. Füge ihn jetzt in Discord ein.',
  selected: 'Der Code ist markiert. Kopiere ihn mit der Tastatur, oder drücke lange darauf.',
  codeSteps: (button) => [
    'Geh zurück zu Discord, zu der Nachricht, in der dir der Bot den Link geschickt hat.',
    `Drücke darunter auf „${button}“.`,
    'Tippe den Code ein oder füge ihn ein und sende ihn ab.',
  ],
  codeWarning: 'Gib den Code niemandem: Wer ihn eingibt, spielt mit deinem Charakter.',
  mayClose: 'Er gilt bis zehn Minuten, nachdem der Bot den Link geschickt hat. Danach kannst du diese Seite schließen.',
  codeIsHere: 'Du hast dich mit diesem Browser schon angemeldet, und dein Code ist noch hier.',
  showCode: 'Code zeigen',
  problems: {
    expired: { title: 'Hier geht es nicht weiter', next: beginAgain },
    link_used: {
      title: 'Ein Link gilt nur einmal',
      next: `Ist die Anmeldung noch in einem anderen Tab offen, mach dort weiter. Sonst: ${beginAgain}`,
    },
    code_entered: {
      title: 'Noch ein Druck',
      next: 'Geh zurück zu Discord: Der Bot fragt dort, ob er diesen Charakter verknüpfen soll. Drücke auf „Verknüpfen“.',
    },
    already_linked: {
      title: 'Diese Anmeldung ist fertig',
      next: 'Geh zurück zu Discord und nutze den Bot dort: /konto zeigt, wer verknüpft ist, /anmelden verknüpft einen anderen Charakter. Hast nicht du diese Anmeldung beendet, so macht /abmelden ihr ein Ende.',
    },
    wrong_browser: {
      title: 'Das ist ein anderer Browser',
      next: 'Mach dort weiter, wo du den Link geöffnet hast. War das hier, dann hat dieser Browser unser Cookie nicht behalten: Erlaube Cookies für diese Seite, geh zurück zu Discord und schreibe /anmelden für einen neuen Link.',
    },
    denied: {
      title: 'Nichts wurde verknüpft',
      next: 'Wenn du das so wolltest, bist du fertig. Wenn nicht, geh zurück zu Discord und öffne denselben Link noch einmal; nach zehn Minuten schreibe /anmelden für einen neuen.',
    },
    rejected: { title: 'Die Anmeldung wurde abgelehnt', next: beginAgain },
    inactive_client: {
      title: 'Dieser Bot ist noch nicht freigeschaltet',
      next: 'Geh zurück zu Discord. Sobald der Bot freigeschaltet ist, schreibe dort /anmelden.',
    },
    unavailable: { title: 'Bitte warte ein wenig', next: sameLink },
  },
  otherProblem: { title: 'Das hat nicht geklappt', next: beginAgain },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    sentence: 'Die Adresse stimmt nicht: Vielleicht ging ein Teil des Links verloren.',
  },
  otherSite: {
    title: 'Das kam nicht von unserer Seite',
    sentence: 'Eine andere Seite wollte diese Anmeldung beginnen. Deshalb ist nichts passiert.',
    next: sameLink,
  },
  tooLarge: { title: 'Das war zu viel', sentence: 'Das war mehr, als diese Seite annimmt.' },
  notNow: { title: 'Gerade nicht möglich', next: sameLink },
  failed: { title: 'Etwas ist schiefgegangen' },
};
