import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { stepButton } from '../../src/discord/declare/steps.ts';
import type { Skills } from '../../src/game/resources/skills.ts';
import { buttons, divider, message, text } from '../../src/view/message.ts';
import { cutPage, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, plain, toColumns } from '../../src/view/text.ts';
import { type SkillsTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';

const { command, on, pages } = commandsIn(TEXTS);

const NEEDS = ['CHARACTER_SKILLS'] as const;

/** The game only shows people their own skills. */
export const skills = command({
  name: 'skills',
  description: ({ description }) => description,
  needs: NEEDS,
  run: (context) => showSkills({ ...context, args: { page: 1 } }),
  actions: on(ids, pages(ids, 'page', { needs: NEEDS, show: showSkills })),
});

async function showSkills(context: HandlerContext<typeof NEEDS, SkillsTexts> & { args: { page: number } }) {
  const { me, game, texts, args } = context;
  return skillsView(texts, me, await game.character.skills.list({ uid: me.uid }), args.page);
}

/** The level of a full bar, which has a block per level, unless a skill is higher. */
const USUAL_MAX_LEVEL = 5;
const MAX_NAME_LENGTH = 40;
const MAX_LIST_LENGTH = 3_500;
/** Max skills that fit with the longest names and categories. */
const SKILLS_A_PAGE = 20;

/** Skills by category, in the game's order. */
export function skillsView(texts: SkillsTexts, character: { uid: string; name: string }, skills: Skills, page: number) {
  const highest = Math.max(USUAL_MAX_LEVEL, ...Object.values(skills).map(({ level }) => level));
  const titles = new Map(Object.entries(texts.categories));
  const byCategory = Map.groupBy(Object.entries(skills), ([, { category }]) => category);
  const list = cutPage(texts, [...byCategory.values()].flat(), page, SKILLS_A_PAGE);
  const toPoints = (experience: number | undefined) => (experience === undefined ? '' : texts.number(experience));
  const values = toColumns(
    list.items.map(([, { level, experience }]) => [toBar(level, highest), texts.number(level), toPoints(experience)]),
  );
  const lines = list.items.flatMap(([name, { category }], at) => {
    const heading = `### ${titles.get(category) ?? plain(category, MAX_NAME_LENGTH)}`;
    const line = `${values[at]} ${plain(name, MAX_NAME_LENGTH)}`;
    return category === list.items[at - 1]?.[1].category ? [line] : [heading, line];
  });
  return message(
    'neutral',
    text(`## ${texts.title(plain(character.name, 80))}`, `-# UID ${plain(character.uid, 40)}`),
    divider(),
    lines.length > 0 && text(`-# ${texts.columns}`),
    text(lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : texts.none),
    pagerRow(texts, toPosition(list), ids.page, ids.pageJump, {}),
    buttons(stepButton(texts, 'profile'), stepButton(texts, 'credits balance')),
  );
}

/** A level above 0 shows at least one block. */
export function toBar(level: number, highest: number): string {
  const share = Math.min(1, Math.max(0, level / highest)) || 0;
  const full = share > 0 ? Math.max(1, Math.round(share * USUAL_MAX_LEVEL)) : 0;
  return '█'.repeat(full) + '░'.repeat(USUAL_MAX_LEVEL - full);
}
