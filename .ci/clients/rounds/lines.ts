/** What the round tells of an order. What a client has no type for, `unknown`, does not pass here. */
export interface Seen {
  readonly code?: string;
  readonly status?: string;
  readonly total?: string;
}

/** One step of the round: `create: 201 CLIENT-1 created 20.00`. */
export function line(step: string, status: number, ...seen: readonly (string | Seen)[]): string {
  const words = seen.map((one) => (typeof one === 'string' ? one : `${one.code} ${one.status} ${one.total}`));
  return `${step}: ${[status, words.join(', ')].join(' ').trimEnd()}`;
}

/** What a route of one or several answers with apart from one object: an array, a preview, or nothing. */
type Other = readonly unknown[] | { readonly changes: unknown } | undefined | void;

/** The object that it answers with. */
export function single<T>(found: T): Exclude<T, Other> {
  const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
  if (!isObject || 'changes' in found) throw new TypeError('One object is expected.');
  return found as Exclude<T, Other>;
}

/** The array that it answers with. */
export function many<T>(found: T): Extract<T, readonly unknown[]> {
  if (!Array.isArray(found)) throw new TypeError('An array is expected.');
  return found as Extract<T, readonly unknown[]>;
}
