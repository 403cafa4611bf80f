import type { ContentOffers } from '../http/content-offers';
import type { ContentSettings } from '../http/content-settings';
import type { AdmittingGuard } from '../http/guard';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import type { RouteUploads } from '../http/route-description';
import type { ContentShape } from '../http/serializer';

/** Whether a body belongs to the methods, where the route does not say. */
const BODY_BY_METHOD = {
  GET: 'none',
  POST: 'required',
  PUT: 'required',
  PATCH: 'required',
  DELETE: 'optional',
} as const;

/** Everything about the requests of one route, or of no route, that is known before the first one comes. */
export interface RoutePlan {
  /** Those that may refuse its requests. */
  readonly guards: readonly AdmittingGuard[];
  readonly body: 'required' | 'optional' | 'none';
  readonly uploads?: RouteUploads;
  /** After inheritance; without a route, what the application says. */
  readonly settings: ContentSettings;
  /** The same with the media types alone that hold what the route takes. */
  readonly taken: ContentSettings;
  /** Media types that other routes of the same method and path take. */
  readonly takenBeside: readonly string[];
  /** With what it inherits from the application. */
  readonly resourceConfiguration?: ResourceConfiguration;
  /** With what it inherits from resource and application. */
  readonly routeConfiguration?: RouteConfiguration;
  /** The media types of the responses of the route. */
  readonly offers: ContentOffers;
  /** The same by the shape of a response, where a read has several. */
  readonly offersByShape?: Readonly<Partial<Record<ContentShape, ContentOffers>>>;
  /** Whether code of an author's may run before an error does, which may ask for the current request. */
  readonly needsContext: boolean;
}

export function bodyOf(route: RouteDefinition): RoutePlan['body'] {
  return route.body ?? BODY_BY_METHOD[route.method];
}
