export type LoginProblemCode =
  /** The link, the state or the login is unknown: forged, or its ten minutes are over. */
  | 'expired'
  /** The link was opened in another browser before. */
  | 'link_used'
  /** The code was entered in Discord, where it goes on. */
  | 'code_entered'
  /** This login is done, and its link of no use any more. */
  | 'already_linked'
  /** The callback came to a browser that did not open the link. */
  | 'wrong_browser'
  /** The person declined on the game's page. */
  | 'denied'
  /** The game did not take the authorization: a forged or reused code. */
  | 'rejected'
  /** The game's staff has not activated this bot's client yet. */
  | 'inactive_client'
  | 'unavailable'
  /** The code was typed before the sign-in in the browser was done. */
  | 'not_signed_in'
  | 'wrong_code'
  /** Five wrong codes: the login is over and its tokens are revoked. */
  | 'too_many_tries';

type Details = { cause?: unknown; triesLeft?: number; linkedAs?: string | undefined };

/** A login cannot go on. Unless it is done already, nothing was linked. */
export class LoginProblem extends Error {
  override name = 'LoginProblem';
  readonly code: LoginProblemCode;
  /** After `wrong_code`. */
  readonly triesLeft: number | undefined;
  /** After `already_linked`, the character's name where whoever asks may know it. */
  readonly linkedAs: string | undefined;

  constructor(code: LoginProblemCode, { cause, triesLeft, linkedAs }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.triesLeft = triesLeft;
    this.linkedAs = linkedAs;
  }
}
