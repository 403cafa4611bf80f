/** An invalid configuration. The message names the file, the key and the remedy. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    /** The path of the file, or `code`. */
    readonly file: string,
    /** Dotted: `server.connectors.0.port`; empty for the whole file. */
    readonly key: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(key ? `${file}: ${key}: ${problem}` : `${file}: ${problem}`, options);
  }
}
