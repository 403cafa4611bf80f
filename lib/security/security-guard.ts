import type { Guard, Principal, Request, RouteDescription } from '../core';
import { Mistakes } from '../foundation';
import type { Authenticator, Identity } from './authenticator';
import type { Authorizer } from './authorizer';
import { SecurityError } from './errors';
import { describePermissions, grant, type Rights, rightsFor, unauthorized } from './rights';
import { hasValidPermissions, isPublicRoute, permissionsOf, unprotectedRoutes } from './route-permissions';
import type { SecuritySection } from './security-section';

type Rules = Pick<SecuritySection, 'authenticate' | 'publicPaths' | 'strict'>;

/**
 * Finds out who sends a request, and whether they may use its route: 401 before 403, both before the body is read and
 * before any look-up.
 *
 * @see Specification, "Authentication"
 */
export class SecurityGuard implements Guard {
  readonly admitsWhole = true;

  readonly #challenge: string;
  /** Of a request that nobody is known to send. */
  readonly #nobody: Rights;
  #isMissingTold = false;

  /** @param authenticators asked in order; the first that finds credentials of its kind decides */
  constructor(
    private readonly authenticators: readonly Authenticator[],
    private readonly authorizer: Authorizer,
    private readonly rules: Rules,
  ) {
    this.#challenge = authenticators.map(({ challenge }) => challenge).join(', ');
    this.#nobody = this.#rightsOf(undefined);
  }

  /** Where nothing can tell who sends a request, the start has refused every route that asks. */
  concerns(): boolean {
    return this.hasAuthenticator;
  }

  get hasAuthenticator(): boolean {
    return this.authenticators.length > 0;
  }

  /** @throws SecurityError AUTHENTICATOR_MISSING, PERMISSIONS_UNREADABLE, ROUTES_UNPROTECTED, SECURED_AND_PUBLIC */
  verify(routes: readonly RouteDescription[]): void {
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
    const needed = permissionsOf(route);
    if (needed.length === 0) return;
    if (isPublicRoute(route))
      throw new SecurityError('SECURED_AND_PUBLIC', described(route), describePermissions(needed));
    this.requireAuthenticator(described(route), describePermissions(needed));
  }

  /** @throws SecurityError AUTHENTICATOR_MISSING where nothing can tell who sends a request; told once, as it is one mistake */
  requireAuthenticator(subject: string, needed: string): void {
    if (this.hasAuthenticator || this.#isMissingTold) return;
    this.#isMissingTold = true;
    throw new SecurityError('AUTHENTICATOR_MISSING', subject, needed);
  }

  async admit(request: Request): Promise<Principal | undefined> {
    const identity = await this.#identify(request);
    const principal = identity && (await this.authorizer.principalOf(identity));
    const rights = principal ? this.#rightsOf(principal) : this.#nobody;
    grant(request, rights);
    this.#decide(request, rights);
    return principal;
  }

  #rightsOf(principal: Principal | undefined): Rights {
    return rightsFor(principal, this.#challenge, (one, needed) => this.authorizer.isPermitted(one, needed));
  }

  #decide(request: Request, rights: Rights): void {
    const { route } = request;
    const isDemanded = needsCredentials(this.rules, route, request.path);
    if (isDemanded && !rights.principal) throw unauthorized('The request needs credentials.', this.#challenge);
    const needed = permissionsOf(route);
    if (needed.length > 0) rights.demand(needed, `${request.method} ${request.originalPath}`);
  }

  async #identify(request: Request): Promise<Identity | undefined> {
    for (const authenticator of this.authenticators) {
      const identity = await authenticator.authenticate(request);
      if (identity) return identity;
    }
    return undefined;
  }
}

/** Whether a request needs credentials whatever its route needs beside them. */
export function needsCredentials(
  { authenticate, publicPaths }: Pick<Rules, 'authenticate' | 'publicPaths'>,
  route: RouteDescription | undefined,
  path: string,
): boolean {
  return authenticate === 'always' && !isPublicRoute(route) && !isPublicPath(publicPaths, path);
}

/** By whole segments, as they were sent: an encoded or doubled slash is no other spelling of a path. */
function isPublicPath(publicPaths: readonly string[], path: string): boolean {
  return publicPaths.some((open) => `${path}/`.startsWith(`${open.replace(/\/$/, '')}/`));
}

function verifyStrict(routes: readonly RouteDescription[]): void {
  const open = unprotectedRoutes(routes);
  if (open.length > 0) throw new SecurityError('ROUTES_UNPROTECTED', open.map(described).join(', '));
}

function described({ method, path, name, resource }: RouteDescription): string {
  return `${method} ${path} (${resource ? `${resource}.` : ''}${name})`;
}
