import type { Principal } from './principal';
import type { Request } from './request';
import type { Response } from './response';
import type { RouteDescription } from './route-description';

/** Accepts or rejects requests after the filters, before any 404 or 405 and before the body is read. */
export interface Guard {
  /** False if it runs no application code, so that no `ApplicationContext` is needed. */
  readonly needsContext?: boolean;
  /** True for a check of the whole request, such as its credentials, which is not repeated for each step of a batch. */
  readonly oncePerRequest?: boolean;
  /** Called at the start with all routes; an error stops the start. */
  verifyRoutes?(routes: readonly RouteDescription[]): void;
  /** Whether it checks the requests of a route, or those without a route; called at the start. When absent: all. */
  appliesTo?(route: RouteDescription | undefined): boolean;
  /**
   * Whether its check of a request needs the database; asked only while the application has much load. When absent, no
   * request does.
   */
  readonly needsDatabase?: (request: Request) => boolean;
  /** Whether it rejects a request without any lookup; asked only while the application has much load. */
  rejectsAtOnce?(request: Request): boolean;
  /**
   * Checks a request. When absent, the guard only verifies the routes.
   *
   * @returns the sender of the request, if known, who becomes `request.principal`
   * @throws HttpException to reject the request
   */
  checkRequest?(request: Request, response: Response): Promise<Principal | undefined> | Principal | undefined;
}

/** A guard that checks requests. */
export type RequestGuard = Guard & Required<Pick<Guard, 'checkRequest'>>;

/** The guards that check the requests of a route, or those without a route. */
export function guardsOf(guards: readonly Guard[], route: RouteDescription | undefined): readonly RequestGuard[] {
  const checking = guards.filter((guard): guard is RequestGuard => guard.checkRequest !== undefined);
  return checking.filter((guard) => guard.appliesTo?.(route) ?? true);
}
