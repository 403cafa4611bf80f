/** The sets of lowest versions: the first of each range, and one more set for each further alternative of a range. */
export function lowestVersions(ranges) {
  const lowest = Object.entries(ranges).map(([name, range]) => ({ name, versions: range.split('||').map(lowestOf) }));
  const first = lowest.map(({ name, versions }) => ({ name, version: versions[0] }));
  const further = lowest.flatMap(({ name, versions }) => versions.slice(1).map((version) => [{ name, version }]));
  return [first, ...further];
}

function lowestOf(range) {
  const found = /^\s*(?:\^|>=)(\d+\.\d+\.\d+)/.exec(range);
  if (!found) throw new Error(`The range "${range}" has no lowest version that this program reads.`);
  return found[1];
}
