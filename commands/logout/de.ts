import type { en } from './en.ts';

export const de: typeof en & { names: Record<string, string> } = {
  names: { logout: 'abmelden' },
  description: 'Die Verknüpfung mit deinem Spielcharakter aufheben und seine Tokens löschen',
  done: 'Du bist nicht mehr verknüpft. Mein Zugriff auf das Spiel ist widerrufen, und deine Tokens sind gelöscht.',
  notRevoked:
    'Du bist nicht mehr verknüpft, und deine Tokens sind gelöscht. Ich konnte meinen Zugriff im Spiel nicht widerrufen, er bleibt also, bis er abläuft. Du kannst ihn auch in deinem Konto auf der Seite des Spiels widerrufen.',
  notLinked: 'Du bist nicht verknüpft.',
};
