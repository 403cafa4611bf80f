import { ReferenceNotFoundError } from '../../operations';
import { InvalidEntityError } from '../../values';

/** An error of a list of one payload, with paths that do not start with the index of the list. */
export function withoutListIndex(error: unknown): unknown {
  if (error instanceof InvalidEntityError) {
    return new InvalidEntityError(
      error.violations.map((violation) => ({ ...violation, path: violation.path.slice(1) })),
    );
  }
  if (error instanceof ReferenceNotFoundError) {
    return new ReferenceNotFoundError(error.path.slice(1), error.target, error.key, { cause: error.cause });
  }
  return error;
}
