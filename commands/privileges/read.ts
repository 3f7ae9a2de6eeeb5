import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/declare/context.ts';
import { GameError, isGameError, NO_REASON } from '../../src/game/errors.ts';
import { party } from '../../src/game/parameters.ts';
import type { PrivilegeGroup } from '../../src/game/resources/privileges.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain, plainSentence } from '../../src/view/text.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { type PrivilegesTexts, TEXTS } from './en.ts';
import type { Held } from './names.ts';
import { noteNames } from './suggest.ts';

export const NEEDS = ['CHARACTER_READ', 'CHARACTER_PRIVILEGES'] as const;
export type Asking = HandlerContext<typeof NEEDS, unknown>;
export type Context = Asking & { texts: PrivilegesTexts };

/** A member of a faction; without `faction`, of the person's main one. */
export const subject = z.object({ character: party, faction: party.partial().optional() });
export type Subject = z.output<typeof subject>;

export type FoundGroups = { subject: Subject; groups: readonly PrivilegeGroup[] };
export type FoundPrivilege = Held & { subject: Subject };

/** The response is about another faction than the request. */
export class OtherFaction extends UserError {}

const MAX_REASON = 300;

export const echo = (name: string): string => plain(name, 60);

/** Throws a {@link UserError}, also if the faction is missing or differs from the subject's. */
export async function readPrivileges(asking: Actor, subject: Subject): Promise<FoundGroups> {
  const { faction, groups } = await asking.game.character.privileges
    .list(toParams(subject))
    .catch((error: unknown) => Promise.reject(toUserError(asking, error, subject)));
  const asked = subject.faction;
  if (asked?.uid !== undefined && faction?.uid !== undefined && faction.uid !== asked.uid)
    throw new OtherFaction(TEXTS[asking.language].otherFaction(echo(asked.name ?? asked.uid), echo(faction.name)));
  if (groups.length === 0) throw new UserError(TEXTS[asking.language].noFaction(echo(subject.character.name)));
  await noteNames(asking, groups);
  return { subject: faction ? { ...subject, faction: { ...subject.faction, ...faction } } : subject, groups };
}

export function toParams({ character, faction }: Subject): { uid: string; faction_id?: string } {
  return { uid: character.uid, ...(faction?.uid !== undefined && { faction_id: faction.uid }) };
}

/** The error; a refusal names those whom the game calls by their UID. */
export function withNames(error: unknown, { me }: Actor, { character, faction }: Subject): unknown {
  if (!isGameError(error, 'refused')) return error;
  const toName = (uid: string): string => [character, faction, me].find((one) => one?.uid === uid)?.name ?? uid;
  const reason = error.failure.reason.replace(/\b\d+:\d+\b/g, toName);
  return new GameError({ code: 'refused', reason }, { cause: error });
}

/** Explains known errors; others stay as they are. */
export function toUserError(asking: Actor, cause: unknown, subject: Subject): unknown {
  const [texts, error, { character, faction }] = [TEXTS[asking.language], withNames(cause, asking, subject), subject];
  if (isGameError(error, 'refused')) {
    const { reason } = error.failure;
    if (reason === NO_REASON) return new UserError(texts.refusedSilently);
    return new UserError(texts.errors.refused(plainSentence(reason, MAX_REASON)));
  }
  if (!isGameError(error, 'not_found')) return error;
  const name = echo(character.name);
  const where = faction && echo(faction.name ?? faction.uid ?? '');
  return new UserError(where === undefined ? texts.notInMainFaction(name) : texts.notMember(name, where));
}
