import { ForbiddenException, type HttpException, type Principal, type Request, UnauthorizedException } from '../core';
import type { Identified } from './sender';

/** The permissions of one request. */
export interface Rights {
  readonly principal?: Principal;
  /** Of the principal; undefined where no authenticator has found it. */
  readonly identified?: Identified;
  permits(required: readonly string[]): boolean;
  /** @returns undefined when permitted; parameters as in `require` */
  denial(required: readonly string[], what: string): Denial | undefined;
  /**
   * @param what the part of the request that requires the permissions, for the message: `The parameter "include"`
   * @throws UnauthorizedException without a principal, ForbiddenException when one of the permissions is missing
   */
  require(required: readonly string[], what: string): void;
}

/** A missing permission as a value, which is thrown only if the request turns out to need it. */
export class Denial {
  /** @param challenge for an unauthenticated request */
  constructor(
    private readonly what: string,
    private readonly required: readonly string[],
    private readonly challenge?: string,
  ) {}

  /** 401 or 403. */
  get exception(): HttpException {
    if (this.challenge !== undefined) return unauthorized(`${this.what} requires credentials.`, this.challenge);
    return new ForbiddenException(`${this.what} requires ${describePermissions(this.required)}.`);
  }
}

const RIGHTS = 'koaggregate.rights';

export function grant(request: Request, rights: Rights): void {
  request.attributes.set(RIGHTS, rights);
}

/** The rights of a request; without a security guard, only what requires no permission is permitted. */
export function rightsOf(request: Request): Rights {
  return (request.attributes.get(RIGHTS) as Rights | undefined) ?? NONE;
}

/** @param challenge for `WWW-Authenticate` */
export function unauthorized(detail: string, challenge: string): UnauthorizedException {
  return new UnauthorizedException(detail, { headers: { 'WWW-Authenticate': challenge } });
}

/** @param isPermitted the authorizer's decision */
export function rightsFor(
  principal: Principal | undefined,
  challenge: string,
  isPermitted: (principal: Principal, required: readonly string[]) => boolean,
  identified?: Identified,
): Rights {
  const permits = (required: readonly string[]) =>
    required.length === 0 || (principal !== undefined && isPermitted(principal, required));
  const denial = (required: readonly string[], what: string) =>
    permits(required) ? undefined : new Denial(what, required, principal ? undefined : challenge);
  return {
    principal,
    identified,
    permits,
    denial,
    require(required, what) {
      const denied = denial(required, what);
      if (denied) throw denied.exception;
    },
  };
}

const NONE: Rights = rightsFor(undefined, 'Bearer', () => false);

/** Text for messages: `the permission "a"`, `the permissions "a" and "b"`. */
export function describePermissions(permissions: readonly string[]): string {
  const names = [...new Set(permissions)].map((name) => `"${name}"`);
  const last = names.pop() ?? 'none';
  return names.length === 0 ? `the permission ${last}` : `the permissions ${names.join(', ')} and ${last}`;
}
