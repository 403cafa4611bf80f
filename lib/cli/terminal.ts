/** Where a command writes. */
export interface Terminal {
  /** The result. */
  log(line: string): void;
  /** What is wrong, and what is said meanwhile: a program that reads the result does not meet it. */
  error(line: string): void;
}
