import {
  type Application,
  ConflictException,
  type FieldError,
  ForbiddenException,
  type HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '../core';
import type { DomainClass, EntityMetadata, MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import {
  ChangeDeniedError,
  EntityHeldError,
  EntityNotFoundError,
  EntityReferredToError,
  ReferenceNotFoundError,
} from '../operations';
import {
  CommitOutcomeUnknownError,
  classifyDatabaseError,
  DatabaseErrorBase,
  type DatabaseFault,
  NotOneError,
  OutOfScopeError,
  withoutSecret,
} from '../persistence';
import { Denial, SecurityError } from '../security';
import { InvalidEntityError, type Violation } from '../values';
import { notFound } from './chain/read-place';
import { wirePath } from './payload/field-path';

const RETRY_AFTER = { headers: { 'Retry-After': '1' } };

/** Tells an application how the errors of the domain are answered; it may map them otherwise. */
export function mapDomainErrors(application: Application, registry: () => MetadataRegistry | undefined): void {
  application.addExceptionMapping(EntityNotFoundError, ({ entity, keys }) => notFound(entity, keys.map(String)));
  application.addExceptionMapping(NotOneError, NotFoundException);
  application.addExceptionMapping(EntityHeldError, heldException);
  application.addExceptionMapping(EntityReferredToError, referredToException);
  application.addExceptionMapping(ReferenceNotFoundError, referenceException);
  application.addExceptionMapping(OutOfScopeError, outOfScopeException);
  application.addExceptionMapping(ChangeDeniedError, deniedException);
  application.addExceptionMapping(SecurityError, (cause) => new InternalServerErrorException(undefined, { cause }));
  application.addExceptionMapping(InvalidEntityError, ({ violations }) => invalidException(violations));
  application.addExceptionMapping(CommitOutcomeUnknownError, (error) => unavailable(error.message, error));
  application.addExceptionMapping(DatabaseErrorBase, (error) => databaseException(error, registry()));
}

function heldException({ collection }: EntityHeldError): HttpException {
  const { owner, target, wireName } = collection;
  return new ConflictException(`This ${owner.name} still has ${wireName}: delete each ${target.name} first.`);
}

function referredToException({ entity, referrer }: EntityReferredToError): HttpException {
  return new ConflictException(
    `${referrer} entities still refer to this ${entity.name}: delete them, or point them elsewhere, first.`,
  );
}

function referenceException({ path, target, key }: ReferenceNotFoundError): HttpException {
  return new ConflictException(`${wirePath(path)} refers to the ${target.name} ${key}, which does not exist.`);
}

function outOfScopeException({ entity }: OutOfScopeError): HttpException {
  return new ForbiddenException(
    `This would leave the ${entity.name} outside the rows that you have access to: nothing was changed.`,
  );
}

function deniedException({ denial }: ChangeDeniedError): HttpException {
  return denial instanceof Denial ? denial.exception : new ForbiddenException();
}

function databaseException(error: DatabaseErrorBase, registry?: MetadataRegistry): HttpException {
  const fault = classifyDatabaseError(error);
  return fault ? faultException(fault, error, registry) : new InternalServerErrorException(undefined, { cause: error });
}

function faultException(fault: DatabaseFault, cause: Error, registry?: MetadataRegistry): HttpException {
  switch (fault.kind) {
    case 'unique':
      return uniqueException(fault.fields, entityOf(fault, registry));
    case 'reference':
      return new ConflictException(
        fault.isTarget
          ? 'Other entities still refer to this one: delete them, or point them elsewhere, first.'
          : 'The payload refers to an entity that does not exist: check its ids.',
      );
    case 'invalid':
      return invalidException(shownViolations(fault.violations, entityOf(fault, registry)));
    case 'stale':
      return new ConflictException('The entity was changed by another request meanwhile: read it again.');
    case 'contention':
      return unavailable('Too many requests change the same entities at once: try again.', cause);
    case 'busy':
      return unavailable('All database connections are in use right now: try again.', cause);
    case 'unavailable':
      return unavailable('The database cannot be reached right now: try again.', cause);
  }
}

function entityOf({ type }: { readonly type?: DomainClass }, registry?: MetadataRegistry): EntityMetadata | undefined {
  return type && registry?.entity(type);
}

/** Hidden fields are not named. */
function uniqueException(fields: readonly string[], entity?: EntityMetadata): HttpException {
  const named = fields.filter((name) => entity?.fields.get(name)?.access !== 'hidden').map(snakeCase);
  return new ConflictException(`Another entity has the same ${named.join(' and ') || 'values'}.`);
}

/** Of a table that is no part of the domain, no value is shown. */
function shownViolations(violations: readonly Violation[], entity?: EntityMetadata): readonly Violation[] {
  return violations.map((one) => (entity ? withoutSecret(entity, one) : { ...one, invalidValue: undefined }));
}

function unavailable(detail: string, cause: Error): HttpException {
  return new ServiceUnavailableException(detail, { ...RETRY_AFTER, cause });
}

function invalidException(violations: readonly Violation[]): HttpException {
  return new UnprocessableEntityException(violations.map(fieldError));
}

function fieldError({ path, sentPath, message, invalidValue }: Violation): FieldError {
  const echoed = invalidValue === undefined ? {} : { invalid_value: invalidValue };
  return { field: wirePath(path, sentPath), message, ...echoed };
}
