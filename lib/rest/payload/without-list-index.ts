import { ReferenceNotFoundError } from '../../operations';
import { InvalidEntityError } from '../../values';

/** The error of a list that was made from one payload, without the index of the list in its paths. */
export function withoutListIndex(error: unknown): unknown {
  if (error instanceof InvalidEntityError) {
    return new InvalidEntityError(
      error.violations.map((violation) => ({ ...violation, path: violation.path.slice(1) })),
    );
  }
  return error instanceof ReferenceNotFoundError ? withoutIndex(error) : error;
}

function withoutIndex({ path, target, key, cause, others }: ReferenceNotFoundError): ReferenceNotFoundError {
  return new ReferenceNotFoundError(path.slice(1), target, key, { cause }, others.map(withoutIndex));
}
