import type { LoginMessages } from './messages.ts';

export const de: LoginMessages & { names: Record<string, string> } = {
  names: { login: 'anmelden', permissions: 'berechtigungen' },
  description: 'Verknüpfe deinen Spielcharakter mit deinem Discord-Konto',
  optionPermissions: 'Was ich für dich tun darf',
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
  choose: 'Wähle aus, was ich darf:',
  warning: 'Der Link und der Code sind nur für dich. Wir werden dich nie danach fragen.',
  openPage: 'Anmeldeseite öffnen',
  enterCode: 'Code eingeben',
  codeLabel: 'Die sechs Ziffern auf der Anmeldeseite',

  confirmTitle: (character, user) => `**${character}** mit ${user} verknüpfen?`,
  confirmText: 'Deine Befehle handeln dann als dieser Charakter. Mit </logout> hebst du die Verknüpfung jederzeit auf.',
  confirm: 'Verknüpfen',
  cancel: 'Abbrechen',
  canceled:
    'Anmeldung abgebrochen. Es wurde nichts verknüpft, und der Zugriff, dem du zugestimmt hast, ist widerrufen.',
  linked: (character) => `Du bist als **${character}** verknüpft.`,
  next: 'Probiere </profile>, </credits balance> oder </galaxy systems>. Mit </logout> hebst du die Verknüpfung auf.',
  pending: 'Du kannst deinen Befehl jetzt ausführen.',
  runAgain: 'Noch einmal ausführen',
  nothingMissing: (character) => `Du bist als **${character}** verknüpft, und ich habe all diese Berechtigungen schon.`,
  askAnyway: 'Trotzdem neu anmelden',
  idle: (character, until) =>
    `Du hast mich lange nicht genutzt. Wenn du als **${character}** verknüpft bleiben willst, führe vor dem ${until} irgendeinen Befehl aus, zum Beispiel </profile>. Sonst hebe ich dann die Verknüpfung auf und gebe meinen Zugang zum Spiel ab.`,
  lost: 'Ich habe deine Anmeldung erneuert, konnte sie aber nicht speichern, weil meine Datenbank nicht erreichbar ist. Bitte melde dich neu an.',
};
