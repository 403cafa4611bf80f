import Joi from 'joi';
import { ApplicationConfiguration } from '../core';
import { type BasicSection, basicSection } from './basic-authenticator';
import { type CorsSection, corsSection } from './hardening/cors';
import { type RateLimitSection, rateLimitSection } from './hardening/rate-limit';
import { type SecurityHeadersSection, securityHeadersSection } from './hardening/security-headers';
import { type JwtSection, jwtSection } from './jwt/jwt-section';
import { type SessionSection, sessionSection } from './session/session-section';

/** A user of the configuration. */
export interface ConfiguredUser {
  /** As `koaggregate hash-password` prints it. */
  readonly passwordHash: string;
  readonly roles?: readonly string[];
}

/** The section `security` of an application's configuration. */
export interface SecuritySection {
  /** Which routes require credentials. `whenRequired`: those that require permissions; `always`: all but public routes and paths. */
  readonly authenticate: 'whenRequired' | 'always';
  /** Paths that never require credentials, with everything below them: `/health`. */
  readonly publicPaths: readonly string[];
  /** Whether a write route with neither permissions nor `@Public` stops the start. */
  readonly strict: boolean;
  /** Permissions by role. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** A database table with the columns `role` and `permission`, in addition to `roles`. */
  readonly rolesTable?: string;
  /** By name. */
  readonly users: Readonly<Record<string, ConfiguredUser>>;
  readonly basic?: BasicSection;
  readonly jwt?: JwtSection;
  readonly session?: SessionSection;
  readonly headers: SecurityHeadersSection;
  readonly cors?: CorsSection;
  readonly rateLimit?: RateLimitSection;
}

/** Permission names as `@Secure` accepts them. */
export const permissionNames = Joi.array().items(Joi.string().pattern(/^[^\s,]+$/, 'a name without spaces and commas'));

const names = Joi.array().items(Joi.string());

export const securitySection = Joi.object({
  authenticate: Joi.string().valid('whenRequired', 'always'),
  publicPaths: Joi.array().items(Joi.string().pattern(/^\//, 'a path that begins with a slash')),
  strict: Joi.boolean(),
  roles: Joi.object().pattern(Joi.string(), names),
  rolesTable: Joi.string().pattern(/^[A-Za-z_]\w*$/, 'the name of a table'),
  users: Joi.object().pattern(Joi.string(), Joi.object({ passwordHash: Joi.string().required(), roles: names })),
  basic: basicSection,
  jwt: jwtSection,
  session: sessionSection,
  headers: securityHeadersSection,
  cors: corsSection,
  rateLimit: rateLimitSection,
});

/** The configuration of a core application that uses {@link Security}. */
export class SecurityConfiguration extends ApplicationConfiguration {
  declare readonly security: SecuritySection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), security: securitySection };
  }
}
