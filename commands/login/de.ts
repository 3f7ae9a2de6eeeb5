import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { login } from './login.ts';

export const de: Translation<typeof en, typeof login> = {
  names: { login: 'anmelden', permissions: 'berechtigungen' },
  description: 'Deinen Spielcharakter mit deinem Discord-Konto verknüpfen',
  optionPermissions: 'Was ich für dich tun kann',
  choices: {
    lookAround: 'Umsehen',
    messages: 'Nachrichten senden und löschen',
    credits: 'Credits senden',
    privileges: 'Rechte in Fraktionen verwalten',
    everything: 'Alles',
  },

  continueInDm: (url) => `Öffne die Anmeldeseite. Danach geht es in [meiner Direktnachricht](${url}) weiter.`,
  dmsClosed: 'Ich konnte dir keine Direktnachricht schicken, deshalb steht es hier. Nur du siehst das.',
  title: 'Verknüpfe deinen Spielcharakter',
  addTitle: (character) => `Berechtigungen für ${character} hinzufügen`,
  explanation: (until) =>
    `Öffne die Anmeldeseite, wähle aus, was ich darf, melde dich beim Spiel an und stimme dem Zugriff zu. Du bekommst einen sechsstelligen Code. Gib ihn bis ${until} hier ein.`,
  warning: 'Der Link und der Code sind nur für dich. Kein Mensch wird dich je danach fragen.',
  signedIn: (character) => `Angemeldet als **${character}**`,
  signedInText: (until) =>
    `Deine Befehle gelten dann für diesen Charakter. Um ihn zu verknüpfen, drücke auf die Schaltfläche und gib bis ${until} den sechsstelligen Code von der Anmeldeseite ein.`,
  link: (character) => `${character} verknüpfen`,
  notYou: 'Das bist nicht du? Drücke auf „Abbrechen“. Jemand anderes hat sich mit deinem Link angemeldet.',
  openPage: 'Anmeldeseite öffnen',
  enterCode: 'Code eingeben',
  codeLabel: 'Die sechs Ziffern auf der Anmeldeseite',

  confirmTitle: (character, user) => `**${character}** mit ${user} verknüpfen?`,
  confirmText: 'Deine Befehle gelten dann für diesen Charakter. Mit </logout> hebst du die Verknüpfung jederzeit auf.',
  confirm: 'Verknüpfen',
  canceled: 'Anmeldung abgebrochen. Es wurde nichts verknüpft.',
  linked: (character) => `Du bist mit **${character}** verknüpft.`,
  next: 'Probiere </profile>, </credits balance> oder </galaxy systems>. Mit </logout> hebst du die Verknüpfung auf.',
  pending: 'Du kannst deinen Befehl jetzt ausführen.',
  runAgain: 'Jetzt ausführen',
  nothingMissing: (character) => `Du bist mit **${character}** verknüpft, und ich habe all diese Berechtigungen schon.`,
  askAnyway: 'Trotzdem neu anmelden',
  howToChange:
    'Wähle aus, was ich darf. Was du abwählst, endet sofort und pausiert Änderungen, die es brauchen. Was du hinzufügst, bestätigst du im Spiel.',
  nothingMore: 'Nichts weiter',
  noLonger: 'Das mache ich ab jetzt nicht mehr',
  stillGranted:
    'Das Spiel erlaubt mir vielleicht noch mehr, aber ich nutze es nicht. Mit </logout> nimmst du auch im Spiel alles zurück.',
  idle: (character, until) =>
    `Du hast mich lange nicht genutzt. Um mit **${character}** verknüpft zu bleiben, führe vor dem ${until} irgendeinen Befehl aus. Danach hebe ich die Verknüpfung auf und widerrufe meinen Zugriff auf das Spiel.`,
  lost: 'Ich habe deine Anmeldung erneuert, konnte sie aber nicht speichern, weil meine Datenbank nicht erreichbar ist. Bitte melde dich neu an.',
};
