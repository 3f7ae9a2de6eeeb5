import type { Words } from '../en.ts';

/** Words of what a server's managers decide, in German. */
export const server: Words['server'] = {
  description: 'Was dieser Bot auf diesem Server tut, für seine Verwalter',
  audit: 'Die Spur der Änderungen, die über diesen Bot gemacht werden',
  auditChannel: {
    description: 'Jede Änderung über diesen Bot in einem Kanal melden; ohne Kanal: nichts mehr melden',
    channel: 'Wo gemeldet wird; ohne Angabe nirgends mehr',
    test: (manager) =>
      `${manager} hat diesen Kanal gewählt: Ab jetzt steht hier jede Änderung im Spiel, die jemand auf diesem Server über diesen Bot macht. Gründe und die Texte von Nachrichten stehen hier nie.`,
    willBePosted: (channel) => `Das wird in ${channel} gemeldet, ohne Gründe und ohne die Texte von Nachrichten.`,
    on: (channel) =>
      `Änderungen über diesen Bot auf diesem Server werden jetzt in ${channel} gemeldet. Dort steht schon eine erste Zeile.`,
    off: 'Änderungen über diesen Bot werden auf diesem Server nicht mehr gemeldet.',
    wasOff:
      'Es wurde nichts gemeldet, und dabei bleibt es. Nenn einen Kanal, um zu beginnen: `/server protokoll kanal kanal: #audit`.',
    mayNotPost: (channel) =>
      `In ${channel} darf ich nicht schreiben, also wurde nichts geändert. Erlaube mir dort *Kanal anzeigen* und *Nachrichten senden*, oder wähl einen anderen Kanal.`,
    notHere: (channel) =>
      `${channel} ist kein Textkanal dieses Servers, also wurde nichts geändert. Wähl einen anderen.`,
    managersOnly:
      'Das entscheiden nur Mitglieder mit der Berechtigung *Server verwalten*, und nur auf dem Server selbst.',
  },
};
