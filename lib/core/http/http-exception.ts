/** Additions to the response of an exception. */
export interface ExceptionOptions {
  /** Headers of the response: `Retry-After`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A URI that names the kind of problem, for a program to tell it from others of the same status. */
  readonly type?: string;
  /** Further members of the problem body, in wire form; the standard members stay. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The error behind it: logged with a 5xx, never sent. */
  readonly cause?: unknown;
}

/**
 * An error that carries its HTTP response; applications extend it for statuses that are not shipped.
 *
 * @example `class TeapotException extends HttpException { constructor() { super(418, 'I am a teapot'); } }`
 */
export class HttpException extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  /** Of the problem; `about:blank` when there is nothing to know beside the status. */
  readonly type: string;

  /**
   * @param title    the short name of the status: `Not Found`
   * @param message  what is wrong with this request, for the client; not sent with 500
   */
  constructor(
    readonly status: number,
    readonly title: string,
    message?: string,
    { headers = {}, extensions = {}, type = 'about:blank', cause }: ExceptionOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.headers = headers;
    this.extensions = extensions;
    this.type = type;
  }

  override get name(): string {
    return this.constructor.name;
  }
}
