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

/** Maps the errors of the domain to exceptions; an application may map them otherwise. */
export function mapDomainErrors(application: Application, registry: () => MetadataRegistry | undefined): void {
  application.addExceptionMapping(EntityNotFoundError, notFoundException);
  application.addExceptionMapping(ChildMissingError, childMissingException);
  application.addExceptionMapping(ChildPresentError, childPresentException);
  application.addExceptionMapping(SeveralChildrenError, severalChildrenException);
  application.addExceptionMapping(NotOneError, NotFoundException);
  application.addExceptionMapping(EntityHeldError, heldException);
  application.addExceptionMapping(EntityReferredToError, referredToException);
  application.addExceptionMapping(ReferenceNotFoundError, referenceException);
  application.addExceptionMapping(OutOfScopeError, outOfScopeException);
  application.addExceptionMapping(ChangeDeniedError, deniedException);
  application.addExceptionMapping(TooManyLeftOutError, tooManyException);
  application.addExceptionMapping(SecurityError, (cause) => new InternalServerErrorException(undefined, { cause }));
  application.addExceptionMapping(
    ComputedFieldError,
    (cause) => new InternalServerErrorException(undefined, { cause }),
  );
  application.addExceptionMapping(InvariantError, ({ violations }) => invariantException(violations));
  application.addExceptionMapping(
    InvariantFailedError,
    (cause) => new InternalServerErrorException(undefined, { cause }),
  );
  application.addExceptionMapping(InvalidEntityError, ({ violations }) => invalidException(violations));
  application.addExceptionMapping(CommitOutcomeUnknownError, unknownOutcomeException);
  application.addExceptionMapping(LargeValueChangedError, ({ message }) => new ConflictException(message));
  application.addExceptionMapping(StatementTooLongError, ({ message }) => new ContentTooLargeException(message));
  application.addExceptionMapping(DatabaseErrorBase, (error) => databaseException(error, registry()));
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
    `The database has several rows as ${snakeCase(property)} of one ${owner.name}, where there is one at most: all but one of them have to be deleted there.`,
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

function referenceException({ path, target, key }: ReferenceNotFoundError): HttpException {
  return new ConflictException(`${wirePath(path)} refers to the ${target.name} ${key}, which does not exist.`);
}

function outOfScopeException({ entity }: OutOfScopeError): HttpException {
  return new ForbiddenException(
    `This would leave the ${entity.name} outside the rows that you have access to: nothing was changed.`,
  );
}

function tooManyException({ collection: { wireName, target }, most }: TooManyLeftOutError): HttpException {
  return new ContentTooLargeException(
    `More than ${most} ${target.name} entities would go from ${wireName} at once: delete some of them before.`,
  );
}

function deniedException({ denial }: ChangeDeniedError): HttpException {
  if (denial instanceof HttpException) return denial;
  return denial instanceof Denial ? denial.exception : new ForbiddenException();
}

function databaseException(error: DatabaseErrorBase, registry?: MetadataRegistry): HttpException {
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

/** Hidden fields are not named, nor columns that are no fields; a message of the model's may name them. */
function uniqueException({ fields, message }: UniqueFault, entity?: EntityMetadata): HttpException {
  const isNamed = (name: string) => !entity || (entity.fields.get(name) ?? HIDDEN).access !== 'hidden';
  const named = fields.filter(isNamed).map(snakeCase);
  if (message !== undefined && named.length === fields.length) return new ConflictException(message);
  return new ConflictException(`Another entity has the same ${named.join(' and ') || 'values'}.`);
}

type UniqueFault = Extract<DatabaseFault, { readonly kind: 'unique' }>;

const HIDDEN = { access: 'hidden' } as const;

/** Of a table that is no part of the domain, no value is shown. */
function shownViolations(violations: readonly Violation[], entity?: EntityMetadata): readonly Violation[] {
  return violations.map((one) => (entity ? withoutSecret(entity, one) : { ...one, invalidValue: undefined }));
}

/** Repeating it at once may do it twice, so that nothing says when to try again. */
function unknownOutcomeException(error: CommitOutcomeUnknownError): HttpException {
  return new ServiceUnavailableException(error.message, { type: OUTCOME_UNKNOWN, cause: error });
}

function unavailable(detail: string, cause: Error): HttpException {
  return new ServiceUnavailableException(detail, { ...RETRY_AFTER, cause });
}

function invalidException(violations: readonly Violation[]): HttpException {
  return new UnprocessableEntityException(violations.map(fieldError));
}

/** Of a root that the request would have created, no key is told: it is not there. */
function invariantException(violations: readonly InvariantViolation[]): HttpException {
  const listed = violations.slice(0, MAX_FIELD_ERRORS);
  const invariants = listed.map(({ root, invariant, key, isNew }) => ({
    invariant: invariant.name,
    message: invariant.message,
    type: root.name,
    ...(isNew ? {} : { id: key }),
  }));
  const detail = [...new Set(listed.map(({ invariant }) => invariant.message))].join(' ');
  const extensions = { invariant: listed[0]!.invariant.name, invariants };
  return new UnprocessableEntityException(detail, { extensions });
}

function fieldError({ path, sentPath, message, invalidValue }: Violation): FieldError {
  const echoed = invalidValue === undefined || holdsFile(invalidValue) ? {} : { invalid_value: invalidValue };
  return { field: wirePath(path, sentPath), message, ...echoed };
}

function holdsFile(value: unknown): boolean {
  if (value instanceof UploadedFile || value instanceof Uint8Array) return true;
  return isObject(value) && Object.values(value).some(holdsFile);
}
