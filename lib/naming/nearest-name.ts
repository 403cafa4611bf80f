/** The maximum edit distance of a misspelt name. */
const MAX_DISTANCE = 2;

/**
 * The known name that was probably meant: the first of those with the least edit distance, at most two.
 *
 * @returns undefined if the name is known, or no name is similar
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = MAX_DISTANCE + 1;
  for (const candidate of known) {
    if (candidate === name) return undefined;
    const distance = Math.abs(candidate.length - name.length) < least ? editDistance(name, candidate) : least;
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Text for messages, after an unknown name: ` (the nearest is "status")`; empty if no name is similar. */
export function nearestHint(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` (the nearest is "${nearest}")`;
}

/** The Levenshtein distance: insertions, deletions and replacements of letters. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1));
    }
    above = current;
  }
  return above[to.length]!;
}
