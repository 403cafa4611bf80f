const FIRST_MS = 100;
const LONGEST_MS = 30_000;

/**
 * How long to wait before a process is started again.
 *
 * @param deaths  how often it has ended in a row, without serving for a while in between
 */
export function backoffMs(deaths: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, deaths - 1));
}
