import { z } from 'zod';
import { GameError, isGameError } from '../../../src/game/errors.ts';
import { party } from '../../../src/game/parameters.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { Language } from '../../../src/view/languages.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { Actor } from '../../../src/writes/kind.ts';
import { createSurvey } from '../../../src/writes/survey.ts';
import { type Context, type Opened, openRoster, requireRight } from '../access.ts';
import { TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { type Member, type Roster, readRoster } from '../kept.ts';
import { keepPrivileges, keepProfile, type Readings, readReadings } from './readings.ts';

const row = z.object({ server: z.string(), faction: party, member: party });
type Row = z.output<typeof row>;

/** A right that was lost during a survey must not make members look dismissed. */
const CONFIRMED_MS = 60_000;
/** Readings this young aren't read again. Previews may use them: the engine reads for itself. */
export const FRESH_MS = 10 * 60_000;

export type Read = { member: Member; readings: Readings };

/** A view of members' readings for a question Q, with the survey that reads them. */
export function memberSurvey<Q>(parts: {
  name: string;
  reads: 'profile' | 'privileges';
  question: z.ZodType<Q>;
  /** By default, all. */
  membersOf?: (roster: Roster, question: Q) => readonly Member[];
  view: (language: Language, opened: Opened, all: readonly Read[], question: Q, page: number) => MessageView;
}) {
  const { name, reads, question, view, membersOf = ({ members }) => members } = parts;
  const readAll = async (context: Pick<Actor, 'services'>, { server, roster }: Opened, asked: Q): Promise<Read[]> =>
    await Promise.all(
      membersOf(roster, asked).map(async (member) => ({
        member,
        readings: await readReadings(context, server, member.uid),
      })),
    );
  const kind = createSurvey<Row, Q>({
    ...{ name, scope: 'CHARACTER_PRIVILEGES', row, question, cost: 1 },
    words: (language) => ({
      title: (rows) => TEXTS[language].survey[reads](rows.length),
      heading: () => TEXTS[language].survey.members,
      line: ({ member }) => `**${plain(member.name, 60)}**`,
      back: TEXTS[language].showAll,
    }),
    read: reads === 'profile' ? readProfile : readPrivileges,
    back: () => ids.show({ page: 1 }),
    async report(actor, { rows, baseline }) {
      const { server } = row.parse(rows[0]?.data);
      const roster = await readRoster(actor, server);
      if (!roster) throw new UserError(TEXTS[actor.language].none);
      await requireRight(actor, server, roster.faction);
      const asked = question.parse(baseline);
      return view(actor.language, { server, roster }, await readAll(actor, { server, roster }, asked), asked, 1);
    },
  });
  const preview = async (context: Context<unknown>, { server, roster }: Opened, wanted: readonly Read[], shown: Q) => {
    const rows = wanted.map(({ member }) => ({ server, faction: roster.faction, member: party.parse(member) }));
    const notes = [TEXTS[context.language].survey.whoSees];
    return await context.services.batches.preview(context, kind, { rows, shown, notes });
  };
  return {
    kind,
    readAll,
    /** Shows the readings, or first asks to read those who were never read. */
    async open(context: Context<unknown>, asked: Q, page = 1): Promise<MessageView> {
      const opened = await openRoster(context);
      const all = await readAll(context, opened, asked);
      const unread = all.filter(({ readings }) => readings[reads] === undefined);
      if (unread.length > 0) return await preview(context, opened, unread, asked);
      return view(context.language, opened, all, asked, page);
    },
    /** Asks to read everyone whose reading isn't fresh. */
    async again(context: Context<unknown>, asked: Q): Promise<MessageView> {
      const opened = await openRoster(context);
      const isOld = ({ readings }: Read): boolean => context.services.now() - (readings[reads]?.at ?? 0) >= FRESH_MS;
      const old = (await readAll(context, opened, asked)).filter(isOld);
      if (old.length === 0) throw new UserError(TEXTS[context.language].survey.allFresh);
      return await preview(context, opened, old, asked);
    },
  };
}

async function readProfile(actor: Actor, row: Row): Promise<void> {
  const { server, member } = row;
  const read = await actor.game.character.get({ uid: member.uid }).catch((error: unknown) => {
    if (isGameError(error, 'not_found')) return undefined;
    throw error;
  });
  await keepProfile(actor, server, member.uid, read);
  // Only the faction's own list says if someone with a private profile is still a member.
  if (read?.isPrivate) await readPrivileges(actor, row);
}

async function readPrivileges(actor: Actor, { server, faction, member }: Row): Promise<void> {
  const read = await actor.game.character.privileges
    .list({ uid: member.uid, faction_id: faction.uid })
    .catch(async (error: unknown) => {
      if (!isGameError(error, 'not_found') && !isGameError(error, 'refused')) throw error;
      await requireRight(actor, server, faction, CONFIRMED_MS).catch((cause: unknown) => {
        throw cause instanceof UserError ? new GameError({ code: 'refused', reason: cause.message }, { cause }) : cause;
      });
      if (isGameError(error, 'refused')) throw error;
      return undefined;
    });
  if (read?.faction?.uid !== undefined && read.faction.uid !== faction.uid)
    throw new GameError({ code: 'refused', reason: TEXTS[actor.language].otherFaction });
  await keepPrivileges(actor, server, member.uid, read?.groups);
}
