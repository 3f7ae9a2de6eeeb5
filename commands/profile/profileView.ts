import type { Character, ResolvedHandle } from '../../src/game/character.ts';
import type { Location } from '../../src/game/location.ts';
import type { Reference } from '../../src/game/wire.ts';
import { divider, type MessageView, message, pictured, text } from '../../src/view/message.ts';
import { gameDay, plain, plainLines, shorten, timestamp } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

/** With all of them in full, and every character escaped, a profile stays below Discord's 4000 characters. */
const LONGEST_NAME = 40;
const LONGEST_LINE = 100;
const LONGEST_BIOGRAPHY = 700;
const MOST_FACTIONS = 10;
const LONGEST_ADDRESS = 2_048;

/** A profile; what the game did not show is left out. */
export function profileView(words: Words, character: Character): MessageView {
  const { profile } = words;
  const { faction, xpLevel, xp, health, healthMax, lastLoginAt } = character;
  const others = character.factions.filter(({ uid, name }) => (uid ?? name) !== (faction?.uid ?? faction?.name));
  const facts: [label: string, value: string | undefined][] = [
    [profile.faction, faction ? toName(faction) : profile.noFaction],
    [profile.factions, others.length > 0 ? others.slice(0, MOST_FACTIONS).map(toName).join(', ') : undefined],
    [profile.credits, character.credits === undefined ? undefined : words.number(character.credits)],
    [profile.location, character.location && toPlace(character.location)],
    [profile.race, character.race && plain(character.race, LONGEST_NAME)],
    [profile.gender, character.gender && plain(character.gender, LONGEST_NAME)],
    [profile.level, xpLevel === undefined ? undefined : profile.levelValue(xpLevel, xp)],
    [
      profile.health,
      health === undefined
        ? undefined
        : [health, healthMax]
            .filter((part) => part !== undefined)
            .map(words.number)
            .join(' / '),
    ],
    [profile.lastLogin, lastLoginAt && `${timestamp(lastLoginAt, 'R')} (${gameDay(words, lastLoginAt)})`],
  ];
  const shortDescription = plain(character.shortDescription ?? '', LONGEST_LINE);
  const biography = plainLines(character.biography ?? '', LONGEST_BIOGRAPHY);
  const head = [
    `## ${plain(character.name, LONGEST_LINE)}`,
    `-# UID ${plain(character.uid, LONGEST_NAME)}`,
    shortDescription && `*${shortDescription}*`,
  ];
  return message(
    'neutral',
    pictured(head.filter(Boolean).join('\n'), toPicture(character, words)),
    divider(),
    text(...facts.map(([label, value]) => value !== undefined && `**${label}:** ${value}`)),
    biography !== '' && divider(),
    biography !== '' && text(biography),
    character.isPrivate && text(`-# ${words.account.privateProfile}`),
  );
}

/** What others in the game may see of a character too, for a profile that is shown to everybody. */
export function toPublicCharacter(character: Character): Character {
  const { credits, location, health, healthMax, xp, xpLevel, lastLoginAt, ...shown } = character;
  return shown;
}

export function lookupView({ lookup }: Words, { uid, handle }: ResolvedHandle): MessageView {
  return message('neutral', text(lookup.found(plain(handle)), `**${lookup.uid}:** ${plain(uid)}`));
}

function toName({ name }: Reference): string {
  return plain(name, LONGEST_NAME);
}

function toPlace({ container, city, planet, system, sector, galaxy }: Location): string {
  const names = [container, city, planet, system, sector].flatMap((place) => (place ? [toName(place)] : []));
  return [names.join(', '), galaxy && `(${galaxy.x}, ${galaxy.y})`].filter(Boolean).join(' ');
}

/** Discord shows pictures by https only, and refuses a message with too long an address in it. */
function toPicture({ image, name }: Character, { profile }: Words): { url: string; description: string } | undefined {
  const url = image === undefined ? null : URL.parse(image);
  const isShown = url?.protocol === 'https:' && url.href.length <= LONGEST_ADDRESS;
  return isShown ? { url: url.href, description: profile.picture(shorten(name, 100)) } : undefined;
}
