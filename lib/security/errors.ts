import { CodedError, codesOf, messagesByCode } from '../foundation';

const MESSAGES = messagesByCode({
  AUTHENTICATOR_MISSING: (subject, permissions) =>
    `${subject} needs ${permissions}, and nothing can tell who sends a request: configure an authenticator in security (basic, jwt or session), or add one in code.`,
  CORS_WILDCARD: () => 'security.cors allows credentials to every origin (*): list the origins that may send them.',
  JWT_KEY_UNUSABLE: (reason) =>
    `The key of security.jwt cannot be used (${reason}): HS algorithms take a secret, all others a public key or jwksUrl.`,
  JWT_OPTIONS_INVALID: (problem) => `The options of JwtAuthenticator cannot be used: ${problem}.`,
  LIBRARY_MISSING: (purpose, name) =>
    `${purpose} needs the library ${name}, which is not installed: npm install ${name}`,
  PASSWORD_HASH_INVALID: (user) =>
    `security.users.${user}.passwordHash is no hash of bcrypt: make one with koaggregate hash-password.`,
  PERMISSIONS_UNREADABLE: (route) =>
    `${route} has an attribute Authorizer.PERMISSIONS that names no permission: write names with commas between, or remove it.`,
  PUBLIC_MARK_IDLE: (at, remedy) => `@Public on ${at} opens no route: ${remedy}.`,
  RATE_STORE_MISSING: (store) =>
    `security.rateLimit.store is ${store}, and there is none: an application with a domain model has a database, and a connected client of Redis is given in code, as redis.`,
  ROLE_STORE_MISSING: (table) =>
    `security.rolesTable is ${table}, and there is no database to look into: an application with a domain model has one; another hands a RoleStore to Security.`,
  ROUTES_UNPROTECTED: (routes) =>
    `security.strict is on, and these routes write without a permission: ${routes}. Mark them @Secure, or @Public where they are open on purpose.`,
  SCOPE_NOT_ON_ROOT: (name, at) =>
    `${name} has the @Scope of ${at} and is no aggregate root: put the mark on the root, whose rows decide which of its children there are.`,
  SCOPE_RULE_INVALID: (name, fault) =>
    `The @Scope rule of ${name} ${fault}: let it return criteria by name, as in { 'owner': 'kim' } (an empty object is all rows), undefined for all rows, or false for none.`,
  SECURED_AND_PUBLIC: (route, permissions) =>
    `${route} is public and needs ${permissions}: remove one of the two marks.`,
  SECURE_METHOD_IDLE: (at, method, methods) =>
    `@Secure on ${at} names the method ${method}, which has no meaning there: write ${methods}, or no method for all.`,
  SECURE_METHOD_UNKNOWN: (at, method) =>
    `@Secure on ${at} names the method "${method}": write GET, POST, PUT or DELETE; PATCH follows PUT, and HEAD follows GET.`,
  SECURE_WITHOUT_PERMISSIONS: (at, permissions) =>
    `@Secure on ${at} has the permissions ${permissions}: list at least one name, without blanks and commas. (Any principal has "authenticated".)`,
  SECURITY_PART_INVALID: (part, as, fault) => `Security is handed ${part} as ${as}, but ${fault}.`,
  SESSION_OVER_HTTP: (connector) =>
    `Sessions would be sent in the clear: ${connector} takes plain http from other machines. Use https, listen on 127.0.0.1, or set server.proxy behind a proxy that ends https.`,
});

export type SecurityErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const SECURITY_ERROR_CODES = codesOf(MESSAGES);

/** A mistake in what is said of security; it stops the start, or the request that brings it to light. */
export class SecurityError extends CodedError<SecurityErrorCode> {
  override readonly name = 'SecurityError';

  constructor(code: SecurityErrorCode, ...facts: string[]) {
    super(MESSAGES, code, facts);
  }
}

/** For an optional library that is not installed. @param purpose what needs it: `security.basic` */
export function libraryMissing(purpose: string, library: string): () => SecurityError {
  return () => new SecurityError('LIBRARY_MISSING', purpose, library);
}
