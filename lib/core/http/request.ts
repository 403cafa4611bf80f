import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from './principal';
import type { RouteDescription } from './route-description';

/** A class whose instances a body can be read into. */
export type ContentClass<T> = abstract new (...args: never[]) => T;

/**
 * An HTTP request, as filters and resource methods see it.
 *
 * `getHeader` looks at parameters too. Authentication, content types and conditions use `headers` alone, so that no
 * parameter can pose as a header.
 */
export interface Request {
  /** Upper case: `GET`, `PUT`. */
  readonly method: string;
  /** The path as sent, percent-encoded, without the query and the mount prefix. */
  readonly path: string;
  /** The path as sent by the client, with all mount prefixes, without the query. */
  readonly originalPath: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Scheme and authority: `https://api.example.com`; behind a trusted proxy, the forwarded ones. */
  readonly origin: string;
  /** Whether the client uses https, to the server or to a trusted proxy. */
  readonly secure: boolean;
  /** The IP address of the client; behind a trusted proxy, the forwarded one. */
  readonly clientAddress: string;
  /** The well-formed `X-Request-Id` of the client, or a UUID. */
  readonly id: string;
  /** The authenticated sender; undefined while filters run, and for a request without credentials. */
  readonly principal?: Principal;
  /** The matched route; undefined in a filter if no route matches. */
  readonly route?: RouteDescription;
  /** Path parameters, decoded; null prototype. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path parameters as sent, not decoded; null prototype. */
  readonly rawPathParameters: Readonly<Record<string, string>>;
  /** The values of each query parameter in the order sent; null prototype. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Values shared by filters and resource methods during the request. Keys that begin with `koaggregate.` are reserved. */
  readonly attributes: Map<string, unknown>;

  /** Returns the path parameter, header, query parameter or form field of that name: the first that exists. */
  getHeader(name: string): string | undefined;
  /** Returns the path parameter, query parameter or form field of that name: the first that exists. */
  getParameter(name: string): string | undefined;
  getCookie(name: string): string | undefined;
  /** Whether the request carries a body; an empty one counts as none. */
  readonly hasContent: boolean;
  /** The media type of the body, lower case, without parameters. */
  readonly contentType?: string;
  /** Returns the parsed body; undefined without one. Not available in filters, which run before the body is read. */
  getContent(): unknown;
  /** Returns the body as an instance of a class: snake_case names become camelCase properties. */
  getContentAs<T>(type: ContentClass<T>): T;
}
