import { type Principal, type Request, type Response, UnprocessableEntityException } from '../../core';
import { isPlainObject } from '../../foundation';
import type { Authorizer } from '../authorizer';
import type { PasswordLogin } from '../passwords/password-login';
import { unauthorized } from '../rights';
import { requireSameOrigin } from './same-origin';
import type { SessionCookie } from './session-cookie';
import type { Sessions } from './sessions';

/** The authenticated user, in responses of the session routes. */
export interface WhoAmI {
  readonly name: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

interface Parts {
  readonly login: PasswordLogin;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly authorizer: Authorizer;
  readonly trusts: (origin: string) => boolean;
}

/** The methods of the session routes: login, the current user, logout. */
export class SessionResource {
  constructor(private readonly parts: Parts) {}

  /** POST: logs in with name and password, and ends the session that the request had before. */
  async createSession(request: Request, response: Response): Promise<WhoAmI> {
    const { login, sessions, cookie, authorizer, trusts } = this.parts;
    requireSameOrigin(request, trusts, 'session');
    const { name, password } = credentialsIn(request.getContent());
    const identity = await login.identify(name, password, request.clientAddress);
    if (!identity) throw unauthorized('Name or password is wrong.', 'Session');
    await this.#endCurrent(request);
    cookie.set(request, response, await sessions.begin(name));
    return whoIs(await authorizer.principalOf(identity));
  }

  /** GET: the current user, whatever authenticator was used. */
  readSession({ principal }: Request): WhoAmI {
    return whoIs(principal!);
  }

  /** DELETE: logs out; ends the session if there is one. */
  async deleteSession(request: Request, response: Response): Promise<void> {
    await this.#endCurrent(request);
    this.parts.cookie.clear(request, response);
    response.setStatus(204);
  }

  async #endCurrent(request: Request): Promise<void> {
    const id = this.parts.cookie.read(request);
    if (id) await this.parts.sessions.end(id);
  }
}

function whoIs({ name, roles, permissions }: Principal): WhoAmI {
  return { name, roles, permissions: [...permissions].sort() };
}

/** @throws UnprocessableEntityException, which never echoes the password */
function credentialsIn(content: unknown): { readonly name: string; readonly password: string } {
  const { name, password, ...others } = isPlainObject(content) ? content : {};
  const errors = [
    ...(typeof name === 'string' ? [] : [{ field: 'name', message: 'must be text' }]),
    ...(typeof password === 'string' ? [] : [{ field: 'password', message: 'must be text' }]),
    ...Object.keys(others).map((field) => ({ field, message: 'is unknown; known fields: name, password' })),
  ];
  if (errors.length > 0) throw new UnprocessableEntityException(errors);
  return { name: name as string, password: password as string };
}
