import { hash } from 'node:crypto';

/** A person's answers, by the key of the question. */
export type Answers = Readonly<Record<string, string>>;

/** Names a question by what it asks about, so that an answer never counts for another question. */
export function toQuestionKey(about: string, evidence: readonly string[]): string {
  return `${about}:${hash('sha256', JSON.stringify(evidence), 'base64url').slice(0, 12)}`;
}
