/** The parent of all errors that this project throws on purpose. `code` tells them apart. */
export abstract class CommlinkError extends Error {
  abstract readonly code: string;

  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An error whose code is its name, such as `seal_broken`. */
export abstract class NamedError extends CommlinkError {
  readonly code: string = this.name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase();
}

/** The error's innermost reason, without a stack or a full stop. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause instanceof Error ? reasonOf(error.cause) : (error.message || error.name).replace(/\.+$/, '');
}
