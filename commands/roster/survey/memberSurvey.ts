import { z } from 'zod';
import { GameError, isGameError } from '../../../src/game/errors.ts';
import { party } from '../../../src/game/parameters.ts';
import { UserError } from '../../../src/view/errorView.ts';
import type { MessageView } from '../../../src/view/message.ts';
import { plain } from '../../../src/view/text.ts';
import type { Actor, ListKind } from '../../../src/writes/kind.ts';
import { createSurvey } from '../../../src/writes/survey.ts';
import { type Context, type Opened, requireRight } from '../access.ts';
import { TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { readRoster } from '../kept.ts';
import { keepPrivileges, keepProfile } from './readings.ts';

const row = z.object({ server: z.string(), faction: party, member: party });
type Row = z.output<typeof row>;

/** A right that was lost during a survey must not make members look dismissed. */
const CONFIRMED_MS = 60_000;

/** A survey of members, for a question. */
export function memberSurvey<Q>(parts: {
  name: string;
  reads: 'profile' | 'privileges';
  question: z.ZodType<Q>;
  report(actor: Actor, opened: Opened, question: Q): Promise<MessageView>;
}): ListKind<Row, Q> {
  const { name, reads, question } = parts;
  return createSurvey<Row, Q>({
    ...{ name, scope: 'CHARACTER_PRIVILEGES', row, question, cost: 1 },
    words: (language) => ({
      title: (rows) => TEXTS[language].survey[reads](rows.length),
      heading: () => '',
      line: ({ member }) => `**${plain(member.name, 60)}**`,
      back: TEXTS[language].survey.back,
    }),
    read: reads === 'profile' ? readProfile : readPrivileges,
    back: () => ids.show({ page: 1 }),
    async report(actor, { rows, baseline }) {
      const { server } = row.parse(rows[0]?.data);
      const roster = await readRoster(actor, server);
      if (!roster) throw new UserError(TEXTS[actor.language].none);
      await requireRight(actor, server, roster.faction);
      return await parts.report(actor, { server, roster }, question.parse(baseline));
    },
  });
}

/** Previews a survey of these members. */
export async function previewSurvey<Q>(
  context: Context<unknown>,
  kind: ListKind<Row, Q>,
  { server, roster: { faction } }: Opened,
  members: readonly z.output<typeof party>[],
  question: Q,
): Promise<MessageView> {
  const rows = members.map((member) => ({ server, faction, member: party.parse(member) }));
  const notes = [TEXTS[context.language].survey.whoSees];
  return await context.services.batches.preview(context, kind, { rows, shown: question, notes });
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
