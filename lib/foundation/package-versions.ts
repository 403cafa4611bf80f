/** Whether a version lies in a range of `package.json`: carets, with alternatives by `||`. */
export function isInRange(version: string, range: string): boolean {
  return alternativesOf(range).some((alternative) => meetsCaret(version, alternative));
}

/** Whether a version lies outside of a range, and a later version inside of it. */
export function isTooOld(version: string, range: string): boolean {
  const isBelow = (alternative: string) => compare(numbersOf(version), numbersOf(alternative.slice(1))) < 0;
  return !isInRange(version, range) && alternativesOf(range).some(isBelow);
}

/** The alternative of a range with the same major version, or else the last one. */
export function nearestRange(version: string, range: string): string {
  const alternatives = alternativesOf(range);
  const [major] = numbersOf(version);
  return alternatives.find((one) => numbersOf(one.slice(1))[0] === major) ?? alternatives.at(-1)!;
}

function alternativesOf(range: string): readonly string[] {
  return range.split(' || ');
}

/** Whether a version satisfies a caret range such as `^3.24.5`. */
function meetsCaret(version: string, caret: string): boolean {
  const [installed, lowest] = [numbersOf(version), numbersOf(caret.slice(1))];
  return installed[0] === lowest[0] && compare(installed, lowest) >= 0;
}

/** Without the part of a prerelease. */
function numbersOf(version: string): readonly number[] {
  return version.split('-')[0]!.split('.').map(Number);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, position) => number !== other[position]);
  return index === -1 ? 0 : one[index]! - other[index]!;
}
