import { colorOf } from '../../src/charts/colors.ts';
import type { ProfileCard } from '../../src/charts/profileCard.ts';
import { stepButton } from '../../src/discord/declare/steps.ts';
import type { Character } from '../../src/game/resources/character.ts';
import type { Location } from '../../src/game/wire/records.ts';
import type { Reference } from '../../src/game/wire/wire.ts';
import { gameButton } from '../../src/view/gameSite.ts';
import { button, buttons, divider, message, picture, text, textWithPicture } from '../../src/view/message.ts';
import { gameDay, plain, plainLines, shorten, timestamp, unformatted } from '../../src/view/text.ts';
import type { ProfileTexts } from './en.ts';
import { ids } from './ids.ts';

/** Even if every character is escaped, a profile stays within Discord's 4,000. */
const MAX_NAME_LENGTH = 40;
const MAX_LINE_LENGTH = 100;
const MAX_BIOGRAPHY_LENGTH = 700;
const MAX_FACTIONS = 10;
const MAX_URL_LENGTH = 2_048;

const NEXT = ['skills', 'credits balance', 'galaxy near'] as const;
const CARD_FILE = 'profile.png';

type Shown = { isOwn?: boolean; canShare?: boolean; composeId?: string | undefined; card?: Uint8Array | undefined };

/** `isOwn`: only the owner sees it. `composeId`: the message button's id. `card`: the picture. */
export function profileView(
  texts: ProfileTexts,
  character: Character,
  { isOwn = false, canShare = false, composeId, card }: Shown = {},
) {
  const { isPrivate = false } = character;
  const motto = plain(character.shortDescription ?? '', MAX_LINE_LENGTH);
  const biography = plainLines(character.biography ?? '', MAX_BIOGRAPHY_LENGTH);
  const facts = toFacts(texts, character, isPrivate && !isOwn);
  const head = [
    `## ${plain(character.name, MAX_LINE_LENGTH)}`,
    `-# UID ${plain(character.uid, MAX_NAME_LENGTH)}`,
    motto && `*${motto}*`,
  ];
  return message(
    'neutral',
    card && picture(CARD_FILE, card, toDescription(texts, character)),
    card ? text(...head) : textWithPicture(head.filter(Boolean).join('\n'), toPicture(character, texts)),
    facts.length > 0 && divider(),
    facts.length > 0 && text(...facts),
    biography !== '' && divider(),
    biography !== '' && text(biography),
    isPrivate && text(`-# ${isOwn ? texts.ownPrivate : texts.private}`),
    buttons(
      composeId !== undefined && button(texts.shared.writeMessage, composeId),
      ...(isOwn ? NEXT.map((step) => stepButton(texts, step)) : []),
      canShare && button(texts.shared.showEveryone, ids.share()),
      gameButton(texts.openInGame, { page: 'character', handle: character.name }),
    ),
  );
}

/** The facts that everyone in the game can see and, for one's own character, the level. */
export function toPublicCharacter(character: Character, isOwn = false): Character {
  const { uid, name, image, isPrivate } = character;
  if (isPrivate) return { uid, name, isPrivate, factions: [], ...(image && { image }) };
  const { credits, location, health, healthMax, xp, xpLevel, lastLoginAt, ...shown } = character;
  return isOwn && xpLevel !== undefined ? { ...shown, xpLevel } : shown;
}

export function toCard(texts: ProfileTexts, { name, race, faction, xpLevel }: Character): ProfileCard {
  const level = xpLevel === undefined ? undefined : `${texts.level} ${texts.number(xpLevel)}`;
  const facts = [race, level].filter((fact) => fact !== undefined);
  return {
    name: unformatted(name, MAX_LINE_LENGTH),
    facts: facts.length > 0 ? [unformatted(facts.join(' · '), MAX_LINE_LENGTH)] : [],
    faction: faction && unformatted(faction.name, MAX_LINE_LENGTH),
    color: colorOf(faction?.uid ?? faction?.name ?? ''),
  };
}

function toDescription(texts: ProfileTexts, character: Character): string {
  const { name, facts, faction } = toCard(texts, character);
  return `${texts.picture(name)}: ${[...facts, faction].filter(Boolean).join(', ')}`.replace(/: $/, '');
}

/** `isHidden`: a missing faction is unknown rather than none. */
function toFacts(texts: ProfileTexts, character: Character, isHidden: boolean): string[] {
  const { faction, credits, location, race, gender, xp, xpLevel, health, healthMax, lastLoginAt } = character;
  const number = (value: number | undefined) => (value === undefined ? undefined : texts.number(value));
  const others = character.factions.filter(({ uid, name }) => (uid ?? name) !== (faction?.uid ?? faction?.name));
  const [level, points] = [number(xpLevel), number(xp)];
  const facts: [label: string, value: string | undefined][] = [
    [texts.faction, faction ? toName(faction) : isHidden ? undefined : texts.noFaction],
    [texts.factions, others.slice(0, MAX_FACTIONS).map(toName).join(', ')],
    [texts.money, number(credits)],
    [texts.location, location && toPlace(location)],
    [texts.race, race && plain(race, MAX_NAME_LENGTH)],
    [texts.gender, gender && plain(gender, MAX_NAME_LENGTH)],
    [texts.level, level && points ? texts.levelAndXp(level, points) : level],
    [texts.health, health === undefined ? '' : [number(health), number(healthMax)].filter(Boolean).join(' / ')],
    [texts.lastLogin, lastLoginAt && `${timestamp(lastLoginAt, 'R')} (${gameDay(texts, lastLoginAt)})`],
  ];
  return facts.flatMap(([label, value]) => (value ? `**${label}:** ${value}` : []));
}

const toName = ({ name }: Reference): string => plain(name, MAX_NAME_LENGTH);

function toPlace({ container, city, planet, system, sector, galaxy }: Location): string {
  const names = [container, city, planet, system, sector].flatMap((place) => (place ? [toName(place)] : []));
  return [names.join(', '), galaxy && `(${galaxy.x}, ${galaxy.y})`].filter(Boolean).join(' ');
}

/** Discord only shows https pictures, and refuses a message with a longer URL. */
function toPicture({ image, name }: Character, texts: ProfileTexts): { url: string; description: string } | undefined {
  const url = image === undefined ? null : URL.parse(image);
  const isShown = url?.protocol === 'https:' && url.href.length <= MAX_URL_LENGTH;
  return isShown ? { url: url.href, description: texts.picture(shorten(name, 100)) } : undefined;
}
