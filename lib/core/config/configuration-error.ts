/** A configuration that cannot be used: names the file, the key and the way out. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    /** The file as it is to be opened, or `code`. */
    readonly file: string,
    /** Dotted: `server.connectors.0.port`; empty when the whole file is meant. */
    readonly key: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(key ? `${file}: ${key}: ${problem}` : `${file}: ${problem}`, options);
  }
}
