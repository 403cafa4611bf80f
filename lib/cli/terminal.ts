/** The output of a command. */
export interface Terminal {
  /** Writes a line of the result to standard output. */
  log(line: string): void;
  /** Writes errors and progress to standard error, so that programs read only the result. */
  error(line: string): void;
}
