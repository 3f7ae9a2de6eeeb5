import { commandsIn } from '../../src/discord/declare/command.ts';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import type { MessageView } from '../../src/view/message.ts';
import { CHARACTER_OPTION } from '../characters/contacts.ts';
import { readOf } from '../characters/findCharacter.ts';
import { type SkillsTexts, TEXTS } from './en.ts';
import { ids } from './ids.ts';
import { skillsView } from './skillsView.ts';

const { command, on, pages } = commandsIn(TEXTS);

const NEEDS = ['CHARACTER_SKILLS'] as const;

export const skills = command({
  name: 'skills',
  description: ({ description }) => description,
  needs: NEEDS,
  options: { character: CHARACTER_OPTION },
  run: ({ options, ...context }) => showSkills({ ...context, args: { ...options, page: 1 } }),
  actions: on(ids, pages(ids, 'page', { needs: NEEDS, show: showSkills })),
});

async function showSkills(
  context: HandlerContext<typeof NEEDS, SkillsTexts> & { args: { character?: string | undefined; page: number } },
): Promise<MessageView> {
  const { me, game, texts, args } = context;
  const { character, found } = await readOf(context, args.character, ({ uid }) => game.character.skills.list({ uid }));
  return skillsView(texts, character, found, args.page, character.uid === me.uid);
}
