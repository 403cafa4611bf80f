import type { ExceptionOptions } from './http-exception';
import { StatusException } from './status-exception';

/** An invalid field of a payload. */
export interface FieldError {
  /** snake_case, dotted and indexed: `order_items[0].quantity`. */
  readonly field: string;
  readonly message: string;
  /** Absent for values that must not be echoed. */
  readonly invalid_value?: unknown;
}

/** The maximum number of field errors in one response. */
export const MAX_FIELD_ERRORS = 100;

/** 303. Send `Location` in `headers`. */
export class SeeOtherException extends StatusException {
  static override readonly status: number = 303;
}

/** 400. */
export class BadRequestException extends StatusException {
  static override readonly status: number = 400;
}

/** 401. Send `WWW-Authenticate` in `headers`. */
export class UnauthorizedException extends StatusException {
  static override readonly status: number = 401;
}

/** 403. */
export class ForbiddenException extends StatusException {
  static override readonly status: number = 403;
}

/** 404. */
export class NotFoundException extends StatusException {
  static override readonly status: number = 404;
}

/** 405. Send `Allow` in `headers`. */
export class MethodNotAllowedException extends StatusException {
  static override readonly status: number = 405;
}

/** 406. */
export class NotAcceptableException extends StatusException {
  static override readonly status: number = 406;
}

/** 408. */
export class RequestTimeoutException extends StatusException {
  static override readonly status: number = 408;
}

/** 409. */
export class ConflictException extends StatusException {
  static override readonly status: number = 409;
}

/** 410. */
export class GoneException extends StatusException {
  static override readonly status: number = 410;
}

/** 412. */
export class PreconditionFailedException extends StatusException {
  static override readonly status: number = 412;
}

/** 413. */
export class ContentTooLargeException extends StatusException {
  static override readonly status: number = 413;
  static override readonly title: string = 'Content Too Large';
}

/** 414. */
export class UriTooLongException extends StatusException {
  static override readonly status: number = 414;
}

/** 415. Send `Accept` in `headers`. */
export class UnsupportedMediaTypeException extends StatusException {
  static override readonly status: number = 415;
}

/** 416. Send `Content-Range` in `headers`. */
export class RangeNotSatisfiableException extends StatusException {
  static override readonly status: number = 416;
}

/** 417. */
export class ExpectationFailedException extends StatusException {
  static override readonly status: number = 417;
}

/** 422. The body lists the invalid fields as `field_errors`, at most the first hundred. */
export class UnprocessableEntityException extends StatusException {
  static override readonly status: number = 422;
  readonly fieldErrors: readonly FieldError[];

  /** @param problem  the invalid fields, or a detail if the error concerns no field */
  constructor(problem: readonly FieldError[] | string = [], options: ExceptionOptions = {}) {
    const fieldErrors = typeof problem === 'string' ? [] : problem.slice(0, MAX_FIELD_ERRORS);
    super(typeof problem === 'string' ? problem : detailOf(problem), {
      ...options,
      extensions: { ...options.extensions, field_errors: fieldErrors },
    });
    this.fieldErrors = fieldErrors;
  }
}

function detailOf(fieldErrors: readonly FieldError[]): string | undefined {
  const listed = fieldErrors.slice(0, MAX_FIELD_ERRORS);
  const fields = [...new Set(listed.map(({ field }) => field || 'the body'))];
  if (fields.length === 0) return undefined;
  const more = fieldErrors.length > listed.length ? ` Only the first ${listed.length} are listed.` : '';
  return `Invalid fields: ${fields.join(', ')}.${more}`;
}

/** 428. */
export class PreconditionRequiredException extends StatusException {
  static override readonly status: number = 428;
}

/** 429. */
export class TooManyRequestsException extends StatusException {
  static override readonly status: number = 429;
}

/** 431. */
export class RequestHeaderFieldsTooLargeException extends StatusException {
  static override readonly status: number = 431;
}

/** 500. The `detail` is logged and not sent. */
export class InternalServerErrorException extends StatusException {
  static override readonly status: number = 500;
}

/** 503. Send `Retry-After` in `headers`. */
export class ServiceUnavailableException extends StatusException {
  static override readonly status: number = 503;
}
