import {
  ConflictException,
  type HttpException,
  InternalServerErrorException,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '../core';
import type { DomainClass, EntityMetadata, MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import { classifyDatabaseError, type DatabaseErrorBase, type DatabaseFault, withoutSecret } from '../persistence';
import type { Violation } from '../values';
import { invalidException } from './invalid-exception';

const HELD = 'The request has waited too long for a transaction that is still open: try again.';
/** The detail for a request whose work in the database took too long. */
export const LATE = 'The request could not be done in time, and was given up: try again.';
const FILE_LOCKED = 'Another process has locked the database: try again.';
const CONFLICTING = 'Too many requests change the same entities at once: try again.';
/** The detail for a request that needs a database that is not there. */
export const UNREACHABLE = 'The database cannot be reached right now: try again.';
const RETRY_AFTER = { headers: { 'Retry-After': '1' } };

/** The details for a database that responds, and cannot do its work. */
const OUTAGES: Readonly<Record<Outage, string>> = {
  full: 'The database has no space left: try again later.',
  readOnly: 'The database is read-only right now: try again.',
  notOpened: 'The database cannot be opened right now: try again.',
  brokenFiles: 'The database cannot read or write its files right now: try again.',
  outsideCluster: 'The database is not part of its cluster right now: try again.',
  notCommitted: 'The database could not commit the changes: try again.',
};

type Outage = NonNullable<Extract<DatabaseFault, { readonly kind: 'unavailable' }>['outage']>;

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
    case 'rejected':
      return new UnprocessableEntityException(fault.message);
    case 'stale':
      return new ConflictException('Another request has changed the entity meanwhile: read it again.');
    case 'contention':
      if (fault.isFileLocked) return unavailable(FILE_LOCKED, cause, outageOf(cause));
      return unavailable(fault.isHeld ? HELD : CONFLICTING, cause);
    case 'late':
      return unavailable(LATE, cause);
    case 'busy':
      return unavailable('All database connections are in use right now: try again.', cause, outageOf(cause));
    case 'unavailable':
      return unavailable(fault.outage ? OUTAGES[fault.outage] : UNREACHABLE, cause, outageOf(cause));
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

/** @param outage what other requests fail because of as well; undefined if each of them is logged */
export function unavailable(detail: string, cause: Error, outage?: string): HttpException {
  return new ServiceUnavailableException(detail, { ...RETRY_AFTER, cause, outage });
}

/** The code of the driver, or else the name of the error. */
function outageOf({ name, parent }: Error & { readonly parent?: { readonly code?: string } }): string {
  return parent?.code ?? name;
}
