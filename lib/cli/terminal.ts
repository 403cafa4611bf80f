/** Where a command writes. */
export interface Terminal {
  log(line: string): void;
  error(line: string): void;
}
