import type { ContentOffers } from '../http/content-offers';
import type { ContentSettings } from '../http/content-settings';
import type { RequestGuard } from '../http/guard';
import type { ItemBound } from '../http/item-bound';
import type { Pace } from '../http/limiter';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import type { RouteUploads } from '../http/route-description';
import type { ContentShape } from '../http/serializer';

/** Whether requests have a body, for routes that do not declare it. */
const BODY_BY_METHOD = {
  GET: 'none',
  POST: 'required',
  PUT: 'required',
  PATCH: 'required',
  DELETE: 'optional',
} as const;

/** The precomputed settings for requests of a route, or of no route. */
export interface RoutePlan {
  readonly guards: readonly RequestGuard[];
  readonly body: 'required' | 'optional' | 'none';
  readonly uploads?: RouteUploads;
  /** The limit of the items in bodies. */
  readonly items?: ItemBound;
  /** After inheritance; without a route, those of the application. */
  readonly settings: ContentSettings;
  /** The settings with only the media types that the route accepts. */
  readonly accepted: ContentSettings;
  /** Media types that other routes of the same method and path accept. */
  readonly acceptedBySiblings: readonly string[];
  /** The media types of patches that the route reads by their suffix; undefined if suffixes decide. */
  readonly patchTypes?: readonly string[];
  /** With the inherited settings. */
  readonly resourceConfiguration?: ResourceConfiguration;
  /** With the inherited settings. */
  readonly routeConfiguration?: RouteConfiguration;
  /** The media types of the responses of the route. */
  readonly offers: ContentOffers;
  /** The media types by the shape of the response, for a read with several shapes. */
  readonly offersByShape?: Readonly<Partial<Record<ContentShape, ContentOffers>>>;
  /** Whether application code may run, which may need an `ApplicationContext`. */
  readonly needsContext: boolean;
  /** Undefined if its requests need no admission. */
  readonly pace?: Pace;
}

export function bodyOf(route: RouteDefinition): RoutePlan['body'] {
  return route.body ?? BODY_BY_METHOD[route.method];
}
