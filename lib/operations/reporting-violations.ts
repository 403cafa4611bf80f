import { classifyDatabaseError, type EntityStore } from '../persistence';
import { distinct, InvalidEntityError, type Violation } from '../values';
import { type FoundViolations, findViolations, listed, type RejectedWrite } from './all-violations';
import { ChangeDeniedError, ReferenceNotFoundError, ValuesExchangedError } from './errors';
import type { MissingReference } from './missing-references';

/**
 * Runs a write. If it is rejected for what the payload has, the whole payload is compared with the stored rows, so that one
 * error has all violations. A write that succeeds costs nothing more.
 *
 * @throws InvalidEntityError with all violations, if there are several kinds of them
 * @throws ReferenceNotFoundError if foreign keys refer to nothing, and nothing else is wrong
 * @throws ChangeDeniedError for a change that the principal may not make
 */
export async function reportingViolations<T>(
  store: EntityStore,
  rejected: RejectedWrite,
  write: () => Promise<T>,
): Promise<T> {
  const writesBefore = store.writesInUnit;
  try {
    return await write();
  } catch (error) {
    const kind = kindOf(error);
    if (!kind) throw error;
    // A surrounding transaction keeps what was written before the error.
    const isHalfWritten = store.writesInUnit !== writesBefore;
    const known = error instanceof InvalidEntityError ? error.violations : [];
    let found = await findInUnit(store, rejected, { known, isHalfWritten });
    if (kind === 'reference' && found.references.length === 0) {
      found = await findInUnit(store, rejected, { known, isHalfWritten, isStrict: true });
    }
    throw errorOf(error, known, found);
  }
}

const NONE: FoundViolations = { invalid: [], references: [], taken: [] };

/** Children that the write has created count as stored ones if it is half written, which the principal may not change. */
async function findInUnit(
  store: EntityStore,
  rejected: RejectedWrite,
  options: Parameters<typeof findViolations>[2],
): Promise<FoundViolations> {
  try {
    return await findViolations(store, rejected, options);
  } catch (error) {
    if (options.isHalfWritten && error instanceof ChangeDeniedError) return NONE;
    throw error;
  }
}

/** Why a payload is rejected; undefined for other errors. */
function kindOf(error: unknown): 'invalid' | 'reference' | 'taken' | undefined {
  if (error instanceof InvalidEntityError) return 'invalid';
  if (error instanceof ValuesExchangedError) return 'taken';
  const fault = classifyDatabaseError(error);
  if (fault?.kind === 'unique') return 'taken';
  return fault?.kind === 'reference' && !fault.isTarget ? 'reference' : undefined;
}

/** References and unique values that are wrong alone keep the error that they have alone. */
function errorOf(error: unknown, known: readonly Violation[], found: FoundViolations): unknown {
  const { invalid, references, taken } = found;
  const [first, ...others] = references;
  if (known.length === 0 && invalid.length === 0) {
    if (!first) return error;
    if (taken.length === 0) return missingError(error, first, others);
  }
  return new InvalidEntityError(distinct([...known, ...listed(found)]));
}

function missingError(cause: unknown, { error }: MissingReference, others: readonly MissingReference[]): Error {
  const further = new Map(others.map((other) => [other.error.message, other.error]));
  further.delete(error.message);
  return new ReferenceNotFoundError(error.path, error.target, error.key, { cause }, [...further.values()]);
}
