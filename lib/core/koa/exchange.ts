import type { KoaRequest } from './koa-request';
import type { KoaResponse } from './koa-response';
import type { RoutePlan } from './route-plan';
import type { FoundPath } from './route-table';
import type { ServedApplication } from './served-application';

/** One request of an application with its response, and what was known of it before. */
export interface Exchange {
  readonly application: ServedApplication;
  readonly plan: RoutePlan;
  /** Undefined when no route has the path. */
  readonly found: FoundPath | undefined;
  readonly request: KoaRequest;
  readonly response: KoaResponse;
}

/** Runs the work with the request as the current one, where code of an author's may run only in this work. */
export function inContext<T>({ application, plan, request }: Exchange, work: () => T): T {
  return plan.needsContext ? work() : application.within(request, plan, work);
}
