import type { Application, ApplicationConfiguration, Plugin } from '../core';
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
  /** Asked before those of the configuration. */
  readonly authenticators?: readonly Authenticator[];
  /** In place of one that reads the roles of the configuration. */
  readonly authorizer?: Authorizer;
  /** In place of the users of the configuration. */
  readonly users?: UserStore;
  /** Where sessions are kept, asked for at the start; memory when it is undefined. */
  readonly sessions?: () => SessionStore | undefined;
  /** Where requests are counted in a database, asked for at the start. */
  readonly rates?: () => RateStore | undefined;
  /** Where permissions of roles are kept beside those of the configuration, asked for at the start. */
  readonly roles?: () => RoleStore | undefined;
  /** A connected client of redis or ioredis, for `security.rateLimit.store: redis`. */
  readonly redis?: object;
}

type SecuredApplication = Application<ApplicationConfiguration & { readonly security: SecuritySection }>;

const SESSION_PATH = '/session';

/**
 * Lets an application know who sends a request and what they may do, as its section `security` says.
 *
 * An application with a domain model has one already; one of the core layer alone registers it as a plugin.
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
    this.#options = options;
    this.#authenticators = [...(options.authenticators ?? [])];
    this.#authorizer = options.authorizer;
  }

  /** Adds one, to be asked after those that are there and before those of the configuration. */
  addAuthenticator(authenticator: Authenticator): this {
    this.#authenticators.push(authenticator);
    return this;
  }

  setAuthorizer(authorizer: Authorizer): this {
    this.#authorizer = authorizer;
    return this;
  }

  /** Whether anything can tell who sends a request; once initialised. */
  get hasAuthenticator(): boolean {
    return this.#guard?.hasAuthenticator ?? false;
  }

  /** @throws SecurityError AUTHENTICATOR_MISSING where nothing can tell who sends a request; once initialised */
  requireAuthenticator(subject: string, needed: string): void {
    this.#guard?.requireAuthenticator(subject, needed);
  }

  init(application: Application): void {
    const { configuration, project, mountPath, connectors } = application as SecuredApplication;
    const section = configuration.security;
    verifyParts({ ...this.#options, authenticators: this.#authenticators, authorizer: this.#authorizer });
    const cors = section.cors && new Cors(section.cors);
    const authorizer = this.#authorizer ?? this.#configuredAuthorizer(section);
    const { authenticators, sessionResource } = configuredAuthentication(section, {
      authorizer,
      users: this.#options.users,
      sessions: this.#options.sessions?.(),
      projectRoot: project.projectRoot,
      mountPath,
      connectors,
      trusts: (origin) => section.cors?.credentials === true && cors!.allows(origin),
    });
    application.addFilter(new SecurityHeaders(section.headers));
    if (cors) application.addFilter(cors);
    const rateLimit = section.rateLimit && this.#rateLimit(section.rateLimit, application);
    if (rateLimit) application.addFilter(rateLimit);
    if (sessionResource) addSessionRoutes(application, sessionResource, section.session?.path ?? SESSION_PATH);
    this.#guard = new SecurityGuard([...this.#authenticators, ...authenticators], authorizer, section);
    application.addGuard(this.#guard);
    if (rateLimit) application.addGuard(rateLimit);
  }

  #configuredAuthorizer({ roles, rolesTable }: SecuritySection): Authorizer {
    if (rolesTable && !this.#options.roles) throw new SecurityError('ROLE_STORE_MISSING', rolesTable);
    return new Authorizer(roles, this.#options.roles?.());
  }

  #rateLimit(section: RateLimitSection, { project, logger, name }: Application): RateLimit | undefined {
    const { rates, redis } = this.#options;
    const { store = 'memory' } = section;
    const given = store === 'database' ? rates?.() : undefined;
    const isMissing = store === 'database' ? !rates : store === 'redis' && !redis;
    if (isMissing) throw new SecurityError('RATE_STORE_MISSING', store);
    // An application that is inspected alone has no database.
    if (store === 'database' && !given) return undefined;
    const counting = given ?? new LimiterStore(project.projectRoot, store === 'redis' ? redis : undefined);
    return new RateLimit(section, counting, logger, name);
  }

  inspect(application: Application): void {
    this.init(application);
  }

  destroy(): void {
    this.#guard = undefined;
  }
}

/** Whoever logs in or out need not have logged in before. */
function addSessionRoutes(application: Application, resource: SessionResource, path: string): void {
  const routes = application.resource(resource);
  const open = routes.builder(path).attribute(Authorizer.PUBLIC, true);
  open.action('POST', 'createSession').action('DELETE', 'deleteSession');
  routes.builder(path).attribute(Authorizer.PERMISSIONS, Authorizer.AUTHENTICATED).action('GET', 'readSession');
}
