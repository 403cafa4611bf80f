import type { Filter } from '../http/filter';
import type { RequestGuard } from '../http/guard';
import type { RouteDefinition } from '../http/route-definition';

/** The parts of an application that are known before it starts. */
export interface InspectedParts {
  readonly routes: readonly RouteDefinition[];
  /** In the order that requests pass them. */
  readonly filters: readonly Filter[];
  /** The guards that check requests of a route. */
  guardsOf(route: RouteDefinition): readonly RequestGuard[];
}
