/** The statuses of error responses; 200 is one of them (docs/interface.md, "Errors"). */
type RefusalStatus = 200 | 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500;

/** An error that becomes an error envelope; the caller sees `message`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: RefusalStatus;
  readonly headers: Readonly<Record<string, string>>;
  /** The error as one word, beside the envelope. */
  readonly word: string | undefined;

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}, word?: string) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.word = word;
  }
}
