import {
  type Application,
  ConflictException,
  ContentTooLargeException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  MAX_FIELD_ERRORS,
  NotFoundException,
  ServiceUnavailableException,
  UnprocessableEntityException,
} from '../core';
import type { MetadataRegistry } from '../metadata';
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
  DatabaseErrorBase,
  InvariantError,
  InvariantFailedError,
  type InvariantViolation,
  LargeValueChangedError,
  NotOneError,
  OutOfScopeError,
  SeveralChildrenError,
  StatementTooLongError,
} from '../persistence';
import { Denial, SecurityError } from '../security';
import { InvalidEntityError } from '../values';
import { databaseException } from './database-exception';
import { invalidException } from './invalid-exception';
import { wirePath } from './payload/wire-path';

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

/** Has no `Retry-After`: repeating the request might carry it out twice. */
function outcomeUnknownException(error: CommitOutcomeUnknownError): HttpException {
  return new ServiceUnavailableException(error.message, { type: OUTCOME_UNKNOWN, cause: error });
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
