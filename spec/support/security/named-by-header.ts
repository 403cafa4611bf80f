import type { Request } from '../../../lib/core';
import { type Authenticator, Authorizer, type Identity } from '../../../lib/security';

/** Trusts the header `X-User`, for specs of permissions, scopes and fields. */
export const namedByHeader: Authenticator = {
  challenge: 'Named realm="specs"',
  authenticate({ headers }: Request): Identity | undefined {
    const name = headers['x-user'];
    return typeof name === 'string' ? { name, roles: [name] } : undefined;
  },
};

/** The name of a user is the list of its permissions: `club.get club.put`. */
export const permittedByName = new Authorizer(([name = '']) => name.split(' '));

/** The header of a user who has exactly these permissions. */
export function holding(...permissions: readonly string[]): Record<string, string> {
  return { 'X-User': permissions.join(' ') || 'nobody' };
}
