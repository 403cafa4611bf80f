import type { Principal } from './principal';
import type { Request } from './request';
import type { Response } from './response';
import type { RouteDescription } from './route-description';

/**
 * Decides whether a request may go on: after the filters, and before a 404 or 405, before the body is read
 * and before the resource method.
 */
export interface Guard {
  /** False promises that no code of an author's runs in it, so that it needs no `ApplicationContext`. */
  readonly needsContext?: boolean;
  /**
   * Whether it decides about a request as a whole, as by its credentials or their number. Absent: it is asked again about each
   * part of a request that is carried out as a request of another route, such as a step of a batch.
   */
  readonly admitsWhole?: boolean;
  /** Called once all routes are known; what it throws stops the start. */
  verify?(routes: readonly RouteDescription[]): void;
  /** Whether it is to be asked about requests of a route, or of none; asked once at the start. Absent: about all. */
  concerns?(route: RouteDescription | undefined): boolean;
  /**
   * Absent: it only verifies the routes.
   *
   * @returns who sends the request, if that is known; it becomes `request.principal`
   * @throws HttpException to refuse the request
   */
  admit?(request: Request, response: Response): Promise<Principal | undefined> | Principal | undefined;
}

/** A guard that is asked about requests. */
export type AdmittingGuard = Guard & Required<Pick<Guard, 'admit'>>;

/** The guards that are asked about requests of a route, or of none. */
export function guardsOf(guards: readonly Guard[], route: RouteDescription | undefined): readonly AdmittingGuard[] {
  const admitting = guards.filter((guard): guard is AdmittingGuard => guard.admit !== undefined);
  return admitting.filter((guard) => guard.concerns?.(route) ?? true);
}
