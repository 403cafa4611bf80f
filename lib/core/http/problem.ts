import type { HttpException } from './http-exception';
import { uriReference } from './uri-reference';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The body of every error response (RFC 9457); extensions are members beside these. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** The path of the request as the client knows it, as a URI reference. */
  readonly instance?: string;
  readonly request_id?: string;
  readonly [extension: string]: unknown;
}

/** The body that a client gets for an exception, without any internals when the status is 500. */
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
