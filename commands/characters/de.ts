import type { en } from './en.ts';

export const de: typeof en = {
  option: 'Name oder UID eines Charakters (ohne Angabe: deiner)',
  similar: (names) => `⚠ Nicht zu verwechseln mit ${names}.`,
  required: 'Bitte gib einen Namen ein, zum Beispiel Jane Doe.',
  unknownHandle: (handle) =>
    `Im Spiel heißt niemand „${handle}“. Prüfe die Schreibweise: Es zählt der ganze Name mit allen Leerzeichen.`,
  unknownUid: (uid) => `Im Spiel hat niemand die UID „${uid}“. Prüfe die Zahl oder nimm den Namen.`,
  uidNeedsLogin: (uid) =>
    `„${uid}“ ist eine UID, und </lookup> findet nur Namen. Probiere \`name: Jane Doe\` oder </profile> mit der UID.`,
  onlyOwn: (name) => `Das kann im Spiel nur **${name}** sehen. Lass \`charakter\` weg, um deins zu sehen.`,
  notDiscoverable: (mention) =>
    `Ich kann dir keinen Charakter von ${mention} zeigen. Das geht nur bei Leuten, die einen verknüpft und es in </account> erlaubt haben.`,
};
