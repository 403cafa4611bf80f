import type { Request } from './request';
import type { Response } from './response';
import type { RouteDescription } from './route-description';
import type { Surrounding } from './surrounding';

/** Handles a request of a route; a returned value becomes the content (200) unless the response has content already. */
export type RouteHandler = (request: Request, response: Response) => unknown;

/** A route is a value: the adapter, the listing, the permission check and the documents all read the same ones. */
export interface RouteDefinition extends RouteDescription {
  readonly handle: RouteHandler;
  /** Whether it returns plain content only, which no adapter has to look through. */
  readonly isPlain?: boolean;
  /** Wraps its handler, for some of its requests. */
  readonly surrounding?: Surrounding;
  /**
   * False promises that no code of an author's runs for it, neither in its handler nor in what its content is made of,
   * so that it needs no `ApplicationContext`.
   */
  readonly needsContext?: boolean;
}
