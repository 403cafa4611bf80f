import { deadlines } from '../../foundation';
import type { Slot } from '../http/limiter';
import type { KoaRequest } from './koa-request';
import type { KoaResponse } from './koa-response';
import type { RoutePlan } from './route-plan';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';

/** A request of an application, its response and its route plan. */
export interface Exchange {
  readonly application: ServedApplication;
  readonly plan: RoutePlan;
  /** Undefined if no route has the path. */
  readonly found: FoundPath | undefined;
  readonly request: KoaRequest;
  readonly response: KoaResponse;
  /** Undefined if the request needs no admission. */
  slot?: Slot;
}

/** Calls a function with the request as the current one, if the plan has not set it already. */
export function inContext<T>({ application, plan, request }: Exchange, work: () => T): T {
  return plan.needsContext ? work() : deadlines.run(application.contextOf(request, plan, deadlines.getStore()), work);
}
