import type { PageProblem } from './pageProtocol.ts';

/** Discord's client wouldn't let a person do this. Nothing reaches the bot. */
export class Refusal extends Error {
  readonly code: PageProblem['code'];
  readonly field: string | undefined;

  constructor(code: PageProblem['code'], message: string, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
  }
}
