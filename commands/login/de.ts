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

  continueInDm: (url) => `Ich habe dir eine Direktnachricht geschickt. [Dort geht es weiter](${url}).`,
  dmsClosed: 'Ich konnte dir keine Direktnachricht schicken, deshalb steht es hier. Nur du siehst das.',
  title: 'Verknüpfe deinen Spielcharakter',
  addTitle: (character) => `Berechtigungen für ${character} hinzufügen`,
  explanation: (until) =>
    `Öffne die Anmeldeseite, melde dich beim Spiel an und stimme dem Zugriff zu. Du bekommst einen sechsstelligen Code. Gib ihn bis ${until} hier ein.`,
  asked: 'Ich bitte um diese Berechtigungen',
  askedToo: 'Ich bitte zusätzlich um diese Berechtigungen',
  choose: 'Wähle aus, was ich für dich tun kann:',
  warning: 'Der Link und der Code sind nur für dich. Kein Mensch wird dich je danach fragen.',
  openPage: 'Anmeldeseite öffnen',
  enterCode: 'Code eingeben',
  codeLabel: 'Die sechs Ziffern auf der Anmeldeseite',

  confirmTitle: (character, user) => `**${character}** mit ${user} verknüpfen?`,
  confirmText: 'Deine Befehle gelten dann für diesen Charakter. Mit </logout> hebst du die Verknüpfung jederzeit auf.',
  confirm: 'Verknüpfen',
  cancel: 'Abbrechen',
  canceled: 'Anmeldung abgebrochen. Es wurde nichts verknüpft.',
  linked: (character) => `Du bist mit **${character}** verknüpft.`,
  next: 'Probiere </profile>, </credits balance> oder </galaxy systems>. Mit </logout> hebst du die Verknüpfung auf.',
  pending: 'Du kannst deinen Befehl jetzt ausführen.',
  runAgain: 'Jetzt ausführen',
  nothingMissing: (character) => `Du bist mit **${character}** verknüpft, und ich habe all diese Berechtigungen schon.`,
  askAnyway: 'Trotzdem neu anmelden',
  idle: (character, until) =>
    `Du hast mich lange nicht genutzt. Um mit **${character}** verknüpft zu bleiben, führe vor dem ${until} irgendeinen Befehl aus. Danach hebe ich die Verknüpfung auf und widerrufe meinen Zugriff auf das Spiel.`,
  lost: 'Ich habe deine Anmeldung erneuert, konnte sie aber nicht speichern, weil meine Datenbank nicht erreichbar ist. Bitte melde dich neu an.',
};
