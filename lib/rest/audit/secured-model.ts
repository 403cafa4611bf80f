import type { Guard, Logger, RouteDescription } from '../../core';
import { type Annotations, everyField, type MetadataRegistry, type ModelMistakes } from '../../metadata';
import {
  describePermissions,
  SECURE,
  type SecureEntry,
  type Security,
  SecurityError,
  type SecuritySection,
  unprotectedRoutes,
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

  /** @throws SecurityError AUTHENTICATOR_MISSING */
  verify(routes: readonly RouteDescription[]): void {
    const { registry, security, configuration } = this.application;
    if (!registry) return;
    const [entry] = [...entitiesOf(registry.entities), ...columnsOf(registry), ...actionsOf(registry)];
    if (!entry) return;
    security.requireAuthenticator(entry.at, describePermissions(entry.permissions));
    // Strict mode refuses to start with them.
    if (!configuration.security.strict) this.#warnOf(unprotectedRoutes(routes));
  }

  #warnOf(open: readonly RouteDescription[]): void {
    if (open.length === 0) return;
    const list = open.map(({ method, path }) => `${method} ${path}`).join(', ');
    this.application.logger.warn(
      `These routes write without a permission: ${list}. Mark them @Secure, or @Public where they are open on purpose; security.strict: true refuses to start with them.`,
    );
  }
}

/** Checks the methods that marks name; notes SECURE_METHOD_IDLE. */
export function verifySecureMarks(registry: MetadataRegistry, mistakes: ModelMistakes): void {
  noteIdle(columnsOf(registry), ['GET', 'POST', 'PUT'], mistakes);
  noteIdle(actionsOf(registry), ['PUT'], mistakes);
}

function columnsOf({ entities }: MetadataRegistry): readonly SecureEntry[] {
  const collections = entities.flatMap((entity) => [...entity.collections.values()]);
  const joins = new Set(collections.flatMap(({ joinFields }) => [...joinFields.values()]));
  return entriesOf([...entities.flatMap(everyField), ...joins]);
}

function actionsOf({ aggregates }: MetadataRegistry): readonly SecureEntry[] {
  return entriesOf(aggregates.flatMap(({ actions }) => actions));
}

function entitiesOf(entities: MetadataRegistry['entities']): readonly SecureEntry[] {
  return entriesOf(entities.flatMap((entity) => [entity, ...entity.collections.values()]));
}

function entriesOf(marked: readonly Marked[]): readonly SecureEntry[] {
  return marked.flatMap(({ annotations }) => (annotations.get(SECURE) ?? []) as readonly SecureEntry[]);
}

/** An entry that is never asked for would leave open what it is meant to close. */
function noteIdle(entries: readonly SecureEntry[], methods: readonly string[], mistakes: ModelMistakes): void {
  for (const { at, method } of entries) {
    if (method === undefined || methods.includes(method)) continue;
    mistakes.add(new SecurityError('SECURE_METHOD_IDLE', at, method, methods.join(', ')));
  }
}
