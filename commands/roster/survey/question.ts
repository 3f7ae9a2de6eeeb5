import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Actor } from '../../../src/writes/kind.ts';
import type { RosterTexts } from '../en.ts';
import type { Member, Roster } from '../kept.ts';
import type { Read } from './readings.ts';

/** `section`: a heading above the lines that have it. */
type Line = { member: Member; section?: string; text: string };

export type Answer = {
  title: string;
  notes: readonly (string | false)[];
  lines: readonly Line[];
  buttons?: readonly (APIButtonComponent | false)[];
  /** The rows of a CSV file. */
  csv?: (string | number | undefined)[][];
};

/** A question about members, answered with their last readings. `of`: its subject, as typed. */
export type Question = {
  reads: 'profile' | 'privileges';
  /** By default, all. */
  membersOf?(roster: Roster, of: string | undefined): readonly Member[];
  /** Throws a UserError for an unknown subject. */
  answer(asking: {
    actor: Actor;
    texts: RosterTexts;
    roster: Roster;
    all: readonly Read[];
    of: string | undefined;
  }): Answer | Promise<Answer>;
};
