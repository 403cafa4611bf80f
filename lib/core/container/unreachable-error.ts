/**
 * Something outside that a plugin needs, such as a database, cannot be reached yet. Thrown by `init` of a plugin, it lets
 * the application stand by until it can.
 */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  /** @param detail  for the clients whose requests are rejected meanwhile: `The database cannot be reached right now.` */
  constructor(
    readonly detail: string,
    options: { readonly cause: Error },
  ) {
    super(options.cause.message, options);
  }
}
