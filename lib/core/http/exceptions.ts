import { type ExceptionOptions, HttpException } from './http-exception';

/** One field that a payload has wrong, in wire form. */
export interface FieldError {
  /** snake_case, dotted and indexed: `order_items[0].quantity`. */
  readonly field: string;
  readonly message: string;
  /** Left out for values that are not to be echoed. */
  readonly invalid_value?: unknown;
}

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

/** So many are listed in one response; its detail says that there are more. */
export const MOST_FIELD_ERRORS = 100;

/** 417. */
export class ExpectationFailedException extends HttpException {
  constructor(detail?: string, options?: ExceptionOptions) {
    super(417, 'Expectation Failed', detail, options);
  }
}

/** 422: the payload is well-formed and wrong; the body lists the fields as `field_errors`, the first hundred of them. */
export class UnprocessableEntityException extends HttpException {
  readonly fieldErrors: readonly FieldError[];

  /** @param problem  the fields, or a detail when no field is to blame */
  constructor(problem: readonly FieldError[] | string = [], options: ExceptionOptions = {}) {
    const fieldErrors = typeof problem === 'string' ? [] : problem.slice(0, MOST_FIELD_ERRORS);
    super(422, 'Unprocessable Entity', typeof problem === 'string' ? problem : detailOf(problem), {
      ...options,
      extensions: { ...options.extensions, field_errors: fieldErrors },
    });
    this.fieldErrors = fieldErrors;
  }
}

function detailOf(fieldErrors: readonly FieldError[]): string | undefined {
  const listed = fieldErrors.slice(0, MOST_FIELD_ERRORS);
  const fields = [...new Set(listed.map(({ field }) => field || 'the body itself'))];
  if (fields.length === 0) return undefined;
  const more = fieldErrors.length > listed.length ? ` There are more: the first ${listed.length} are listed.` : '';
  return `Wrong in the payload: ${fields.join(', ')}.${more}`;
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

/** 500. The body says nothing of `detail`; the log does. */
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
