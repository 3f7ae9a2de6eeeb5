import type { en } from './en.ts';

export const de: typeof en = {
  operator: (contact) =>
    contact ? `Betrieben wird dieser Bot von: ${contact}.` : 'Wem der Bot gehört, steht in seinem Profil in Discord.',

  home: {
    title: 'Ein Bot für Discord',
    sentence:
      'Mit Commlink nutzt man ein Weltraumspiel aus Discord heraus. Die Befehle gibt es dort; diese Seite verknüpft nur Spielcharaktere, mit /anmelden.',
  },

  terms: {
    title: 'Nutzungsbedingungen',
    rules: [
      'Du nutzt diesen Bot kostenlos und auf eigene Gefahr. Er kann jederzeit ausfallen, sich ändern oder eingestellt werden.',
      'Mit diesem Bot handelst du im Spiel. Was du hier bestätigst, gilt dort als deine eigene Handlung. Dafür gelten die Regeln des Spiels und von Discord.',
      'Überweisungen und Nachrichten lassen sich nicht rückgängig machen. Wenn der Bot nicht weiß, ob etwas geklappt hat, sagt er es: Sieh im Spiel nach, bevor du es noch einmal versuchst.',
      'Verknüpfe nur deinen eigenen Charakter und gib keine Codes weiter. Der Bot fragt nie nach deinem Passwort.',
      'Mit /abmelden kannst du jederzeit aufhören. Wer den Bot missbraucht, dem Spiel schadet oder andere belästigt, kann gesperrt werden.',
      'Dieser Bot steht in keiner Verbindung zu Discord oder den Entwicklern des Spiels.',
    ],
  },

  privacy: {
    title: 'Datenschutz',
    intro:
      'Das ist alles, was dieser Bot über dich speichert. Wo „verschlüsselt“ steht, sind nur Art, IDs und Zeiten lesbar. /konto löscht all das.',
    keptFor: (time) => `Gespeichert für höchstens ${time}.`,
    keptUntilErased: 'Gespeichert, bis du es löschst.',
    linkKept: (days) =>
      days === undefined
        ? 'Gespeichert, bis du dich abmeldest.'
        : `Gespeichert, bis du dich abmeldest oder den Bot ${days} Tage lang nicht genutzt hast.`,
    kinds: {
      link: 'Deine Discord-ID, Name und ID deines Charakters, deine Berechtigungen, wann du ihn verknüpft und den Bot zuletzt genutzt hast, deine Sprache und die Tokens des Spiels; verschlüsselt. Dient dazu, im Spiel für dich zu handeln.',
      writes:
        'Überweisungen, Nachrichten und Änderungen von Rechten, die du bestätigt hast, mit deinem Namen und deiner Sprache in Discord; verschlüsselt. Dient dazu, nichts doppelt zu senden und dir auch nach einem Ausfall zu sagen, was daraus wurde.',
      changes:
        'Deine letzten 200 Änderungen im Spiel: wann, wen sie betrafen, Betrag oder Recht, dein Verwendungszweck und der Server, aber keine Nachrichtentexte. Damit siehst du in /konto, was in deinem Namen getan wurde. Außerdem 95 Tage lang, welche deiner Charaktere auf Servern, die Änderungen posten, etwas geändert haben.',
      logins:
        'Laufende Anmeldungen: deine Discord-ID, Namen, Sprache, Berechtigungen, Charakter, Tokens und der Ort der Anmeldenachricht; verschlüsselt. Dient dazu, den richtigen Charakter mit der richtigen Person zu verknüpfen.',
      commands:
        'Was die Schaltflächen unter deinen Nachrichten brauchen, etwa eine Überweisung, die du bestätigen sollst, und was du für einen Befehl eingegeben hast, der fehlgeschlagen ist; verschlüsselt. Damit funktioniert eine Schaltfläche nur einmal und nur für dich.',
      suggestions:
        'Namen von Charakteren, Fraktionen und Rechten sowie Betreffzeilen von Nachrichten, die du zuletzt gesehen hast. Dient dazu, sie beim Tippen vorzuschlagen.',
      erasure:
        'Wann du zuletzt alles gelöscht hast, zwei Tage lang. Dient dazu, dass nichts von davor wieder gespeichert wird.',
      visits: 'Wann du zuletzt deine Nachrichten angesehen hast. Dient dazu, die neuen zu kennzeichnen.',
      bookmarks: 'Orte, die du dir gemerkt hast; verschlüsselt. Dient dazu, sie dir zu zeigen.',
      creditLog:
        'Dein Kontoauszug, wie du ihn zuletzt gesehen hast; verschlüsselt, außer wann er sich zuletzt geändert hat. Dient dazu, darin zu blättern.',
      payLists:
        'Zahllisten, die du gespeichert hast, mit deinen Antworten, wie sie zu lesen sind; verschlüsselt. Dient dazu, sie dir wieder anzuzeigen.',
      lookups:
        'Namen und IDs von Charakteren, die deine Befehle nachgeschlagen haben; verschlüsselt. Beim nächsten Mal kosten sie keine Anfrage.',
      requests:
        'Wen du um Credits gebeten hast und was eingegangen ist, 60 Tage lang; verschlüsselt. Wer gebeten wurde, sieht das, um zahlen zu können.',
      discoverable: 'Ob andere deinen Charakter nachschlagen dürfen. Nur gespeichert, wenn du es eingeschaltet hast.',
      trail:
        'Auf Servern, die Änderungen in einem Kanal posten, was Mitglieder geändert haben: wann, wer, wen es betraf und Betrag oder Recht. Wer den Kanal sehen kann, kann es dort nachschlagen. Wenn du alles löschst, steht dort „ein gelöschtes Konto“ statt deines Namens.',
      roster:
        'Auf Servern mit einer Mitgliederliste: öffentliche UID und Name der Mitglieder einer Fraktion, Rang und Abwesenheit, und 35 Tage lang, was Offiziere im Spiel über sie gelesen haben: Profil, letzte Anmeldung, Rechte. Offiziere dieser Fraktion sehen es; deins siehst du mit /mitglieder ich und kannst Gelesenes löschen.',
    },
    ofServers: 'Das wird für Server gespeichert, verschlüsselt. /konto löscht davon nur, was hier steht:',
    choose: 'Bei der Anmeldung wählst du, was der Bot darf:',
    more: [
      'Eine Stunde lang zählt der Bot deine Anfragen an das Spiel unter einem Code, der keine Rückschlüsse auf dich zulässt.',
      'Im Protokoll steht deine Discord-ID bei allem, was der Bot für dich tut, aber nichts, was du eintippst, und keine Tokens. Wie lange Protokolle und Sicherungen bleiben, entscheidet der Betreiber.',
      'Das Spiel sieht, was du mit dem Bot darin tust. Discord sieht die Nachrichten, die der Bot sendet.',
      'Ein Server kann Änderungen, die dort gemacht werden, in einem Kanal posten lassen. Der Bot sagt dir das, bevor du bestätigst.',
      'Sonst bekommt niemand etwas. Es gibt weder Werbung noch Tracking.',
      'In Discord listet /konto all das auf und exportiert es, außer Tokens und anderen Geheimnissen. Es löscht auch alles auf einmal. /abmelden widerruft den Zugriff auf das Spiel.',
    ],
  },
};
