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
import { DeadlineError } from '../foundation';
import type { MetadataRegistry } from '../metadata';
import { snakeCase } from '../naming';
import {
  ChangeDeniedError,
  ChildExistsError,
  ChildNotFoundError,
  EntityHasChildrenError,
  EntityNotFoundError,
  EntityReferencedError,
  ReferenceNotFoundError,
  TooManyRemovalsError,
  ValuesExchangedError,
} from '../operations';
import {
  CommitOutcomeUnknownError,
  ComputedFieldError,
  DatabaseErrorBase,
  InvariantMethodError,
  InvariantViolatedError,
  type InvariantViolation,
  LargeValueChangedError,
  NotOneError,
  OutOfScopeError,
  SeveralChildrenError,
  StatementTooLongError,
} from '../persistence';
import { Denial, SecurityError } from '../security';
import { InvalidEntityError } from '../values';
import { databaseException, LATE, unavailable } from './database-exception';
import { invalidException } from './invalid-exception';
import { wirePath } from './payload/wire-path';

const OUTCOME_UNKNOWN = 'urn:problem-type:koaggregate:commit-outcome-unknown';

/** Maps the errors of the domain and the database to exceptions; an application may override each mapping. */
export function mapDomainErrors(application: Application, registry: () => MetadataRegistry | undefined): void {
  application.addExceptionMapping(EntityNotFoundError, notFoundException);
  application.addExceptionMapping(ChildNotFoundError, childNotFoundException);
  application.addExceptionMapping(ChildExistsError, childExistsException);
  application.addExceptionMapping(SeveralChildrenError, severalChildrenException);
  application.addExceptionMapping(NotOneError, NotFoundException);
  application.addExceptionMapping(EntityHasChildrenError, hasChildrenException);
  application.addExceptionMapping(EntityReferencedError, referencedException);
  application.addExceptionMapping(ReferenceNotFoundError, referenceNotFoundException);
  application.addExceptionMapping(ValuesExchangedError, exchangedException);
  application.addExceptionMapping(OutOfScopeError, outOfScopeException);
  application.addExceptionMapping(ChangeDeniedError, deniedException);
  application.addExceptionMapping(TooManyRemovalsError, tooManyRemovalsException);
  application.addExceptionMapping(SecurityError, internalException);
  application.addExceptionMapping(ComputedFieldError, internalException);
  application.addExceptionMapping(InvariantMethodError, internalException);
  application.addExceptionMapping(InvariantViolatedError, ({ violations }) => invariantException(violations));
  application.addExceptionMapping(InvalidEntityError, ({ violations }) => invalidException(violations));
  application.addExceptionMapping(CommitOutcomeUnknownError, outcomeUnknownException);
  application.addExceptionMapping(DeadlineError, (error) => unavailable(LATE, error));
  application.addExceptionMapping(LargeValueChangedError, ({ message }) => new ConflictException(message));
  application.addExceptionMapping(StatementTooLongError, ({ message }) => new ContentTooLargeException(message));
  application.addExceptionMapping(DatabaseErrorBase, (error) => databaseException(error, registry()));
}

function internalException(cause: Error): HttpException {
  return new InternalServerErrorException(undefined, { cause });
}

function notFoundException({ entity: { name, key }, keys, isBulk }: EntityNotFoundError): HttpException {
  const missing = keys.map(String);
  const list = missing.map((text) => JSON.stringify(text)).join(', ');
  return new NotFoundException(`No ${name} with ${key.wireName} ${list} was found.`, {
    extensions: isBulk ? { missing } : {},
  });
}

function childNotFoundException({ collection: { owner, wireName } }: ChildNotFoundError): HttpException {
  return new NotFoundException(`This ${owner.name} has no ${wireName}.`);
}

function childExistsException({ collection: { owner, wireName } }: ChildExistsError): HttpException {
  return new ConflictException(`This ${owner.name} has its ${wireName} already: nothing was changed.`);
}

function severalChildrenException({ owner, property }: SeveralChildrenError): HttpException {
  return new ConflictException(
    `The database has several ${snakeCase(property)} rows for this ${owner.name}, which may have one: delete all but one of them there.`,
  );
}

function hasChildrenException({ collection }: EntityHasChildrenError): HttpException {
  const { owner, target, wireName } = collection;
  return new ConflictException(`This ${owner.name} still has ${wireName}: delete each ${target.name} first.`);
}

function referencedException({ entity, referrer }: EntityReferencedError): HttpException {
  return new ConflictException(
    `${referrer} entities still refer to this ${entity.name}: delete them, or point them elsewhere, first.`,
  );
}

function referenceNotFoundException(error: ReferenceNotFoundError): HttpException {
  const missing = [error, ...error.others].slice(0, MAX_FIELD_ERRORS);
  const sentences = missing.map(
    ({ path, target, key }) => `${wirePath(path)} refers to the ${target.name} ${key}, which does not exist.`,
  );
  return new ConflictException(sentences.join(' '));
}

function exchangedException({ entity: { name }, fields }: ValuesExchangedError): HttpException {
  const values = fields.map(snakeCase).join(' and ') || 'unique values';
  return new ConflictException(
    `${name} entities in the payload take the ${values} of each other, which the database does not allow in one write: send two requests, the first of which sets another value, or make a column of the unique index nullable.`,
  );
}

function outOfScopeException({ entity }: OutOfScopeError): HttpException {
  return new ForbiddenException(
    `This would leave the ${entity.name} outside the rows that you have access to: nothing was changed.`,
  );
}

function tooManyRemovalsException({
  collection: { wireName, target },
  limit: most,
}: TooManyRemovalsError): HttpException {
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
