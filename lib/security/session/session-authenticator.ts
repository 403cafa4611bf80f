import type { Request } from '../../core';
import type { Authenticator, Identity } from '../authenticator';
import { refuseCrossSite } from './same-site';
import type { SessionCookie } from './session-cookie';
import type { Sessions } from './sessions';

/** The cookie of a session that was begun by logging in. One that is out of date is as good as none. */
export class SessionAuthenticator implements Authenticator {
  readonly challenge = 'Session';

  /** @param trusts origins of other sites that may send the cookie */
  constructor(
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly trusts: (origin: string) => boolean,
  ) {}

  /** @throws ForbiddenException for a write that a page of another site sends */
  async authenticate(request: Request): Promise<Identity | undefined> {
    const id = this.cookie.read(request);
    const session = id ? await this.sessions.find(id) : undefined;
    if (!session) return undefined;
    refuseCrossSite(request, this.trusts);
    const { name, user } = session;
    return { name, roles: user.roles, permissions: user.permissions };
  }
}
