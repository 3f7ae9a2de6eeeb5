import type { Skill, Skills } from '../../src/game/skills.ts';
import { divider, type MessageView, message, text } from '../../src/view/message.ts';
import { firstLines, joined, plain, unbroken } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

const BAR_BLOCKS = 10;
/** What a full bar stands for, unless somebody has more. */
const USUAL_HIGHEST = 5;
const LONGEST_NAME = 40;
const MOST_CHARACTERS = 3_500;

/** Skills by category, each with a bar; the categories in the order of the game. */
export function skillsView(words: Words, character: { uid: string; name: string }, skills: Skills): MessageView {
  const { account } = words;
  const highest = Math.max(USUAL_HIGHEST, ...Object.values(skills).map(({ level }) => level));
  const categories = new Map<string, string[]>();
  for (const [name, skill] of Object.entries(skills)) {
    const lines = categories.get(skill.category) ?? [];
    categories.set(skill.category, [...lines, toLine(words, name, skill, highest)]);
  }
  const lines = [...categories].flatMap(([category, inside]) => [`### ${toTitle(words, category)}`, ...inside]);
  return message(
    'neutral',
    text(`## ${account.skills.title(plain(character.name, 80))}`, `-# UID ${plain(character.uid, 40)}`),
    divider(),
    text(lines.length > 0 ? firstLines(lines, MOST_CHARACTERS) : account.skills.none),
  );
}

function toLine({ account }: Words, name: string, { level, experience }: Skill, highest: number): string {
  const { skills } = account;
  const gained = experience !== undefined && skills.experience(experience);
  return `\`${toBar(level, highest)}\` **${plain(name, LONGEST_NAME)}** ${unbroken(joined(skills.level(level), gained))}`;
}

/** Ten blocks, as many of them full as `level` is of `highest`; a level above 0 shows at least one. */
export function toBar(level: number, highest: number): string {
  const share = Math.min(1, Math.max(0, level / highest)) || 0;
  const full = share > 0 ? Math.max(1, Math.round(share * BAR_BLOCKS)) : 0;
  return '█'.repeat(full) + '░'.repeat(BAR_BLOCKS - full);
}

function toTitle({ account }: Words, category: string): string {
  const known: Readonly<Record<string, string>> = account.skills.categories;
  return (Object.hasOwn(known, category) ? known[category] : undefined) ?? plain(category, LONGEST_NAME);
}
