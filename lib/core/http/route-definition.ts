import type { Request } from './request';
import type { Response } from './response';
import type { RouteConfiguration } from '../config/route-configuration';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route does; a returned value becomes the content (200) unless the response has content already. */
export type RouteHandler = (request: Request, response: Response) => unknown;

/** A route is a value: the adapter, the listing, the permission check and the documents all read the same ones. */
export interface RouteDefinition {
  readonly method: HttpMethod;
  /** With `{name}` for a path parameter, relative to the application: `/orders/{order_id}/order_items/{id}`. */
  readonly path: string;
  /** The resource method: `readOrder`. */
  readonly name: string;
  /** The class of the resource method; absent for a generated route. */
  readonly resource?: string;
  /** What other rooms attach: permissions, documentation. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Whether a body belongs to it: `required` answers 400 without one; `none` never reads it. By method when absent. */
  readonly body?: 'required' | 'optional' | 'none';
  readonly configuration?: RouteConfiguration;
  readonly handle: RouteHandler;
}
