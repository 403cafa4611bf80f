import { handlePromisesIn } from '../../foundation';

/** Additions to the response of an exception. */
export interface ExceptionOptions {
  /** Headers of the response: `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A URI that identifies the problem type among those of the same status. */
  readonly type?: string;
  /** Extension members of the problem body; they cannot replace the standard members. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The causing error, which is logged with a 5xx and never sent. */
  readonly cause?: unknown;
  /**
   * A name for what makes many requests fail at once, such as the code of an error of the database. Exceptions of one
   * outage are logged once a second, with their number, instead of each.
   */
  readonly outage?: string;
}

/**
 * An error with an HTTP status. {@link StatusException} is simpler to extend, for a class of one status.
 *
 * @example `class TeapotException extends HttpException { constructor() { super(418, 'I am a teapot'); } }`
 */
export class HttpException extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The problem type (RFC 9457); `about:blank` if the status says it all. */
  readonly type: string;
  declare readonly outage?: string;

  /**
   * @param title    the reason phrase of the status: `Not Found`
   * @param message  the detail for the client; not sent with 500
   */
  constructor(
    readonly status: number,
    readonly title: string,
    message?: string,
    { headers = {}, extensions = {}, type = 'about:blank', cause, outage }: ExceptionOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.headers = headers;
    this.extensions = extensions;
    handlePromisesIn(extensions);
    this.type = type;
    if (outage !== undefined) this.outage = outage;
  }

  override get name(): string {
    return this.constructor.name;
  }
}
