import type { ContentAdapter } from '../http/content-adapter';
import type { ExceptionMapping } from '../http/exception-mapping';
import type { Filter, ResponseFilter } from '../http/filter';
import type { Logger } from '../http/logger';
import type { Request } from '../http/request';
import type { RouteDescription } from '../http/route-description';
import type { InFlight } from './in-flight';
import type { RoutePlan } from './route-plan';
import type { RouteTable } from './route-table';

/** The parts of a started application that serving needs. */
export interface ServedApplication {
  readonly table: RouteTable;
  readonly filters: readonly Filter[];
  /** Those that no other filter comes before, in the order in which they work on the response: the last one first. */
  readonly responseFilters: readonly ResponseFilter[];
  readonly adapters: readonly ContentAdapter[];
  readonly exceptions: ExceptionMapping;
  readonly logger: Logger;
  readonly inFlight: InFlight;
  planOf(route: RouteDescription | undefined): RoutePlan;
  /** Runs the work with the request as the current one. */
  within<T>(request: Request, plan: RoutePlan, work: () => T): T;
}
