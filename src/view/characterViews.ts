import type { Character, Location, Reference, ResolvedHandle } from '../game/records.ts';
import { divider, type MessageView, message, pictured, text } from './message.ts';
import { plain, plainLines, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

const LONGEST_BIOGRAPHY = 1_000;
const MOST_FACTIONS = 10;

/** A profile; what the game did not show is left out. */
export function profileView(words: Words, character: Character): MessageView {
  const { profile } = words;
  const { faction, xpLevel, xp, health, healthMax, lastLoginAt } = character;
  const others = character.factions.filter(({ uid, name }) => (uid ?? name) !== (faction?.uid ?? faction?.name));
  const facts: [label: string, value: string | undefined][] = [
    [profile.faction, faction ? plain(faction.name) : profile.noFaction],
    [profile.factions, others.length > 0 ? others.slice(0, MOST_FACTIONS).map(toName).join(', ') : undefined],
    [profile.credits, character.credits === undefined ? undefined : words.number(character.credits)],
    [profile.location, character.location && toPlace(character.location)],
    [profile.race, character.race && plain(character.race)],
    [profile.gender, character.gender && plain(character.gender)],
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
    [profile.lastLogin, lastLoginAt && timestamp(lastLoginAt, 'R')],
  ];
  const head = [
    `## ${plain(character.name)}`,
    `-# UID ${plain(character.uid)}`,
    character.shortDescription && `*${plain(character.shortDescription)}*`,
  ];
  return message(
    'neutral',
    pictured(head.filter(Boolean).join('\n'), toPicture(character, words)),
    divider(),
    text(...facts.map(([label, value]) => value !== undefined && `**${label}:** ${value}`)),
    character.biography !== undefined && divider(),
    character.biography !== undefined && text(plainLines(character.biography, LONGEST_BIOGRAPHY)),
  );
}

export function balanceView(words: Words, { name }: { name: string }, credits: number): MessageView {
  return message('neutral', text(words.balance.of(plain(name)), `# ${words.credits(credits)}`));
}

export function lookupView({ lookup }: Words, { uid, handle }: ResolvedHandle): MessageView {
  return message('neutral', text(lookup.found(plain(handle)), `**${lookup.uid}:** ${plain(uid)}`));
}

function toName({ name }: Reference): string {
  return plain(name);
}

function toPlace({ container, city, planet, system, sector, galaxy }: Location): string {
  const names = [container, city, planet, system, sector].flatMap((place) => (place ? [plain(place.name)] : []));
  return [names.join(', '), galaxy && `(${galaxy.x}, ${galaxy.y})`].filter(Boolean).join(' ');
}

/** Discord shows pictures by https only. */
function toPicture({ image, name }: Character, { profile }: Words): { url: string; description: string } | undefined {
  const url = image === undefined ? null : URL.parse(image);
  return url?.protocol === 'https:' ? { url: url.href, description: profile.picture(name.slice(0, 100)) } : undefined;
}
