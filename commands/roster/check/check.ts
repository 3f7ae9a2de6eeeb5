import { z } from 'zod';
import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, text } from '../../../src/view/message.ts';
import { previewStrip } from '../../privileges/change/preview.ts';
import { TEXTS as PRIVILEGES } from '../../privileges/en.ts';
import { type Context, openRoster } from '../access.ts';
import { TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { echo, memberLine, readingLines } from '../rosterView.ts';
import { memberSurvey } from '../survey/memberSurvey.ts';
import { readReadings } from '../survey/readings.ts';
import { checkView } from './checkView.ts';

/** Members' standing by their public profiles. */
export const CHECK = memberSurvey({
  name: 'roster.check',
  reads: 'profile',
  question: z.object({}),
  view: (language, { roster }, all, _, page) => checkView(TEXTS[language], roster, all, page),
});

/** One member with the next steps. */
export async function openMember(context: Context, uid: string): Promise<MessageView> {
  const { texts } = context;
  const { server, roster } = await openRoster(context);
  const member = roster.members.find((one) => one.uid === uid);
  if (!member) throw new UserError(texts.notListed(echo(uid)));
  const lines = readingLines(texts, await readReadings(context, server, uid));
  return message(
    'neutral',
    text(memberLine(texts, member), ...lines),
    buttons(
      button(texts.check.remove, ids.remove({ uid })),
      button(texts.check.strip, ids.strip({ uid }), { style: 'danger' }),
    ),
  );
}

/** Previews revoking all privileges of a member; the game is read for it. */
export async function strip(context: Context & { args: { uid: string } }): Promise<MessageView> {
  const { roster } = await openRoster(context);
  const options = { character: context.args.uid, faction: roster.faction.uid };
  return await previewStrip({ ...context, texts: PRIVILEGES[context.language], options });
}
