import { CodedError, codesOf, messagesByCode } from '../foundation';

const MESSAGES = messagesByCode({
  AUTHENTICATOR_MISSING: (subject, permissions) =>
    `${subject} requires ${permissions}, but no authenticator is configured: add one to the section security (basic, jwt or session), or in code.`,
  CORS_WILDCARD: () => 'security.cors allows credentials from every origin (*): list the origins that may send them.',
  JWKS_OVER_HTTP: (url) =>
    `security.jwt.jwksUrl is ${url}: over plain http, anyone on the way can replace the keys and sign tokens. Use https, or copy the key into publicKey or publicKeyFile; http is allowed for localhost, 127.0.0.1 and [::1].`,
  JWT_KEY_UNUSABLE: (reason) =>
    `The key of security.jwt cannot be used (${reason}): configure a secret for HS algorithms, a public key or jwksUrl for all others.`,
  JWT_OPTIONS_INVALID: (problem) => `The options of JwtAuthenticator cannot be used: ${problem}.`,
  LIBRARY_MISSING: (purpose, name) =>
    `${purpose} needs the library ${name}, which is not installed: npm install ${name}`,
  PASSWORD_HASH_INVALID: (user) =>
    `security.users.${user}.passwordHash is not a bcrypt hash: create one with koaggregate hash-password.`,
  PERMISSIONS_UNREADABLE: (route) =>
    `${route} has an attribute Authorizer.PERMISSIONS without a permission: write names separated by commas, or remove it.`,
  PUBLIC_WITHOUT_EFFECT: (at, remedy) => `@Public on ${at} makes no route public: ${remedy}.`,
  RATE_STORE_MISSING: (store) =>
    `security.rateLimit.store is ${store}, but the application has none: add a domain model for "database", or pass a connected client as the option redis for "redis".`,
  ROLE_STORE_MISSING: (table) =>
    `security.rolesTable is ${table}, but the application has no database: add a domain model, or pass a RoleStore to Security.`,
  ROUTES_UNPROTECTED: (routes) =>
    `security.strict is on, and these routes write without a permission: ${routes}. Mark them @Secure, or @Public where they are open on purpose; models of describeModel have these marks in decorators: [Secure({ … })].`,
  SCOPE_NOT_ON_ROOT: (name, at) =>
    `${name} has the @Scope of ${at} but is not an aggregate root: move @Scope to the root, which scopes its children too.`,
  SCOPE_RULE_INVALID: (name, fault) =>
    `The @Scope rule of ${name} ${fault}: return criteria by name, as in { 'owner': 'kim' }; undefined or an empty object for all rows; or false for none.`,
  SECURED_AND_PUBLIC: (route, permissions) =>
    `${route} is public and requires ${permissions}: remove one of the two marks. A route of a child also requires what reading everything above it requires.`,
  SECURE_METHOD_WITHOUT_EFFECT: (at, method, methods) =>
    `@Secure on ${at} names the method ${method}, which has no effect there: write ${methods}, or no method for all.`,
  SECURE_METHOD_UNKNOWN: (at, method) =>
    `@Secure on ${at} names the unknown method "${method}": write GET, POST, PUT or DELETE; PATCH follows PUT, and HEAD follows GET.`,
  SECURE_WITHOUT_PERMISSIONS: (at, permissions) =>
    `@Secure on ${at} has the permissions ${permissions}: list at least one name, without spaces and commas. (Every principal has "authenticated".)`,
  SECURITY_PART_INVALID: (part, as, fault) => `Security is given ${part} as ${as}, but ${fault}.`,
  SESSIONS_DIVIDED: (workers) =>
    `security.session.store is "memory", and server.workers is ${workers}, so that each worker would know its own sessions only: set the store to database.`,
  SESSION_OVER_HTTP: (connector) =>
    `Session cookies would be sent unencrypted: ${connector} takes plain http from other machines. Use https, listen on 127.0.0.1, or set server.proxy behind a proxy that terminates https.`,
});

/** All codes of {@link SecurityError}. */
export const SECURITY_ERROR_CODES = codesOf(MESSAGES);

export type SecurityErrorCode = (typeof SECURITY_ERROR_CODES)[number];

/** A mistake in the security configuration; it stops the start, or is found by the first request that it affects. */
export class SecurityError extends CodedError<SecurityErrorCode> {
  override readonly name = 'SecurityError';

  constructor(code: SecurityErrorCode, ...facts: string[]) {
    super(MESSAGES, code, facts);
  }
}

/** Makes the error for an optional library that is not installed. @param purpose such as `security.basic` */
export function libraryMissing(purpose: string, library: string): () => SecurityError {
  return () => new SecurityError('LIBRARY_MISSING', purpose, library);
}
