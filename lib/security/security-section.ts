import Joi from 'joi';
import { ApplicationConfiguration } from '../core';
import { type BasicSection, basicSection } from './basic-authenticator';
import { type CorsSection, corsSection } from './hardening/cors';
import { type RateLimitSection, rateLimitSection } from './hardening/rate-limit';
import { type SecurityHeadersSection, securityHeadersSection } from './hardening/security-headers';
import { type JwtSection, jwtSection } from './jwt-authenticator';
import { type SessionSection, sessionSection } from './session/session-section';

/** Who may use the application, as users of its configuration. */
export interface ConfiguredUser {
  /** As `koaggregate hash-password` prints it. */
  readonly passwordHash: string;
  readonly roles?: readonly string[];
}

/** The section `security` of an application's configuration. */
export interface SecuritySection {
  /** `whereNeeded`: where a permission is needed; `always`: everywhere but on public routes and paths. */
  readonly authenticate: 'whereNeeded' | 'always';
  /** Paths that need no credentials where all others do, with everything below them: `/health`. */
  readonly publicPaths: readonly string[];
  /** Whether a write route with neither permissions nor `@Public` stops the start. */
  readonly strict: boolean;
  /** Permissions by role. */
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** A table of the application's database with the columns `role` and `permission`, beside `roles`. */
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

/** As `@Secure` takes them. */
export const permissionNames = Joi.array().items(Joi.string().pattern(/^[^\s,]+$/, 'a name without blanks and commas'));

const names = Joi.array().items(Joi.string());

export const securitySection = Joi.object({
  authenticate: Joi.string().valid('whereNeeded', 'always'),
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

/** The configuration of an application of the core layer that uses {@link Security}. */
export class SecurityConfiguration extends ApplicationConfiguration {
  declare readonly security: SecuritySection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), security: securitySection };
  }
}
