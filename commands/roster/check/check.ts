import { z } from 'zod';
import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, text } from '../../../src/view/message.ts';
import { previewStrip } from '../../privileges/change/preview.ts';
import { TEXTS as PRIVILEGES } from '../../privileges/en.ts';
import { type Context, type Opened, openRoster } from '../access.ts';
import { TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { echo, memberLine, readingLines } from '../rosterView.ts';
import { memberSurvey, previewSurvey } from '../survey/memberSurvey.ts';
import { readReadings } from '../survey/readings.ts';
import { checkView } from './checkView.ts';
import { toCheck } from './membership.ts';

/** Readings this old are read again when asked. */
const FRESH_MS = 10 * 60_000;

/** Reads members' public profiles. */
export const CHECK = memberSurvey({
  name: 'roster.check',
  reads: 'profile',
  question: z.object({}),
  report: async (actor, opened) => checkView(TEXTS[actor.language], opened.roster, await readAll(actor, opened), 1),
});

/** Shows the check, or first asks to read those without a reading. */
export async function openCheck(context: Context): Promise<MessageView> {
  const opened = await openRoster(context);
  const all = await readAll(context, opened);
  const missing = all.filter(({ readings }) => !readings.profile).map(({ member }) => member);
  if (missing.length > 0) return await previewSurvey(context, CHECK, opened, missing, {});
  return checkView(context.texts, opened.roster, all, 1);
}

export async function showCheck(context: Context & { args: { page: number } }): Promise<MessageView> {
  const opened = await openRoster(context);
  return checkView(context.texts, opened.roster, await readAll(context, opened), context.args.page);
}

/** Asks to read everyone whose reading isn't fresh. */
export async function surveyAgain(context: Context): Promise<MessageView> {
  const opened = await openRoster(context);
  const now = context.services.now();
  const old = (await readAll(context, opened)).filter(({ readings }) => now - (readings.profile?.at ?? 0) >= FRESH_MS);
  if (old.length === 0) throw new UserError(context.texts.check.allFresh);
  return await previewSurvey(
    context,
    CHECK,
    opened,
    old.map(({ member }) => member),
    {},
  );
}

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

async function readAll(context: Pick<Context, 'services'> | Parameters<typeof readReadings>[0], opened: Opened) {
  const { server, roster } = opened;
  return await Promise.all(
    roster.members.map(async (member) => {
      const readings = await readReadings(context, server, member.uid);
      return { member, readings, ...toCheck(member, readings, roster.faction.uid) };
    }),
  );
}
