import type { Guard, Principal, Request, RouteDescription } from '../core';
import { Mistakes } from '../foundation';
import type { Authenticator } from './authenticator';
import type { Authorizer } from './authorizer';
import { BasicAuthenticator } from './basic-authenticator';
import { SecurityError } from './errors';
import { JwtAuthenticator } from './jwt/jwt-authenticator';
import { describePermissions, grant, type Rights, rightsFor, unauthorized } from './rights';
import {
  hasValidPermissions,
  isPublicRoute,
  permissionsOf,
  readingAloneNote,
  unprotectedRoutes,
} from './route-permissions';
import type { SecuritySection } from './security-section';
import { type Identified, namesOf } from './sender';
import { requireSameOrigin } from './session/same-origin';
import { SessionAuthenticator } from './session/session-authenticator';

type Rules = Pick<SecuritySection, 'authenticate' | 'publicPaths' | 'strict'>;

/**
 * Authenticates and authorizes each request: 401 before 403, both before the body is read and before any query.
 *
 * @see Specification, "Authentication"
 */
export class SecurityGuard implements Guard {
  readonly oncePerRequest = true;

  readonly #challenge: string;
  readonly #names: readonly string[];
  readonly #anonymousRights: Rights;
  #hasReportedMissing = false;
  readonly needsDatabase?: (request: Request) => boolean;

  /**
   * @param authenticators tried in order; the first that finds credentials of its kind decides
   * @param trusts whether another origin may send cookies
   * @param findsSessions whether a cookie is looked up in a store outside the process
   */
  constructor(
    private readonly authenticators: readonly Authenticator[],
    private readonly authorizer: Authorizer,
    private readonly rules: Rules,
    private readonly trusts: (origin: string) => boolean,
    findsSessions = false,
  ) {
    if (findsSessions) this.needsDatabase = ({ headers }) => headers.cookie !== undefined;
    this.#challenge = authenticators.map(({ challenge }) => challenge).join(', ');
    this.#names = namesOf(authenticators);
    this.#anonymousRights = this.#rightsOf(undefined);
  }

  /** Without an authenticator there is nothing to check: routes with permissions have stopped the start. */
  appliesTo(): boolean {
    return this.hasAuthenticator;
  }

  get hasAuthenticator(): boolean {
    return this.authenticators.length > 0;
  }

  /** @throws SecurityError AUTHENTICATOR_MISSING, PERMISSIONS_UNREADABLE, ROUTES_UNPROTECTED, SECURED_AND_PUBLIC */
  verifyRoutes(routes: readonly RouteDescription[]): void {
    const mistakes = new Mistakes();
    for (const route of routes) mistakes.collect(() => this.#verifyRoute(route));
    mistakes.collect(() => {
      if (this.rules.authenticate !== 'always') return;
      this.requireAuthenticator('security.authenticate: always', 'credentials');
    });
    if (this.rules.strict) mistakes.collect(() => verifyStrict(routes));
    mistakes.report();
  }

  #verifyRoute(route: RouteDescription): void {
    if (!hasValidPermissions(route)) throw new SecurityError('PERMISSIONS_UNREADABLE', described(route));
    const required = permissionsOf(route);
    if (required.length === 0) return;
    if (isPublicRoute(route))
      throw new SecurityError('SECURED_AND_PUBLIC', described(route), describePermissions(required));
    this.requireAuthenticator(described(route), describePermissions(required));
  }

  /** @throws SecurityError AUTHENTICATOR_MISSING, for the first subject alone: it is one mistake */
  requireAuthenticator(subject: string, required: string): void {
    if (this.hasAuthenticator || this.#hasReportedMissing) return;
    this.#hasReportedMissing = true;
    throw new SecurityError('AUTHENTICATOR_MISSING', subject, required);
  }

  /** An authenticator of the application may read any header. */
  rejectsAtOnce({ headers, route, path }: Request): boolean {
    if (headers.authorization !== undefined || headers.cookie !== undefined) return false;
    if (!this.authenticators.every(readsUsualHeaders)) return false;
    return permissionsOf(route).length > 0 || requiresCredentials(this.rules, route, path);
  }

  async checkRequest(request: Request): Promise<Principal | undefined> {
    const identified = await this.#identify(request);
    const principal = identified && (await this.authorizer.principalOf(identified.identity));
    const rights = principal ? this.#rightsOf(principal, identified) : this.#anonymousRights;
    grant(request, rights);
    this.#authorize(request, rights);
    return principal;
  }

  #rightsOf(principal: Principal | undefined, identified?: Identified): Rights {
    const isPermitted = (who: Principal, required: readonly string[]) => this.authorizer.isPermitted(who, required);
    return rightsFor(principal, this.#challenge, isPermitted, identified);
  }

  #authorize(request: Request, rights: Rights): void {
    const { route } = request;
    if (!rights.principal && requiresCredentials(this.rules, route, request.path)) {
      throw unauthorized('The request requires credentials.', this.#challenge);
    }
    const required = permissionsOf(route);
    if (required.length > 0) rights.require(required, `${request.method} ${request.originalPath}`);
  }

  async #identify(request: Request): Promise<Identified | undefined> {
    for (const [index, authenticator] of this.authenticators.entries()) {
      const identity = await authenticator.authenticate(request);
      if (!identity) continue;
      if (authenticator.usesCookies) requireSameOrigin(request, this.trusts, 'cookies');
      return { identity, authenticator: this.#names[index]! };
    }
    return undefined;
  }
}

/** Whether it reads the headers `Authorization` and `Cookie` alone. */
function readsUsualHeaders(authenticator: Authenticator): boolean {
  return SHIPPED.some((Shipped) => authenticator instanceof Shipped);
}

const SHIPPED = [BasicAuthenticator, JwtAuthenticator, SessionAuthenticator];

/** Whether a request requires credentials even if its route requires no permission. */
export function requiresCredentials(
  { authenticate, publicPaths }: Pick<Rules, 'authenticate' | 'publicPaths'>,
  route: RouteDescription | undefined,
  path: string,
): boolean {
  return authenticate === 'always' && !isPublicRoute(route) && !isPublicPath(publicPaths, path);
}

/** Compares whole segments as they were sent: an encoded or doubled slash does not match. */
function isPublicPath(publicPaths: readonly string[], path: string): boolean {
  return publicPaths.some((open) => `${path}/`.startsWith(`${open.replace(/\/$/, '')}/`));
}

function verifyStrict(routes: readonly RouteDescription[]): void {
  const open = unprotectedRoutes(routes);
  if (open.length > 0)
    throw new SecurityError(
      'ROUTES_UNPROTECTED',
      open.map((route) => described(route) + readingAloneNote(route)).join(', '),
    );
}

function described({ method, path, name, resource }: RouteDescription): string {
  return `${method} ${path} (${resource ? `${resource}.` : ''}${name})`;
}
