import type { Logger } from '../core';

/** Where a command writes. */
export interface Terminal {
  /** The result. */
  log(line: string): void;
  /** What is wrong, and what is said meanwhile: a program that reads the result does not meet it. */
  error(line: string): void;
}

/** What is logged while a command works. */
export function errorLogger(terminal: Terminal): Logger {
  const log = (line: unknown) => terminal.error(String(line));
  return { info: log, warn: log, error: log };
}
