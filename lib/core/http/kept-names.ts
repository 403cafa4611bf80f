const kept = new WeakSet<object>();

/** Says that the names in an object are data, at any depth: they are written as they are. */
export function keepNames<T>(value: T): T {
  if (typeof value === 'object' && value !== null) kept.add(value);
  return value;
}

export function hasKeptNames(value: object): boolean {
  return kept.has(value);
}
