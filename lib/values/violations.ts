/** A rule that a value violates. */
export interface Violation {
  /** Domain names and indexes from the payload down to the value: `['orderItems', 0, 'quantity']`. */
  readonly path: readonly (string | number)[];
  /** Keys and indexes below the path, as sent: an unknown key, or the path inside a JSON value. */
  readonly sentPath?: readonly (string | number)[];
  readonly message: string;
  readonly invalidValue?: unknown;
}

/** Values that the model rejects, with all violations. */
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

/** Prefixes the paths of violations, for the payload that contains the violating one. */
export function below(prefix: readonly (string | number)[], violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: [...prefix, ...violation.path] }));
}

/** Removes the index of a row from the paths of violations, as far as the row is the only one that is meant. */
export function withoutIndex(violations: readonly Violation[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: violation.path.slice(1) }));
}

/** Removes violations with the same path and message. */
export function distinct(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [keyOf(violation), violation])).values()];
}

function keyOf({ path, sentPath, message }: Violation): string {
  return JSON.stringify([path, sentPath, message]);
}
