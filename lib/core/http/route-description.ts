import type { ResourceConfiguration, RouteConfiguration } from './route-configuration';
import type { ContentShape } from './serializer';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Everything about a route except its handler. */
export interface RouteDescription {
  readonly method: HttpMethod;
  /** With `{name}` for a path parameter, relative to the application: `/orders/{order_id}/order_items/{id}`. */
  readonly path: string;
  /** The name of the resource method: `readOrder`. */
  readonly name: string;
  /** The class of the resource method; absent for a generated route. */
  readonly resource?: string;
  /** The names of its query parameters, snake_case; undefined if not declared. */
  readonly queryParameters?: readonly string[];
  /** Values for other parts to read, such as permissions. Keys that begin with `koaggregate.` are reserved. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Whether it takes a body: without a `required` one, the response is 400; `none` is never read. By method when absent. */
  readonly body?: 'required' | 'optional' | 'none';
  /** The shapes of its bodies: media types whose serializer has other shapes are not available. Any shape when absent. */
  readonly shapes?: RouteShapes;
  /**
   * The only media type of its request bodies, read by its suffix. A route of the same method and path may take all
   * others.
   */
  readonly mediaType?: string;
  /**
   * The media types of patches that it reads by their suffix: `application/merge-patch+json`. With it, other patches are
   * 415, and with PATCH every media type that only its suffix makes readable, since its meaning is not known. When absent,
   * suffixes decide.
   */
  readonly patchTypes?: readonly string[];
  /** Set if its bodies are or contain files, and may be larger than others. */
  readonly uploads?: RouteUploads;
  readonly configuration?: RouteConfiguration;
  /** The configuration of the whole resource; the route's own takes precedence. */
  readonly resourceConfiguration?: ResourceConfiguration;
}

/** The shapes of the bodies of a route. */
export interface RouteShapes {
  readonly requestBody?: readonly ContentShape[];
  readonly responseBody?: readonly ContentShape[];
}

/** The limits of bodies that are or contain files. */
export interface RouteUploads {
  /** The maximum size in bytes, after inflating, of a whole body or of `multipart/form-data`. */
  readonly maxBytes: number;
  /** Whether the body itself is the file: it is not parsed, and the content is a `RawBody` of any media type. */
  readonly rawBody: boolean;
  /** The media type of a raw body, if it takes a single one: the response to a body without any has it as `Accept`. */
  readonly mediaType?: string;
}
