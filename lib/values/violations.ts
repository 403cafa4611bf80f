/** One rule that one value breaks. */
export interface Violation {
  /** Domain names and indexes from the payload down to the value: `['orderItems', 0, 'quantity']`. */
  readonly path: readonly (string | number)[];
  /** Keys and indexes further down as they were sent: a key that is unknown, or the way into a JSON value. */
  readonly sentPath?: readonly (string | number)[];
  readonly message: string;
  readonly invalidValue?: unknown;
}

/** Values that the model refuses: all of them, never only the first. */
export class InvalidEntityError extends Error {
  override readonly name = 'InvalidEntityError';

  constructor(readonly violations: readonly Violation[]) {
    super(
      violations
        .map(({ path, sentPath = [], message }) => `${[...path, ...sentPath].join('.')}: ${message}`)
        .join('; '),
    );
  }
}

/** The same violations, seen from a payload further up. */
export function below(prefix: readonly (string | number)[], violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: [...prefix, ...violation.path] }));
}

/** Each violation once, by its path and message. */
export function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((one) => [JSON.stringify([one.path, one.sentPath, one.message]), one])).values()];
}
