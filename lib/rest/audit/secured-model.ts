import type { Guard, Logger, RouteDescription } from '../../core';
import { type Annotations, everyField, type MetadataRegistry, type ModelMistakes } from '../../metadata';
import {
  describePermissions,
  readingAloneNote,
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

/** Requires an authenticator if a domain class has `@Secure`, and warns of unprotected write routes in such a domain. */
export class SecuredModel implements Guard {
  constructor(private readonly application: SecuredApplication) {}

  /** @throws SecurityError AUTHENTICATOR_MISSING */
  verifyRoutes(routes: readonly RouteDescription[]): void {
    const { registry, security, configuration } = this.application;
    if (!registry) return;
    const [entry] = [
      ...classAndCollectionEntries(registry.entities),
      ...columnEntries(registry),
      ...actionMethodEntries(registry),
    ];
    if (!entry) return;
    security.requireAuthenticator(entry.at, describePermissions(entry.permissions));
    // In strict mode they have stopped the start.
    if (!configuration.security.strict) this.#warnOf(unprotectedRoutes(routes));
  }

  #warnOf(unprotected: readonly RouteDescription[]): void {
    if (unprotected.length === 0) return;
    const list = unprotected.map((route) => `${route.method} ${route.path}${readingAloneNote(route)}`).join(', ');
    this.application.logger.warn(
      `These routes write without a permission: ${list}. Mark them @Secure, or @Public if that is intended; with security.strict: true they stop the start.`,
    );
  }
}

/** Notes SECURE_METHOD_WITHOUT_EFFECT for each `@Secure` with a method that has no effect on its element. */
export function verifySecureMarks(registry: MetadataRegistry, mistakes: ModelMistakes): void {
  noteIdleMethods(columnEntries(registry), ['GET', 'POST', 'PUT'], mistakes);
  noteIdleMethods(actionMethodEntries(registry), ['PUT'], mistakes);
}

function columnEntries({ entities }: MetadataRegistry): readonly SecureEntry[] {
  const collections = entities.flatMap((entity) => [...entity.collections.values()]);
  const joins = new Set(collections.flatMap(({ joinFields }) => [...joinFields.values()]));
  return entriesOf([...entities.flatMap(everyField), ...joins]);
}

function actionMethodEntries({ aggregates }: MetadataRegistry): readonly SecureEntry[] {
  return entriesOf(aggregates.flatMap(({ actions }) => actions));
}

function classAndCollectionEntries(entities: MetadataRegistry['entities']): readonly SecureEntry[] {
  return entriesOf(entities.flatMap((entity) => [entity, ...entity.collections.values()]));
}

function entriesOf(marked: readonly Marked[]): readonly SecureEntry[] {
  return marked.flatMap(({ annotations }) => (annotations.get(SECURE) ?? []) as readonly SecureEntry[]);
}

/** An entry without effect would leave its element unprotected. */
function noteIdleMethods(entries: readonly SecureEntry[], methods: readonly string[], mistakes: ModelMistakes): void {
  for (const { at, method } of entries) {
    if (method === undefined || methods.includes(method)) continue;
    mistakes.add(new SecurityError('SECURE_METHOD_WITHOUT_EFFECT', at, method, methods.join(', ')));
  }
}
