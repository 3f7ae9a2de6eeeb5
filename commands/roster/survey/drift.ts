import { UserError } from '../../../src/view/errorView.ts';
import { button, type MessageView, message, text } from '../../../src/view/message.ts';
import { joined } from '../../../src/view/text.ts';
import { isCopied } from '../../privileges/change/changeBatch.ts';
import { previewChanges } from '../../privileges/change/preview.ts';
import { listNames, listSome, type Name, toOpposite } from '../../privileges/names.ts';
import { type Context, editRoster, openRoster } from '../access.ts';
import { ids } from '../ids.ts';
import type { Member, Rank, Roster } from '../kept.ts';
import { findRank, listRanked } from '../ranks.ts';
import { echo } from '../rosterView.ts';
import type { Question } from './question.ts';
import { FRESH_MS, type Privileges, type Read, readEach } from './readings.ts';

/** A member whose privileges differ from the rank's: paths that are missing or too much. */
type Drift = { member: Member; rank: Rank; missing: string[]; extra: string[]; reading: Privileges };

const MAX_NAMED = 2;

/** Members whose privileges differ from their rank's. */
export const DRIFT: Question = {
  reads: 'privileges',
  membersOf: listRanked,
  answer({ texts, roster, all, of }) {
    const drifts = all.flatMap((read) => findDrift(roster, read) ?? []);
    const toNames = (label: string, paths: readonly string[]) =>
      paths.length > 0 && `${label}: ${listSome(paths, MAX_NAMED)}`;
    const lines = drifts.map(({ member, rank, missing, extra }) => {
      const facts = [echo(rank.name), toNames(texts.missing, missing), toNames(texts.extra, extra)];
      return { member, text: joined(`**${echo(member.name)}**`, ...facts) };
    });
    const restoring = button(texts.restoreAll(drifts.length), ids.restore({ of }), { style: 'primary' });
    const isWhole = all.every(({ readings }) => readings.privileges);
    const title = isWhole && drifts.length === 0 ? texts.fits : texts.drift(drifts.length);
    return { title, notes: [], lines, buttons: [drifts.length > 0 && restoring] };
  },
};

export function findDrift({ ranks }: Roster, { member, readings: { privileges: reading } }: Read): Drift | undefined {
  const rank = findRank(ranks, member.rank);
  if (!rank || reading?.granted === undefined) return undefined;
  const granted = reading.granted.filter((path) => isCopied(toName(path)));
  const missing = rank.rights.filter((path) => !granted.includes(path));
  const extra = granted.filter((path) => !rank.rights.includes(path));
  return missing.length + extra.length > 0 ? { member, rank, missing, extra, reading } : undefined;
}

/** Previews the changes that restore the ranks of these members. */
export async function restore(context: Context & { args: { of?: string | undefined; uid?: string | undefined } }) {
  const { texts, services, args } = context;
  const { server, roster } = await openRoster(context);
  const ranked = listRanked(roster, args.of).filter(({ uid }) => uid === (args.uid ?? uid));
  const read = await readEach(context, server, ranked);
  const drifts = read.flatMap((one) => findDrift(roster, one) ?? []);
  const readAt = Math.min(...drifts.map(({ reading }) => reading.at));
  if (drifts.length === 0 || services.now() - readAt >= FRESH_MS) throw new UserError(texts.tooOld);
  const members = drifts.map(({ member: { uid, name }, missing, extra }) => ({
    subject: { character: { uid, name }, faction: roster.faction },
    groups: [...missing, ...extra].map((path) => {
      const { group, privilege } = toName(path);
      return { name: group, privileges: [{ name: privilege, isGranted: extra.includes(path) }] };
    }),
  }));
  const found = { members, leftOut: [], readAt };
  return await previewChanges(context, found, ({ groups }) => listNames(groups).map(toOpposite));
}

/** The member's privileges become the rank's. */
export async function acceptDrift(context: Context & { args: { uid: string } }): Promise<MessageView> {
  const { texts, args } = context;
  const { server, roster } = await openRoster(context);
  const own = roster.members.filter(({ uid }) => uid === args.uid);
  const [read] = await readEach(context, server, own);
  const found = read && findDrift(roster, read);
  if (!found) throw new UserError(texts.noLines);
  const rights = [...found.rank.rights.filter((path) => !found.missing.includes(path)), ...found.extra];
  await editRoster(context, ({ ranks }) => ({
    ranks: ranks.map((one) => (one.name === found.rank.name ? { ...one, rights } : one)),
  }));
  return message('good', text(texts.accepted(echo(found.rank.name))));
}

function toName(path: string): Name {
  const at = path.indexOf('/');
  return { group: path.slice(0, at), privilege: path.slice(at + 1) };
}
