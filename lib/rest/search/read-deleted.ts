import type { DeletedRows } from '../../persistence';
import type { SecureEntry } from '../../security';
import type { Access } from '../access/access';
import { invalidParameter, quoted } from '../invalid-parameter';
import type { Query } from './read-criteria';

/** The parameter that reads soft-deleted entities. */
export const DELETED = 'deleted';

export const DELETED_VALUES: readonly string[] = ['include', 'only'] satisfies DeletedRows[];

/**
 * Reads `deleted`, which requires the right to delete.
 *
 * @param entries the permissions to delete the entities
 * @throws BadRequestException for another value, or for several
 * @throws UnauthorizedException, ForbiddenException for a request that may not delete
 */
export function readDeleted(query: Query, entries: readonly SecureEntry[], access: Access): DeletedRows | undefined {
  const values = query[DELETED];
  if (values === undefined) return undefined;
  access.require(entries, `The parameter ${quoted(DELETED)}`);
  const [value = '', ...others] = values;
  if (others.length === 0 && isDeletedRows(value)) return value;
  const actual = others.length > 0 ? `given ${values.length} times` : quoted(value);
  throw invalidParameter(DELETED, `${DELETED} must be ${DELETED_VALUES.join(' or ')}, once, and is ${actual}.`);
}

function isDeletedRows(value: string): value is DeletedRows {
  return DELETED_VALUES.includes(value);
}
