import { ReferenceNotFoundError } from '../../operations';
import { InvalidEntityError } from '../../values';

/** Runs work on a list of one payload; its errors then speak of that payload, not of an element of a list. */
export async function firstAlone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidEntityError) {
      throw new InvalidEntityError(
        error.violations.map((violation) => ({ ...violation, path: violation.path.slice(1) })),
      );
    }
    if (error instanceof ReferenceNotFoundError) {
      throw new ReferenceNotFoundError(error.path.slice(1), error.target, error.key, { cause: error.cause });
    }
    throw error;
  }
}
