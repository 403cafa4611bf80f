import type { Deadline } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import type { ExceptionMapping } from '../http/exception-mapping';
import type { Filter, ResponseFilter } from '../http/filter';
import type { Limiter } from '../http/limiter';
import type { Logger } from '../http/logger';
import type { Request } from '../http/request';
import type { RequestObserver } from '../http/request-observer';
import type { RouteDescription } from '../http/route-description';
import type { InFlight } from './in-flight';
import type { OutageLog } from './outage-log';
import type { RoutePlan } from './route-plan';
import type { RouteTable } from './route-table';

/** A started application, ready to serve requests. */
export interface ServedApplication {
  readonly table: RouteTable;
  readonly filters: readonly Filter[];
  /** The response filters before all other filters, in the order that they run: the last one added first. */
  readonly responseFilters: readonly ResponseFilter[];
  /** The filters that complete the response to a refused request, in the order that they run. */
  readonly refusalFilters: readonly Filter[];
  /** Undefined for none. */
  readonly limiter?: Limiter;
  readonly adapters: readonly ContentAdapter[];
  readonly exceptions: ExceptionMapping;
  readonly logger: Logger;
  readonly outages: OutageLog;
  readonly inFlight: InFlight;
  readonly observers: readonly RequestObserver[];
  /** For each request; infinite for none. */
  readonly deadlineMs: number;
  planOf(route: RouteDescription | undefined): RoutePlan;
  /**
   * What makes the request the current one while it is the deadline.
   *
   * @param begun the deadline of the request, if it has begun already
   */
  contextOf(request: Request, plan: RoutePlan, begun?: Deadline): Deadline;
}
