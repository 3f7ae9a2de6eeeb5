import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, text } from '../../../src/view/message.ts';
import { firstLines, joined, plain, timestamp } from '../../../src/view/text.ts';
import { previewStrip } from '../../privileges/change/preview.ts';
import { type Context, openRoster } from '../access.ts';
import { ids } from '../ids.ts';
import { echo, MAX_LIST, memberLine, readingLines } from '../rosterView.ts';
import { findDrift } from './drift.ts';
import { readReadings } from './readings.ts';

/** One member: the last readings, what differs from the rank, and the next steps. */
export async function openMember(context: Context, uid: string): Promise<MessageView> {
  const { texts } = context;
  const { server, roster } = await openRoster(context);
  const member = roster.members.find((one) => one.uid === uid);
  if (!member) throw new UserError(texts.notListed(echo(uid)));
  const readings = await readReadings(context, server, uid);
  const drift = findDrift(roster, { member, readings });
  const changes = await listChanges(context, server, uid);
  const when = (ms: number): string => timestamp(new Date(ms), 'd');
  const changed = new Map(Object.entries(drift?.reading.changed ?? {}));
  const toLine = (label: string) => (path: string) => {
    const [from, to] = changed.get(path) ?? [Infinity, 0];
    const isAbout = ({ detail }: { detail: string }) => detail === path || detail.startsWith(`${path}, `);
    const by = changes.find((one) => isAbout(one) && one.at >= from && one.at <= to)?.by;
    const seen = to > 0 && `${texts.between(when(from), when(to))}, ${by ? texts.by(by) : texts.byUnknown}`;
    return joined(`- ${label}: ${plain(path, 80)}`, seen);
  };
  const differences = drift && [...drift.missing.map(toLine(texts.missing)), ...drift.extra.map(toLine(texts.extra))];
  return message(
    'neutral',
    text(memberLine(texts, member), ...readingLines(texts, readings)),
    differences && text(firstLines(differences, MAX_LIST - 500)),
    buttons(
      drift && button(texts.restoreOne, ids.restore({ uid }), { style: 'primary' }),
      drift && button(texts.acceptInto(echo(drift.rank.name)), ids.acceptDrift({ uid })),
      button(texts.remove, ids.remove({ uid })),
      button(texts.strip, ids.strip({ uid }), { style: 'danger' }),
    ),
  );
}

/** The changes of a member's privileges in the part of the server's trail that the person sees. */
async function listChanges({ services, maySee }: Context, server: string, uid: string) {
  const entries = (await services.audit.ofServers.read(server)).filter(({ channelId }) => maySee(channelId));
  return entries.flatMap(({ at, actor, rows }) => {
    const own = rows.filter(({ target, state }) => target.uid === uid && (state === 'done' || state === 'found'));
    return own.map(({ detail }) => ({ at, detail, by: actor && echo(actor.character.name) }));
  });
}

/** Previews revoking all privileges of a member; the game is read for it. */
export async function strip(context: Context & { args: { uid: string } }): Promise<MessageView> {
  const { roster } = await openRoster(context);
  const options = { character: context.args.uid, faction: roster.faction.uid };
  return await previewStrip({ ...context, options });
}
