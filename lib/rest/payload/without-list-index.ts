import { ReferenceNotFoundError } from '../../operations';
import { InvalidEntityError } from '../../values';

/** The error of work on a list of one payload, as it speaks of that payload and not of an element of a list. */
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
