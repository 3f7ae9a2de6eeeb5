import { CommlinkError } from '../errors.ts';
import type { OAuthError } from './oauth.ts';

export type LoginProblemCode =
  | OAuthError['code']
  /** The link, state or login is unknown: forged, or its ten minutes have passed. */
  | 'expired'
  /** The link was already opened in another browser. */
  | 'link_used'
  /** The code was entered in Discord, where the login continues. */
  | 'code_entered'
  /** This login is complete, and its link no longer works. */
  | 'already_linked'
  /** The callback came from a browser that didn't open the link. */
  | 'wrong_browser'
  /** The code was typed before the browser had signed in. */
  | 'not_signed_in'
  /** The code was typed into a form for a character that isn't the one that signed in. */
  | 'other_character'
  | 'wrong_code'
  /** After five wrong codes the login is canceled and its tokens are revoked. */
  | 'too_many_tries';

type Details = { cause?: unknown; triesLeft?: number; linkedAs?: string | undefined };

/** A login can't continue. Unless it was already complete, nothing was linked. */
export class LoginProblem extends CommlinkError {
  readonly code: LoginProblemCode;
  /** After `wrong_code`. */
  readonly triesLeft: number | undefined;
  /** After `already_linked`: the character's name, if the person asking may know it. */
  readonly linkedAs: string | undefined;

  constructor(code: LoginProblemCode, { cause, triesLeft, linkedAs }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.triesLeft = triesLeft;
    this.linkedAs = linkedAs;
  }
}
