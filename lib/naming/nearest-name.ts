/** How many letters a misspelt name has wrong at most: two that changed places count as two. */
const MOST_WRONG = 2;

/**
 * The name that was probably meant: of those within two letters the nearest, of several as near the first.
 *
 * @returns undefined where the name itself is known, and where none is near
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = MOST_WRONG + 1;
  for (const candidate of known) {
    if (candidate === name) return undefined;
    const distance = Math.abs(candidate.length - name.length) < least ? editDistance(name, candidate) : least;
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** The letters to insert, leave out or replace on the way from one to the other. */
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
