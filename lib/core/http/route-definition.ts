import type { Awaitable, OptionKinds } from '../../foundation';
import type { ItemBound } from './item-bound';
import type { Request } from './request';
import type { Response } from './response';
import type { RouteDescription } from './route-description';
import type { RouteWrapper } from './route-wrapper';

/** Handles a request of a route; a returned value becomes the content unless the response has content already. */
export type RouteHandler = (request: Request, response: Response) => unknown;

/** What is left of a handler when the head of its request has been read; returns what the handler returns. */
export type Proceed = () => unknown;

export type HeadReader = (request: Request, response: Response) => Awaitable<Proceed>;

/** A route as a value, read by the router, the listing, the permission check and the API documents. */
export interface RouteDefinition extends RouteDescription {
  readonly handle: RouteHandler;
  /**
   * Reads path, query and headers of a request before its body is received, and returns the function that handles the
   * rest. Used in place of `handle` for requests that no wrapper takes.
   *
   * @internal
   */
  readonly readHead?: HeadReader;
  /** Whether the handler returns only plain content, which content adapters need not convert. */
  readonly returnsPlainContent?: boolean;
  /**
   * Wraps the handler for some of the requests.
   *
   * @internal
   */
  readonly wrapper?: RouteWrapper;
  /**
   * Headers of the responses to errors of its requests, also to those before the handler.
   *
   * @internal
   */
  readonly errorHeaders?: (request: Request) => Readonly<Record<string, string>>;
  /**
   * The limit of the items in its bodies, which are counted before they are parsed.
   *
   * @internal
   */
  readonly items?: ItemBound;
  /**
   * False if neither the handler nor the serialization of its content runs application code, so that no
   * `ApplicationContext` is needed.
   */
  readonly needsContext?: boolean;
  /** Whether its requests need the database, so that they wait, or are refused, when there are too many. */
  readonly needsDatabase?: boolean;
}

export const ROUTE_OPTIONS = {
  method: 'any',
  path: 'any',
  name: 'any',
  resource: 'name',
  queryParameters: 'names',
  attributes: 'options',
  body: 'name',
  shapes: 'options',
  mediaType: 'name',
  patchTypes: 'names',
  uploads: 'options',
  configuration: 'any',
  resourceConfiguration: 'any',
  handle: 'any',
  readHead: 'function',
  returnsPlainContent: 'flag',
  wrapper: 'any',
  errorHeaders: 'function',
  items: 'any',
  needsContext: 'flag',
  needsDatabase: 'flag',
} satisfies OptionKinds<RouteDefinition>;
