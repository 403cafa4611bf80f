import { STATUS_CODES } from 'node:http';
import { type ExceptionOptions, HttpException } from './http-exception';

/**
 * An exception of one status, which its class names; extend it for statuses that have no exception.
 *
 * @example `class LockedException extends StatusException { static override readonly status = 423; }`
 */
export abstract class StatusException extends HttpException {
  /** The shipped classes declare it as a number, so that each is assignable to the type of another. */
  static readonly status: number;
  /** The reason phrase, where Node.js has none or an older one. */
  static readonly title?: string;

  /** @param detail  for the client; not sent with 500 */
  constructor(detail?: string, options?: ExceptionOptions) {
    const { status, title = STATUS_CODES[status] ?? 'Error', name } = new.target;
    if (status === undefined)
      throw new TypeError(`${name} has no status: give the class a static one, as in static readonly status = 423.`);
    super(status, title, detail, options);
  }
}
