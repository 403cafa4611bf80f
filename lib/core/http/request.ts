import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from './principal';
import type { RouteDescription } from './route-description';

/** A class whose instances a body can be read into. */
export type ContentClass<T> = abstract new (...args: never[]) => T;

/**
 * An HTTP request, as filters and resource methods see it.
 *
 * Parameters and headers are two views: the real `headers` alone decide authentication, content type and
 * conditional requests, so that no parameter can pose as a header and no header as the id.
 */
export interface Request {
  /** Upper case: `GET`, `PUT`. */
  readonly method: string;
  /** The path as it was sent, percent-encoding kept, without the query and without the mount prefix. */
  readonly path: string;
  /** The path as the client knows it: with every mount prefix, without the query. */
  readonly originalPath: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Scheme and authority as the client knows them: `https://api.example.com`; behind a trusted proxy, as it forwards. */
  readonly origin: string;
  /** Whether the client speaks https, to us or to a trusted proxy. */
  readonly secure: boolean;
  /** The address that the request came from; behind a trusted proxy, as it forwards. */
  readonly clientAddress: string;
  /** Made by the server for this request, or taken from a well-formed `X-Request-Id`. */
  readonly id: string;
  /** Who sends the request; undefined while filters run, and for a request without credentials. */
  readonly principal?: Principal;
  /** The matched route; undefined in a filter when no route of ours matches. */
  readonly route?: RouteDescription;
  /** Path parameters, decoded; null prototype. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** Path parameters as they were sent, so that `%2C` can be told from `,`; null prototype. */
  readonly rawPathParameters: Readonly<Record<string, string>>;
  /** Query parameters in the order sent, a list for each name; null prototype. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Values shared by filters and resource methods during the request. Keys that begin with `koaggregate.` are reserved. */
  readonly attributes: Map<string, unknown>;

  /** Path parameter, then real header, then query, then form. */
  getHeader(name: string): string | undefined;
  /** Path parameter, then query, then form. */
  getParameter(name: string): string | undefined;
  getCookie(name: string): string | undefined;
  /** Whether the request carries a body; an empty one counts as none. */
  readonly hasContent: boolean;
  /** The media type of the body, lower case, without parameters. */
  readonly contentType?: string;
  /** The body as its serializer reads it; undefined when there is none. Filters run before it is read. */
  getContent(): unknown;
  /** The body as an instance of a plain class: snake_case names become camelCase properties. */
  getContentAs<T>(type: ContentClass<T>): T;
}
