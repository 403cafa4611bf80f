import type { OpenedConnector } from '../core';
import type { Authenticator } from './authenticator';
import type { Authorizer } from './authorizer';
import { BasicAuthenticator } from './basic-authenticator';
import { SecurityError } from './errors';
import { JwtAuthenticator } from './jwt/jwt-authenticator';
import { isLoopback } from './network';
import { PasswordHasher, roundsOf } from './passwords/bcrypt';
import { PasswordLogin } from './passwords/password-login';
import { ConfiguredUsers, type UserStore } from './passwords/user-store';
import type { SecuritySection } from './security-section';
import { SessionAuthenticator } from './session/session-authenticator';
import { SessionCookie } from './session/session-cookie';
import { SessionResource } from './session/session-resource';
import { MemorySessions, type SessionStore } from './session/session-store';
import { Sessions } from './session/sessions';

/** The parts of the application that configured authentication uses. */
interface ApplicationParts {
  readonly authorizer: Authorizer;
  /** Replaces the users of the configuration. */
  readonly users?: UserStore;
  /** Sessions are kept in memory when absent. */
  readonly sessions?: SessionStore;
  readonly projectRoot: string;
  readonly mountPath: string;
  /** Undefined when mounted in a Koa app. */
  readonly connectors?: readonly OpenedConnector[];
  /** The number of processes that serve the application. */
  readonly workers: number;
  /** Whether another origin may send cookies. */
  readonly trusts: (origin: string) => boolean;
  /** Whether another origin is listed by its name, so that its scripts may send a password. */
  readonly lists: (origin: string) => boolean;
}

/** The authenticators that a configuration turns on, in the order they are tried, and the session routes. */
export interface ConfiguredAuthentication {
  readonly authenticators: readonly Authenticator[];
  readonly sessionResource?: SessionResource;
}

/** @throws SecurityError LIBRARY_MISSING, PASSWORD_HASH_INVALID, JWKS_OVER_HTTP, JWT_KEY_UNUSABLE, SESSIONS_DIVIDED, SESSION_OVER_HTTP */
export function configuredAuthentication(section: SecuritySection, parts: ApplicationParts): ConfiguredAuthentication {
  verifyHashes(section);
  const { basic, jwt, session } = section;
  const { projectRoot, authorizer, trusts, lists } = parts;
  const authenticators: Authenticator[] = [];
  const users = parts.users ?? new ConfiguredUsers(section.users);
  const login = basic || session ? new PasswordLogin(users, hasherFor(section, projectRoot)) : undefined;
  if (basic) authenticators.push(new BasicAuthenticator(login!, basic, lists));
  if (jwt) authenticators.push(new JwtAuthenticator(jwt, projectRoot));
  if (!session) return { authenticators };
  if (session.secure !== 'always') verifyConnectors(parts.connectors ?? []);
  if (!parts.sessions && parts.workers > 1) throw new SecurityError('SESSIONS_DIVIDED', String(parts.workers));
  const sessions = new Sessions(parts.sessions ?? new MemorySessions(), users, session);
  const cookie = new SessionCookie(session, parts.mountPath);
  authenticators.push(new SessionAuthenticator(sessions, cookie, trusts));
  const sessionResource = new SessionResource({ login: login!, sessions, cookie, authorizer, trusts });
  return { authenticators, sessionResource };
}

function hasherFor({ basic }: SecuritySection, projectRoot: string): PasswordHasher {
  return new PasswordHasher(basic ? 'security.basic' : 'security.session', projectRoot);
}

function verifyHashes({ users }: SecuritySection): void {
  for (const [name, { passwordHash }] of Object.entries(users)) {
    if (roundsOf(passwordHash) === undefined) throw new SecurityError('PASSWORD_HASH_INVALID', name);
  }
}

function verifyConnectors(connectors: readonly OpenedConnector[]): void {
  const open = connectors.find(({ scheme, host, isProxied }) => scheme === 'http' && !isProxied && !isLoopback(host));
  if (open) throw new SecurityError('SESSION_OVER_HTTP', `http://${open.host}`);
}
