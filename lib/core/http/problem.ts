import type { HttpException } from './http-exception';
import { uriReference } from './uri-reference';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The body of error responses (RFC 9457), which may have extension members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** The path of the request with all prefixes, as a URI reference. */
  readonly instance?: string;
  readonly request_id?: string;
  readonly [extension: string]: unknown;
}

/** The problem body for an exception; leaves out the detail of a 500. */
export function problemOf(
  exception: HttpException,
  request?: { originalPath: string; id: string },
  extensions: object = exception.extensions,
): Problem {
  const { type, status, title, message } = exception;
  const standard = {
    type,
    title,
    status,
    ...(message && status !== 500 ? { detail: message } : {}),
    ...(request ? { instance: uriReference(request.originalPath), request_id: request.id } : {}),
  };
  return { ...standard, ...extensions, ...standard };
}
