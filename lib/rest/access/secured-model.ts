import type { Guard } from '../../core';
import type { Annotations, MetadataRegistry } from '../../metadata';
import { listed, SECURE, type SecureEntry, type Security, SecurityError } from '../../security';

interface Marked {
  readonly annotations: Annotations;
}

/** Refuses to start where a domain class carries `@Secure` and nothing can tell who sends a request. */
export class SecuredModel implements Guard {
  constructor(
    private readonly security: Security,
    private readonly registry: () => MetadataRegistry | undefined,
  ) {}

  /** @throws SecurityError AUTHENTICATOR_MISSING, SECURE_METHOD_IDLE */
  verify(): void {
    const registry = this.registry();
    if (!registry) return;
    const { entities, aggregates } = registry;
    const classes = entitiesOf(entities);
    const columns = entriesOf(entities.flatMap(({ fields }) => [...fields.values()]));
    const actions = entriesOf(aggregates.flatMap(({ actions }) => actions));
    requireMethods(columns, ['GET', 'POST', 'PUT']);
    requireMethods(actions, ['PUT']);
    const [entry] = [...classes, ...columns, ...actions];
    if (entry) this.security.requireAuthenticator(entry.at, listed(entry.permissions));
  }

  admit(): undefined {}
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
