import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { createHelp } from './help.ts';

export const de: Translation<typeof en, ReturnType<typeof createHelp>> = {
  names: { help: 'hilfe', about: 'thema' },
  description: 'Anzeigen, was dieser Bot kann',
  about: 'Ein Befehl oder ein Thema, etwa Zahllisten, Beträge, Codes oder Datenschutz',
  title: 'Was ich kann',
  more: 'Weitere Befehle brauchen mehr Berechtigungen. Die gibst du in </account>.',
  start: 'Beginne mit </login>. </lookup> und </galaxy systems> funktionieren auch ohne Anmeldung.',
  tasks: {
    ...{ pay: 'Zahlungen', credits: 'Deine Credits', messages: 'Nachrichten', galaxy: 'Orte', people: 'Charaktere' },
    ...{
      privileges: 'Rechte',
      faction: 'Deine Fraktion',
      account: 'Deine Daten',
      server: 'Dieser Server',
      others: 'Mehr',
    },
  },
  choose: 'Mehr lesen über…',
  unknown: (typed) => `Zu „${typed}“ gibt es keine Hilfe. Wähle einen Vorschlag oder probiere </help>.`,
  needsLogin: 'braucht eine Anmeldung',
  needsPermissions: (list) => `braucht deine Berechtigung: ${list}`,
  forManagers: 'für Mitglieder, die den Server verwalten dürfen',
  menus: { user: 'Im Menü einer Person (Rechtsklick oder lange drücken):', message: 'Im Menü einer Nachricht:' },

  topics: {
    payLists: `Zahllisten
</credits pay> öffnet ein Formular für eine Liste, eingefügt oder als Datei. Du siehst jede Zahlung und wirst vorher gefragt. Im Menü einer Nachricht gibt es *Als Zahlliste verwenden*, und </credits paylist save> merkt sich eine Liste.
\`\`\`
# Gehälter
Jane Doe | 1.500 | Gehalt, November
1:12345 | 10k
\`\`\`
- In jeder Zeile stehen Name oder UID, Betrag und, wenn du willst, ein Zweck. \`|\`, \`;\` oder ein Tabulator trennen; es zählt der erste davon in der Zeile.
- Leere Zeilen und Kommentare (\`# \`, \`// \`) zählen nicht. Höchstens 300 Zahlungen, jeder Zweck höchstens 188 Zeichen. Zeilen ohne Betrag oder mit 0 werden ausgelassen.
- **Tabellen** wie CSV beginnen mit einer Zeile, die die Spalten nennt, in beliebiger Reihenfolge. Dort dürfen auch Kommas trennen, und eine Zelle, die das Trennzeichen enthält, steht in Anführungszeichen (eines darin wird verdoppelt):
\`\`\`
Name,Betrag,Zweck
Jane Doe,1500,"Treibstoff, Reparatur"
John Roe,2.500,"Der ""Falke"""
\`\`\`
- Spalten können *Name*, *Kennung*, *Betrag*, *Auszahlung*, *Zweck* und vieles mehr heißen, auch auf Englisch. Ist eine Spalte, ein Komma oder ein \`#\` nicht sicher, frage ich vorher.
- **Dateien:** eine Text- oder CSV-Datei bis 256 KB, in UTF-8 oder UTF-16. Speichere Tabellen als „CSV UTF-8“. In das Textfeld des Formulars passen nur 4.000 Zeichen.`,
    amounts: `Beträge\nGanze Credits, mindestens 1: \`1500\`, \`1.500\` und \`1 500\` sind dasselbe, \`10k\` ist 10.000, \`2,5m\` ist 2.500.000 und \`1mrd\` ist 1.000.000.000. Ist ein Betrag nicht eindeutig, etwa \`1,500\`, frage ich nach, bevor etwas gesendet wird.`,
    codes: `Codes\nManche Zahlungen bekommen im Verwendungszweck einen Code, damit der Kontoauszug zeigt, wofür sie waren:\n- \`[p-7k2mnpq]\` steht bei einer Zahlung aus einer Zahlliste. Nach einer Störung sehe ich daran, ob sie gemacht wurde. Schreibe solche Codes nicht selbst: </credits transfer> lehnt sie ab, Zahllisten lassen sie weg.\n- \`[r-4hx9abc]\` steht bei einer Zahlung, um die jemand mit </credits request> gebeten hat. Wer ohne die Schaltfläche zahlt, schreibt den Code in den Verwendungszweck.`,
    permissions: `Berechtigungen\nDu entscheidest, was ich darf, und änderst es in </account>. Fehlt einem Befehl eine Berechtigung, bietet er sie an und merkt sich deine Eingaben 30 Minuten lang. </permissions list> zeigt, was das Spiel erlaubt und bis wann; </logout> beendet alles.\nIm Spiel kann ich nur, was dein Charakter kann. Ob du Rechte anderer sehen oder ändern darfst, entscheidet deine Fraktion.`,
    quota: `Anfragelimit\nDas Spiel nimmt nur eine begrenzte Zahl von Anfragen pro Stunde an, und mehr sende ich nie. </account> zeigt, wie viele du noch hast; sind es wenige, steht das unter meinen Antworten. Einige teilen sich alle hier, aber niemand kann sie allein aufbrauchen.\nNamen, die du nachgeschlagen hast, kosten eine Zeit lang nichts. Ich frage, bevor ein Befehl mehr als 20 nachschlägt.`,
    batches: `Viele Änderungen auf einmal\nZahllisten und Änderungen mehrerer Rechte bestätigst du nur einmal, nach einer Vorschau von allem: bis zu 300 Änderungen. Du kannst pausieren, fortfahren oder den Rest abbrechen. Es läuft auch weiter, wenn du offline bist. Solange etwas wartet, kannst du anderes vorziehen.\nFehlen Anfragen oder antwortet das Spiel nicht, warte ich und mache von selbst weiter. Was nach 24 Stunden nicht getan ist, wird abgebrochen. Eine Änderung mit unbekanntem Ausgang wiederhole ich nie; im Bericht kannst du noch einmal prüfen.\nÄnderungen von Rechten lassen sich einen Tag lang rückgängig machen, Zahlungen nicht. Deine letzten Berichte findest du in </account>.`,
    rosters: `Mitgliederlisten\nEin Server kann eine Liste der Mitglieder einer Fraktion mit ihren Rängen haben. Nur wer in dieser Fraktion Rechte ändern darf, sieht sie; das zeigt der eigene Login. Mitglieder sehen und löschen mit </roster me>, was über sie gelesen wurde.\n- </roster import> nimmt eine CSV: \`uid,name,rang,abwesend\`, zum Beispiel \`1:12345,Jane Doe,Pilot,2026-12-24\`. Ein Name ohne UID kostet eine Anfrage.\n- </roster check> zeigt, wer gegangen ist und wann sich wer zuletzt angemeldet hat, </privileges who>, wer etwas darf, </rank check>, wer von seinem Rang abweicht. Jedes Mitglied wird einmal gelesen und das 35 Tage behalten.\n- Schreibe \`@pilot\` oder \`@roster\`, wo mehrere Charaktere eingegeben werden, wie in </credits pay>: \`@pilot | 5000 | Gehalt\`.`,
    privacy: `Datenschutz\n</account> zeigt, was ich über dich speichere, und exportiert oder löscht es. Nur wenn du es dort erlaubst, können andere deinen Charakter über dein Discord-Konto finden. Dein Passwort sehe ich nie; </logout> löscht deine verschlüsselte Anmeldung.\nCredits, Nachrichten und Rechte siehst nur du. Orte, Zahlungsanforderungen und was du teilst, sehen alle. Ein Server kann Änderungen in einem Kanal zeigen und 95 Tage lang protokollieren lassen, ohne Verwendungszwecke und Nachrichtentexte; die Vorschau sagt es vorher.`,
  },
};
