import {
  type Application,
  ConflictException,
  ContentTooLargeException,
  type FieldError,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  MAX_FIELD_ERRORS,
  NotFoundException,
  ServiceUnavailableException,
  UnprocessableEntityException,
  UploadedFile,
} from '../core';
import { isObject } from '../foundation';
import type { DomainClass, EntityMetadata, MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import {
  ChangeDeniedError,
  ChildMissingError,
  ChildPresentError,
  EntityHeldError,
  EntityNotFoundError,
  EntityReferredToError,
  ReferenceNotFoundError,
  TooManyLeftOutError,
} from '../operations';
import {
  CommitOutcomeUnknownError,
  ComputedFieldError,
  classifyDatabaseError,
  DatabaseErrorBase,
  type DatabaseFault,
  InvariantError,
  InvariantFailedError,
  type InvariantViolation,
  LargeValueChangedError,
  NotOneError,
  OutOfScopeError,
  SeveralChildrenError,
  StatementTooLongError,
  withoutSecret,
} from '../persistence';
import { Denial, SecurityError } from '../security';
import { InvalidEntityError, type Violation } from '../values';
import { wirePath } from './payload/wire-path';

const RETRY_AFTER = { headers: { 'Retry-After': '1' } };
const OUTCOME_UNKNOWN = 'urn:problem-type:koaggregate:commit-outcome-unknown';

/** Maps the errors of the domain and the database to exceptions; an application may override each mapping. */
export function mapDomainErrors(application: Application, registry: () => MetadataRegistry | undefined): void {
  application.addExceptionMapping(EntityNotFoundError, notFoundException);
  application.addExceptionMapping(ChildMissingError, childMissingException);
  application.addExceptionMapping(ChildPresentError, childPresentException);
  application.addExceptionMapping(SeveralChildrenError, severalChildrenException);
  application.addExceptionMapping(NotOneError, NotFoundException);
  application.addExceptionMapping(EntityHeldError, heldException);
  application.addExceptionMapping(EntityReferredToError, referredToException);
  application.addExceptionMapping(ReferenceNotFoundError, referenceNotFoundException);
  application.addExceptionMapping(OutOfScopeError, outOfScopeException);
  application.addExceptionMapping(ChangeDeniedError, deniedException);
  application.addExceptionMapping(TooManyLeftOutError, tooManyLeftOutException);
  application.addExceptionMapping(SecurityError, internalException);
  application.addExceptionMapping(ComputedFieldError, internalException);
  application.addExceptionMapping(InvariantFailedError, internalException);
  application.addExceptionMapping(InvariantError, ({ violations }) => invariantException(violations));
  application.addExceptionMapping(InvalidEntityError, ({ violations }) => invalidException(violations));
  application.addExceptionMapping(CommitOutcomeUnknownError, outcomeUnknownException);
  application.addExceptionMapping(LargeValueChangedError, ({ message }) => new ConflictException(message));
  application.addExceptionMapping(StatementTooLongError, ({ message }) => new ContentTooLargeException(message));
  application.addExceptionMapping(DatabaseErrorBase, (error) => databaseException(error, registry()));
}

function internalException(cause: Error): HttpException {
  return new InternalServerErrorException(undefined, { cause });
}

function notFoundException({ entity: { name, key }, keys, isOfList }: EntityNotFoundError): HttpException {
  const missing = keys.map(String);
  const list = missing.map((text) => JSON.stringify(text)).join(', ');
  return new NotFoundException(`No ${name} with ${key.wireName} ${list} was found.`, {
    extensions: isOfList ? { missing } : {},
  });
}

function childMissingException({ collection: { owner, wireName } }: ChildMissingError): HttpException {
  return new NotFoundException(`This ${owner.name} has no ${wireName}.`);
}

function childPresentException({ collection: { owner, wireName } }: ChildPresentError): HttpException {
  return new ConflictException(`This ${owner.name} has its ${wireName} already: nothing was changed.`);
}

function severalChildrenException({ owner, property }: SeveralChildrenError): HttpException {
  return new ConflictException(
    `The database has several ${snakeCase(property)} rows for this ${owner.name}, which may have one: delete all but one of them there.`,
  );
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

function referenceNotFoundException({ path, target, key }: ReferenceNotFoundError): HttpException {
  return new ConflictException(`${wirePath(path)} refers to the ${target.name} ${key}, which does not exist.`);
}

function outOfScopeException({ entity }: OutOfScopeError): HttpException {
  return new ForbiddenException(
    `This would leave the ${entity.name} outside the rows that you have access to: nothing was changed.`,
  );
}

function tooManyLeftOutException({ collection: { wireName, target }, most }: TooManyLeftOutError): HttpException {
  return new ContentTooLargeException(
    `More than ${most} ${target.name} entities would be removed from ${wireName} at once: delete some of them first.`,
  );
}

function deniedException({ denial }: ChangeDeniedError): HttpException {
  if (denial instanceof HttpException) return denial;
  return denial instanceof Denial ? denial.exception : new ForbiddenException();
}

function databaseException(error: DatabaseErrorBase, registry?: MetadataRegistry): HttpException {
  const fault = classifyDatabaseError(error);
  return fault ? faultException(fault, error, registry) : internalException(error);
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

/** Has no `Retry-After`: repeating the request might carry it out twice. */
function outcomeUnknownException(error: CommitOutcomeUnknownError): HttpException {
  return new ServiceUnavailableException(error.message, { type: OUTCOME_UNKNOWN, cause: error });
}

function unavailable(detail: string, cause: Error): HttpException {
  return new ServiceUnavailableException(detail, { ...RETRY_AFTER, cause });
}

function invalidException(violations: readonly Violation[]): HttpException {
  return new UnprocessableEntityException(violations.map(fieldError));
}

/** A root that the request would have created has no `id`. */
function invariantException(violations: readonly InvariantViolation[]): HttpException {
  const reported = violations.slice(0, MAX_FIELD_ERRORS);
  const invariants = reported.map(({ root, invariant, key, isNew }) => ({
    invariant: invariant.name,
    message: invariant.message,
    type: root.name,
    ...(isNew ? {} : { id: key }),
  }));
  const detail = [...new Set(reported.map(({ invariant }) => invariant.message))].join(' ');
  const extensions = { invariant: reported[0]!.invariant.name, invariants };
  return new UnprocessableEntityException(detail, { extensions });
}

/** Files are not echoed. */
function fieldError({ path, sentPath, message, invalidValue }: Violation): FieldError {
  const echo = invalidValue === undefined || containsFile(invalidValue) ? {} : { invalid_value: invalidValue };
  return { field: wirePath(path, sentPath), message, ...echo };
}

function containsFile(value: unknown): boolean {
  if (value instanceof UploadedFile || value instanceof Uint8Array) return true;
  return isObject(value) && Object.values(value).some(containsFile);
}
