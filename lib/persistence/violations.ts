/** One rule that one value breaks. */
export interface Violation {
  /** Domain names and indexes from the payload down to the value: `['orderItems', 0, 'quantity']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly invalidValue?: unknown;
}

/** Values that the model refuses: all of them, never only the first. */
export class InvalidEntityError extends Error {
  override readonly name = 'InvalidEntityError';

  constructor(readonly violations: readonly Violation[]) {
    super(violations.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
}

/** The same violations, seen from a payload further up. */
export function below(prefix: readonly (string | number)[], violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: [...prefix, ...violation.path] }));
}
