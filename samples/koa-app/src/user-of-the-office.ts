import type { Request } from 'koaggregate';
import type { Authenticator, Identity } from 'koaggregate/security';
import type { User } from './users';

/** Authenticates requests as the user that the office has identified, with its roles. */
export const userOfTheOffice: Authenticator = {
  challenge: 'Bearer',
  authenticate({ attributes }: Request): Identity | undefined {
    const user = attributes.get('user') as User | undefined;
    return user && { name: user.name, roles: user.clerk ? ['clerk'] : [] };
  },
};
