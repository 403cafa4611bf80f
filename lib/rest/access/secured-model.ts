import type { Guard } from '../../core';
import type { Annotations, MetadataRegistry } from '../../metadata';
import { listed, SECURE, type SecureEntry, type Security } from '../../security';

/** Refuses to start where a domain class carries `@Secure` and nothing can tell who sends a request. */
export class SecuredModel implements Guard {
  constructor(
    private readonly security: Security,
    private readonly registry: () => MetadataRegistry | undefined,
  ) {}

  /** @throws SecurityError AUTHENTICATOR_MISSING */
  verify(): void {
    const [entry] = securedIn(this.registry()?.entities ?? []);
    if (entry) this.security.requireAuthenticator(entry.at, listed(entry.permissions));
  }

  admit(): undefined {}
}

function securedIn(entities: MetadataRegistry['entities']): SecureEntry[] {
  const marked = entities.flatMap((entity) => [entity, ...entity.fields.values(), ...entity.collections.values()]);
  return marked.flatMap(
    ({ annotations }: { readonly annotations: Annotations }) => annotations.get(SECURE) ?? [],
  ) as SecureEntry[];
}
