/** The order of names by their characters, independent of the locale; for `sort`. */
export function compareNames(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
