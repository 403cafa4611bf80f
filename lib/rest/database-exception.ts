import {
  ConflictException,
  type HttpException,
  InternalServerErrorException,
  ServiceUnavailableException,
} from '../core';
import type { DomainClass, EntityMetadata, MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import { classifyDatabaseError, type DatabaseErrorBase, type DatabaseFault, withoutSecret } from '../persistence';
import type { Violation } from '../values';
import { invalidException } from './invalid-exception';

const HELD = 'The request has waited too long for a transaction that is still open: try again.';
/** The detail for a request whose work in the database took too long. */
export const LATE = 'The request could not be done in time, and was given up: try again.';
const RETRY_AFTER = { headers: { 'Retry-After': '1' } };

/** The exception for an error of the database, by its fault: 409, 422 or 503; 500 for an unknown one. */
export function databaseException(error: DatabaseErrorBase, registry?: MetadataRegistry): HttpException {
  const fault = classifyDatabaseError(error);
  return fault ? faultException(fault, error, registry) : new InternalServerErrorException(undefined, { cause: error });
}

function faultException(fault: DatabaseFault, cause: Error, registry?: MetadataRegistry): HttpException {
  switch (fault.kind) {
    case 'unique':
      return uniqueException(fault, entityOf(fault, registry));
    case 'reference':
      return new ConflictException(
        fault.isTarget
          ? 'Other entities still refer to this one: delete them, or point them elsewhere, first.'
          : 'The payload refers to an entity that does not exist: check its ids.',
      );
    case 'invalid':
      return invalidException(withoutSecrets(fault.violations, entityOf(fault, registry)));
    case 'stale':
      return new ConflictException('Another request has changed the entity meanwhile: read it again.');
    case 'contention':
      return unavailable(fault.isHeld ? HELD : 'Too many requests change the same entities at once: try again.', cause);
    case 'late':
      return unavailable(LATE, cause);
    case 'busy':
      return unavailable('All database connections are in use right now: try again.', cause);
    case 'unavailable':
      return unavailable('The database cannot be reached right now: try again.', cause);
  }
}

function entityOf({ type }: { readonly type?: DomainClass }, registry?: MetadataRegistry): EntityMetadata | undefined {
  return type && registry?.entity(type);
}

/** Names neither hidden fields nor columns without a field; the model's own message might, so it needs all visible. */
function uniqueException({ fields, message }: UniqueFault, entity?: EntityMetadata): HttpException {
  const isVisible = (name: string) => !entity || (entity.fields.get(name) ?? HIDDEN).access !== 'hidden';
  const names = fields.filter(isVisible).map(snakeCase);
  if (message !== undefined && names.length === fields.length) return new ConflictException(message);
  return new ConflictException(`Another entity has the same ${names.join(' and ') || 'values'}.`);
}

type UniqueFault = Extract<DatabaseFault, { readonly kind: 'unique' }>;

const HIDDEN = { access: 'hidden' } as const;

/** Leaves out the values of secret fields, and all values of a table outside the domain. */
function withoutSecrets(violations: readonly Violation[], entity?: EntityMetadata): readonly Violation[] {
  return violations.map((violation) =>
    entity ? withoutSecret(entity, violation) : { ...violation, invalidValue: undefined },
  );
}

export function unavailable(detail: string, cause: Error): HttpException {
  return new ServiceUnavailableException(detail, { ...RETRY_AFTER, cause });
}
