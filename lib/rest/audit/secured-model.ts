import type { Guard, Logger, RouteDescription } from '../../core';
import type { Annotations, MetadataRegistry } from '../../metadata';
import {
  listed,
  SECURE,
  type SecureEntry,
  type Security,
  SecurityError,
  type SecuritySection,
  unprotected,
} from '../../security';

interface SecuredApplication {
  readonly security: Security;
  /** Undefined before the plugins are initialised. */
  readonly registry: MetadataRegistry | undefined;
  readonly configuration: { readonly security: Pick<SecuritySection, 'strict'> };
  readonly logger: Logger;
}

interface Marked {
  readonly annotations: Annotations;
}

/**
 * Refuses to start where a domain class carries `@Secure` and nothing can tell who sends a request, and warns of the
 * write routes of such a domain that nothing protects.
 */
export class SecuredModel implements Guard {
  constructor(private readonly application: SecuredApplication) {}

  /** @throws SecurityError AUTHENTICATOR_MISSING, SECURE_METHOD_IDLE */
  verify(routes: readonly RouteDescription[]): void {
    const { registry, security, configuration } = this.application;
    if (!registry) return;
    const { entities, aggregates } = registry;
    const classes = entitiesOf(entities);
    const columns = entriesOf(entities.flatMap(({ fields }) => [...fields.values()]));
    const actions = entriesOf(aggregates.flatMap(({ actions }) => actions));
    requireMethods(columns, ['GET', 'POST', 'PUT']);
    requireMethods(actions, ['PUT']);
    const [entry] = [...classes, ...columns, ...actions];
    if (!entry) return;
    security.requireAuthenticator(entry.at, listed(entry.permissions));
    // Strict mode refuses to start with them.
    if (!configuration.security.strict) this.#warnOf(unprotected(routes));
  }

  #warnOf(open: readonly RouteDescription[]): void {
    if (open.length === 0) return;
    const list = open.map(({ method, path }) => `${method} ${path}`).join(', ');
    this.application.logger.warn(
      `These routes write without a permission: ${list}. Mark them @Secure, or @Public where they are open on purpose; security.strict: true refuses to start with them.`,
    );
  }
}

function entitiesOf(entities: MetadataRegistry['entities']): readonly SecureEntry[] {
  return entriesOf(entities.flatMap((entity) => [entity, ...entity.collections.values()]));
}

function entriesOf(marked: readonly Marked[]): readonly SecureEntry[] {
  return marked.flatMap(({ annotations }) => (annotations.get(SECURE) ?? []) as readonly SecureEntry[]);
}

/** An entry that is never asked for would leave open what it is meant to close. */
function requireMethods(entries: readonly SecureEntry[], methods: readonly string[]): void {
  const idle = entries.find(({ method }) => method !== undefined && !methods.includes(method));
  if (idle) throw new SecurityError('SECURE_METHOD_IDLE', idle.at, idle.method!, methods.join(', '));
}
