import { ReferenceNotFoundError } from '../../operations';
import { InvalidEntityError } from '../../values';

/** The error of a list that was made from one payload, without the index of the list in its paths. */
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
