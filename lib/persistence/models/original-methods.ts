/** The methods that are replaced in classes, with those that they replace. */
const originals = new WeakMap<object, unknown>();

/** Remembers the method that another one replaces. */
export function keepOriginal(method: object, original: unknown): void {
  originals.set(method, original);
}

/** The method that a class itself has; one that was not replaced is its own. */
export function originalMethod(method: unknown): unknown {
  return typeof method === 'function' && originals.has(method) ? originals.get(method) : method;
}
