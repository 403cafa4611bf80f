export { type Authenticator, IDENTITY_OPTIONS, type Identity } from './authenticator';
export type { RoleStore } from './authorizer';
export { Authorizer, type PermissionsOfRoles } from './authorizer';
export { BasicAuthenticator, type BasicSection } from './basic-authenticator';
export type { MemberDecorator } from './decorators/marks';
export { PUBLIC, Public, type PublicEntry, type PublicOptions } from './decorators/public';
export { SCOPE, Scope, type ScopeCriteria, type ScopeEntry, type ScopeRule, type ScopeValue } from './decorators/scope';
export {
  SECURE,
  Secure,
  type SecuredMethod,
  type SecureEntry,
  SecureMultiple,
  type SecureOptions,
} from './decorators/secure';
export { SECURITY_ERROR_CODES, SecurityError, type SecurityErrorCode } from './errors';
export type { CorsSection } from './hardening/cors';
export type { RateLimitSection } from './hardening/rate-limit';
export type { RateCount, RateStore } from './hardening/rate-store';
export type { SecurityHeadersSection } from './hardening/security-headers';
export { JwtAuthenticator } from './jwt/jwt-authenticator';
export type { JwtSection } from './jwt/jwt-section';
export { PasswordHasher } from './passwords/bcrypt';
export { PasswordLogin } from './passwords/password-login';
export { ConfiguredUsers, type StoredUser, type UserStore } from './passwords/user-store';
export { entriesAt, entriesFor, isPublic, permissionsIn } from './required-permissions';
export { Denial, describePermissions, rightsOf } from './rights';
export {
  isPublicRoute,
  permissionsOf,
  readingAloneNote,
  requiresReadingAlone,
  unprotectedRoutes,
} from './route-permissions';
export { Security, type SecurityOptions } from './security';
export { requiresCredentials } from './security-guard';
export {
  type ConfiguredUser,
  permissionNames,
  SecurityConfiguration,
  type SecuritySection,
  securitySection,
} from './security-section';
export { senderOf } from './sender';
export type { SessionSection } from './session/session-section';
export { MemorySessions, type SessionStore, type StoredSession } from './session/session-store';
export { actionWrite, type PlaceWrites, writesAt } from './writing-permissions';
