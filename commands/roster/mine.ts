import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { button, buttons, divider, type MessageView, message, text } from '../../src/view/message.ts';
import { requireRight, requireServer } from './access.ts';
import type { RosterTexts } from './en.ts';
import { ids } from './ids.ts';
import { changeRoster, listServers, type Roster, readRoster } from './kept.ts';
import { echo, memberLine, readingLines } from './rosterView.ts';
import { deleteReadings, readReadings } from './survey/readings.ts';

type Own = HandlerContext<readonly [], RosterTexts>;
type Anyone = HandlerContext<undefined, RosterTexts>;

const MAX_SHOWN = 5;

/** The rosters that list one's own character, and what was read about it there. */
export async function showMine(context: Own): Promise<MessageView> {
  const { texts, me } = context;
  const listed = await Promise.all(
    (await listServers(context, me.uid)).slice(0, MAX_SHOWN).map(async (server) => {
      const [roster, readings] = [await readRoster(context, server), await readReadings(context, server, me.uid)];
      const isMine = ({ uid }: { uid: string }): boolean => uid === me.uid;
      const member = roster?.members.find(isMine) ?? roster?.proposals.find(isMine);
      return roster && member ? [{ server, roster, member, readings, isAsking: roster.proposals.some(isMine) }] : [];
    }),
  );
  const shown = listed.flat();
  if (shown.length === 0) return noticeView(texts.mine.none(echo(me.name)));
  return message(
    'neutral',
    text(`## ${texts.mine.title(echo(me.name))}`, `-# ${texts.whoSees}`),
    ...shown.flatMap(({ server, roster, member, readings, isAsking }) => {
      const lines = isAsking ? [texts.mine.proposed] : readingLines(texts, readings);
      const heading = `**${texts.title(echo(roster.faction.name))}**`;
      const object = button(isAsking ? texts.mine.withdraw : texts.mine.object, ids.object({ server }), {
        style: 'danger',
      });
      return [
        divider(),
        text(heading, memberLine(texts, member), ...(lines.length > 0 ? lines : [texts.mine.noReadings])),
        buttons(lines.length > 0 && object),
      ];
    }),
  );
}

/** Deletes what was read about one's own character, and its proposal; a listed handle stays. */
export async function objectTo(context: Own & { args: { server: string } }): Promise<MessageView> {
  const { me, args } = context;
  const withdraw = ({ proposals, ...others }: Roster): Roster => {
    return { ...others, proposals: proposals.filter(({ uid }) => uid !== me.uid) };
  };
  await changeRoster(context, args.server, (stored) => stored && withdraw(stored));
  await deleteReadings(context, args.server, me.uid);
  return await showMine(context);
}

export async function askToDelete(context: Anyone): Promise<MessageView> {
  const { texts } = context;
  const { faction, members } = await requireDeletable(context);
  const sentence = texts.deletion.asks(echo(faction.name), members.length);
  const confirm = button(texts.deletion.button, ids.delete(), { style: 'danger' });
  return message('bad', text(`## ${texts.title(echo(faction.name))}`, sentence), buttons(confirm));
}

/** Deletes the roster with all readings. */
export async function deleteRoster(context: Anyone): Promise<MessageView> {
  const { members } = await requireDeletable(context);
  const server = requireServer(context);
  // The readings first: without the roster, no one could find them.
  await forgetReadings(context, server, members);
  await changeRoster(context, server, () => undefined);
  // A survey may have kept more meanwhile.
  await forgetReadings(context, server, members);
  return noticeView(context.texts.deletion.done, 'good');
}

/** Deletes the readings of members who aren't listed any more. */
export async function forgetReadings(
  context: Pick<Own, 'services'>,
  server: string,
  members: readonly { uid: string }[],
): Promise<void> {
  await Promise.all(members.map(({ uid }) => deleteReadings(context, server, uid)));
}

/** The roster, for members with Manage Server or with the right. */
async function requireDeletable(context: Anyone) {
  const { texts, link, server } = context;
  const roster = await readRoster(context, requireServer(context));
  if (!roster) throw new UserError(texts.none);
  if (server?.mayManage) return roster;
  if (!link) throw new UserError(texts.noRight(echo(roster.faction.name)));
  await requireRight({ ...context, me: link.character }, requireServer(context), roster.faction);
  return roster;
}
