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
