/** Receives the log messages of the framework; `console`, pino, bunyan and others implement it. */
export interface Logger {
  info(message: string, ...details: unknown[]): void;
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}

/** A logger that also takes facts by name, as one line. */
export interface RecordLogger extends Logger {
  record(level: keyof Logger, message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** A logger whose methods take an error or an object before the message, as those of pino and bunyan do. */
export interface ObjectFirstLogger {
  info(details: object, message?: string): void;
  warn(details: object, message?: string): void;
  error(details: object, message?: string): void;
}
