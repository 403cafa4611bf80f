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

/** The object that a route of one or several answers with. */
export function single<T>(found: T): Exclude<T, readonly unknown[] | undefined | void> {
  if (found === undefined || Array.isArray(found)) throw new TypeError('One object is expected.');
  return found as Exclude<T, readonly unknown[] | undefined | void>;
}

/** The array that it answers with. */
export function many<T>(found: T): Extract<T, readonly unknown[]> {
  if (!Array.isArray(found)) throw new TypeError('An array is expected.');
  return found as Extract<T, readonly unknown[]>;
}
