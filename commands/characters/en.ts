import { translate } from '../../src/view/language.ts';

export const en = {
  option: "A character's handle or UID (default: yours)",
  similar: (names: string) => `⚠ Not to be confused with ${names}.`,
  required: 'Please enter a handle, such as Jane Doe.',
  unknownHandle: (handle: string) =>
    `No character in the game is called “${handle}”. Check the spelling: a handle is the full name, spaces included.`,
  unknownUid: (uid: string) => `No character in the game has the UID “${uid}”. Check the number or use the handle.`,
  uidNeedsLogin: (uid: string) =>
    `“${uid}” is a UID, and </lookup> only finds handles. Try \`handle: Jane Doe\`, or use </profile> with the UID.`,
  onlyOwn: (name: string) => `Only **${name}** can see this in the game. Leave out \`character\` to see yours.`,
  notDiscoverable: (mention: string) =>
    `I can't show you ${mention}'s character. You can only look up people who have linked one and allowed it in </account>.`,
};

export const TEXTS = await translate(en, import.meta.url);
