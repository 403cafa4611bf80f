import type { Request } from '../../core';
import type { Authenticator, Identity } from '../authenticator';
import { requireSameOrigin } from './same-origin';
import type { SessionCookie } from './session-cookie';
import type { Sessions } from './sessions';

/** Authenticates by the cookie of a session; the cookie of an expired session is ignored. */
export class SessionAuthenticator implements Authenticator {
  readonly name = 'session';
  readonly challenge = 'Session';

  /** @param trusts whether another origin may send the cookie */
  constructor(
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly trusts: (origin: string) => boolean,
  ) {}

  /** @throws ForbiddenException for a write from a page of another origin */
  async authenticate(request: Request): Promise<Identity | undefined> {
    const id = this.cookie.read(request);
    const session = id ? await this.sessions.find(id) : undefined;
    if (!session) return undefined;
    requireSameOrigin(request, this.trusts, 'session');
    const { name, user } = session;
    return { name, roles: user.roles, permissions: user.permissions };
  }
}
