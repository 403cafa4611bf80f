import { ForbiddenException, type Principal, type Request, UnauthorizedException } from '../core';

/** What one request may do. */
export interface Rights {
  readonly principal?: Principal;
  permits(needed: readonly string[]): boolean;
  /**
   * @param what the part of the request that needs them, for the message: `The parameter "include"`
   * @throws UnauthorizedException without a principal, ForbiddenException with one that has not all of them
   */
  demand(needed: readonly string[], what: string): void;
}

const RIGHTS = 'koaggregate.rights';

export function grant(request: Request, rights: Rights): void {
  request.attributes.set(RIGHTS, rights);
}

/** Where no guard has let the request in, only what needs nothing is permitted. */
export function rightsOf(request: Request): Rights {
  return (request.attributes.get(RIGHTS) as Rights | undefined) ?? NONE;
}

/** @param challenge for `WWW-Authenticate` */
export function unauthorized(detail: string, challenge: string): UnauthorizedException {
  return new UnauthorizedException(detail, { headers: { 'WWW-Authenticate': challenge } });
}

/** @param isPermitted what the authorizer says */
export function rightsFor(
  principal: Principal | undefined,
  challenge: string,
  isPermitted: (principal: Principal, needed: readonly string[]) => boolean,
): Rights {
  const permits = (needed: readonly string[]) =>
    needed.length === 0 || (principal !== undefined && isPermitted(principal, needed));
  return {
    principal,
    permits,
    demand(needed, what) {
      if (permits(needed)) return;
      if (!principal) throw unauthorized(`${what} needs credentials.`, challenge);
      throw new ForbiddenException(`${what} needs ${listed(needed)}.`);
    },
  };
}

const NONE: Rights = rightsFor(undefined, 'Bearer', () => false);

/** `the permission "a"`, `the permissions "a" and "b"` */
export function listed(permissions: readonly string[]): string {
  const names = [...new Set(permissions)].map((name) => `"${name}"`);
  const last = names.pop() ?? 'none';
  return names.length === 0 ? `the permission ${last}` : `the permissions ${names.join(', ')} and ${last}`;
}
