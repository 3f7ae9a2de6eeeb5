/**
 * The HTTP statuses with which the service refuses. 200 is one of them (docs/interface.md,
 * "Errors").
 */
export type RefusalStatus = 200 | 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500;

/** A refusal that is answered as an error envelope: `status` and `message` are for the caller's eyes. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: RefusalStatus;
  readonly headers: Readonly<Record<string, string>>;
  /** The error in one word, beside the envelope. */
  readonly word: string | undefined;

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}, word?: string) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.word = word;
  }
}
