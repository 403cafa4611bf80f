import type { Application, ApplicationConfiguration, Plugin } from '../core';
import { checkOptions, type OptionKinds } from '../foundation';
import type { Authenticator } from './authenticator';
import { Authorizer, type RoleStore } from './authorizer';
import { configuredAuthentication } from './configured-authentication';
import { SecurityError } from './errors';
import { Cors } from './hardening/cors';
import { RateLimit, type RateLimitSection } from './hardening/rate-limit';
import { LimiterStore, type RateStore } from './hardening/rate-store';
import { SecurityHeaders } from './hardening/security-headers';
import type { UserStore } from './passwords/user-store';
import { SecurityGuard } from './security-guard';
import type { SecuritySection } from './security-section';
import type { SessionResource } from './session/session-resource';
import type { SessionStore } from './session/session-store';
import { verifyParts } from './verify-parts';

export interface SecurityOptions {
  /** Tried before those of the configuration. */
  readonly authenticators?: readonly Authenticator[];
  /** Replaces the one that reads the roles of the configuration. */
  readonly authorizer?: Authorizer;
  /** Replaces the users of the configuration. */
  readonly users?: UserStore;
  /** The store of sessions, called at the start; sessions are kept in memory when it returns undefined. */
  readonly sessionStore?: () => SessionStore | undefined;
  /** The store of rate limits in a database, called at the start. */
  readonly rateStore?: () => RateStore | undefined;
  /** A store of role permissions in addition to those of the configuration, called at the start. */
  readonly roleStore?: () => RoleStore | undefined;
  /** A connected client of redis or ioredis, for `security.rateLimit.store: redis`. */
  readonly redis?: object;
}

const OPTIONS = {
  authenticators: 'list',
  authorizer: 'any',
  users: 'any',
  sessionStore: 'function',
  rateStore: 'function',
  roleStore: 'function',
  redis: 'any',
} satisfies OptionKinds<SecurityOptions>;

type SecuredApplication = Application<ApplicationConfiguration & { readonly security: SecuritySection }>;

const SESSION_PATH = '/session';

/**
 * Authenticates and authorizes requests as the configuration section `security` says.
 *
 * An application with a domain model includes it; a core application registers it as a plugin.
 *
 * @example
 * ```ts
 * class ShelfApplication extends Application<SecurityConfiguration> {
 *   static override readonly Configuration = SecurityConfiguration;
 *   override registerPlugins() {
 *     this.registerPlugin(new Security());
 *   }
 * }
 * ```
 */
export class Security implements Plugin {
  readonly #options: SecurityOptions;
  readonly #authenticators: Authenticator[];
  #authorizer?: Authorizer;
  #guard?: SecurityGuard;

  constructor(options: SecurityOptions = {}) {
    checkOptions(options, OPTIONS, 'new Security()');
    this.#options = options;
    this.#authenticators = [...(options.authenticators ?? [])];
    this.#authorizer = options.authorizer;
  }

  /** Adds an authenticator, tried after the existing ones and before those of the configuration. */
  addAuthenticator(authenticator: Authenticator): this {
    this.#authenticators.push(authenticator);
    return this;
  }

  setAuthorizer(authorizer: Authorizer): this {
    this.#authorizer = authorizer;
    return this;
  }

  /** Whether there is an authenticator; false before initialization. */
  get hasAuthenticator(): boolean {
    return this.#guard?.hasAuthenticator ?? false;
  }

  /**
   * Does nothing before initialization.
   *
   * @internal
   * @throws SecurityError AUTHENTICATOR_MISSING
   */
  requireAuthenticator(subject: string, required: string): void {
    this.#guard?.requireAuthenticator(subject, required);
  }

  init(application: Application): void {
    const { configuration, project, mountPath, connectors, workers } = application as SecuredApplication;
    const section = configuration.security;
    verifyParts({ ...this.#options, authenticators: this.#authenticators, authorizer: this.#authorizer });
    const cors = section.cors && new Cors(section.cors);
    const trusts = (origin: string) => section.cors?.credentials === true && cors!.allows(origin);
    const authorizer = this.#authorizer ?? this.#configuredAuthorizer(section);
    const sessions = this.#options.sessionStore?.();
    const { authenticators, sessionResource } = configuredAuthentication(section, {
      authorizer,
      users: this.#options.users,
      sessions,
      projectRoot: project.projectRoot,
      mountPath,
      connectors,
      workers,
      trusts,
      lists: (origin) => section.cors?.origins.includes(origin) === true,
    });
    application.addFilter(new SecurityHeaders(section.headers));
    if (cors) application.addFilter(cors);
    const rateLimit = section.rateLimit && this.#rateLimit(section.rateLimit, application);
    if (rateLimit) application.addFilter(rateLimit);
    if (sessionResource) addSessionRoutes(application, sessionResource, section.session?.path ?? SESSION_PATH);
    const all = [...this.#authenticators, ...authenticators];
    const findsSessions = section.session !== undefined && sessions !== undefined;
    this.#guard = new SecurityGuard(all, authorizer, section, trusts, findsSessions);
    application.addGuard(this.#guard);
    if (rateLimit) application.addGuard(rateLimit);
  }

  #configuredAuthorizer({ roles, rolesTable }: SecuritySection): Authorizer {
    if (rolesTable && !this.#options.roleStore) throw new SecurityError('ROLE_STORE_MISSING', rolesTable);
    return new Authorizer(roles, this.#options.roleStore?.());
  }

  #rateLimit(section: RateLimitSection, { project, logger, name, workers }: Application): RateLimit | undefined {
    const { rateStore: databaseStore, redis } = this.#options;
    const { store = 'memory' } = section;
    if (store === 'memory' && workers > 1) {
      logger.warn(
        `Each of the ${workers} workers of server.workers counts for security.rateLimit by itself, so that clients may send up to ${workers} times as many requests: set security.rateLimit.store.`,
      );
    }
    if ((store === 'database' && !databaseStore) || (store === 'redis' && !redis)) {
      throw new SecurityError('RATE_STORE_MISSING', store);
    }
    const rateStore =
      store === 'database'
        ? databaseStore!()
        : new LimiterStore(project.projectRoot, store === 'redis' ? redis : undefined);
    // An application that is only inspected has no database.
    return rateStore && new RateLimit(section, rateStore, logger, name);
  }

  inspect(application: Application): void {
    this.init(application);
  }

  destroy(): void {
    this.#guard = undefined;
  }
}

/** Login and logout are public; reading the session requires credentials. */
function addSessionRoutes(application: Application, resource: SessionResource, path: string): void {
  const routes = application.resource(resource);
  const publicRoutes = routes.builder(path).attribute(Authorizer.PUBLIC, true);
  publicRoutes.action('POST', 'createSession').action('DELETE', 'deleteSession');
  routes.builder(path).attribute(Authorizer.PERMISSIONS, Authorizer.AUTHENTICATED).action('GET', 'readSession');
}
