import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { type SkillsTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { skillsView } from './skillsView.ts';

const { command, on, pages } = commandsIn(TEXTS);

const NEEDS = ['CHARACTER_SKILLS'] as const;

/** One's own: the game shows no one else's. */
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
