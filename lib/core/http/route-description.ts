import type { ResourceConfiguration, RouteConfiguration } from './route-configuration';
import type { ContentShape } from './serializer';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Everything about a route except its handler. */
export interface RouteDescription {
  readonly method: HttpMethod;
  /** With `{name}` for a path parameter, relative to the application: `/orders/{order_id}/order_items/{id}`. */
  readonly path: string;
  /** The resource method: `readOrder`. */
  readonly name: string;
  /** The class of the resource method; absent for a generated route. */
  readonly resource?: string;
  /** Names of the query parameters that it knows, snake_case; undefined when it does not say. */
  readonly queryParameters?: readonly string[];
  /** Values for other parts to read, such as permissions. Keys that begin with `koaggregate.` are reserved. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Whether it takes a body: `required` responds with 400 without one; `none` never reads it. By method when absent. */
  readonly body?: 'required' | 'optional' | 'none';
  /** The shape of its bodies, so that media types for other content are rejected; any shape when absent. */
  readonly content?: RouteContentShapes;
  /**
   * The one media type of its bodies: it may stand beside a route of the same method and path, which has all others.
   * It is read by its suffix.
   */
  readonly mediaType?: string;
  /** Whether its bodies are files or hold some, and may be longer than others. */
  readonly uploads?: RouteUploads;
  readonly configuration?: RouteConfiguration;
  /** The configuration of the whole resource; the route's own takes precedence. */
  readonly resourceConfiguration?: ResourceConfiguration;
}

/** The shapes of the bodies of requests and responses. */
export interface RouteContentShapes {
  readonly taken?: readonly ContentShape[];
  readonly given?: readonly ContentShape[];
}

/** Bodies that are files, or hold them. */
export interface RouteUploads {
  /** In bytes, after inflating: of the body as a whole, or of one of `multipart/form-data`. */
  readonly maxBytes: number;
  /** Whether the body itself is the file: it is taken as it comes, in any media type, as `ReceivedBytes`. */
  readonly isWhole: boolean;
}
