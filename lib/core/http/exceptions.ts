import { type ExceptionOptions, HttpException } from './http-exception';

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
export class SeeOtherException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(303, 'See Other', detail, options);
  }
}

/** 400. */
export class BadRequestException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(400, 'Bad Request', detail, options);
  }
}

/** 401. Send `WWW-Authenticate` in `headers`. */
export class UnauthorizedException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(401, 'Unauthorized', detail, options);
  }
}

/** 403. */
export class ForbiddenException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(403, 'Forbidden', detail, options);
  }
}

/** 404. */
export class NotFoundException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(404, 'Not Found', detail, options);
  }
}

/** 405. Send `Allow` in `headers`. */
export class MethodNotAllowedException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(405, 'Method Not Allowed', detail, options);
  }
}

/** 406. */
export class NotAcceptableException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(406, 'Not Acceptable', detail, options);
  }
}

/** 408. */
export class RequestTimeoutException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(408, 'Request Timeout', detail, options);
  }
}

/** 409. */
export class ConflictException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(409, 'Conflict', detail, options);
  }
}

/** 410. */
export class GoneException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(410, 'Gone', detail, options);
  }
}

/** 412. */
export class PreconditionFailedException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(412, 'Precondition Failed', detail, options);
  }
}

/** 413. */
export class ContentTooLargeException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(413, 'Content Too Large', detail, options);
  }
}

/** 414. */
export class UriTooLongException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(414, 'URI Too Long', detail, options);
  }
}

/** 415. Send `Accept` in `headers`. */
export class UnsupportedMediaTypeException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(415, 'Unsupported Media Type', detail, options);
  }
}

/** 416. Send `Content-Range` in `headers`. */
export class RangeNotSatisfiableException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(416, 'Range Not Satisfiable', detail, options);
  }
}

/** 417. */
export class ExpectationFailedException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(417, 'Expectation Failed', detail, options);
  }
}

/** 422. The body lists the invalid fields as `field_errors`, at most the first hundred. */
export class UnprocessableEntityException extends HttpException {
  readonly fieldErrors: readonly FieldError[];

  /** @param problem  the invalid fields, or a detail if the error concerns no field */
  constructor(problem: readonly FieldError[] | string = [], options: ExceptionOptions = {}) {
    const fieldErrors = typeof problem === 'string' ? [] : problem.slice(0, MAX_FIELD_ERRORS);
    super(422, 'Unprocessable Entity', typeof problem === 'string' ? problem : detailOf(problem), {
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
export class PreconditionRequiredException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(428, 'Precondition Required', detail, options);
  }
}

/** 429. */
export class TooManyRequestsException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(429, 'Too Many Requests', detail, options);
  }
}

/** 431. */
export class RequestHeaderFieldsTooLargeException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(431, 'Request Header Fields Too Large', detail, options);
  }
}

/** 500. The `detail` is logged and not sent. */
export class InternalServerErrorException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(500, 'Internal Server Error', detail, options);
  }
}

/** 503. Send `Retry-After` in `headers`. */
export class ServiceUnavailableException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(503, 'Service Unavailable', detail, options);
  }
}
