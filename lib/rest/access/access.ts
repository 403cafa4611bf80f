import type { Request } from '../../core';
import type { Annotations, EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { permissionsIn, rightsOf, SECURE, type SecureEntry } from '../../security';
import { referredBy } from './referred';

/** What one request may do with the parts of the model, beside what its route has been asked for already. */
export interface Access {
  /** Whether nothing is secured at all, so that every question is answered by yes. */
  readonly isOpen: boolean;
  /** {@link referredBy} */
  referredBy(entity: EntityMetadata, field: FieldMetadata): readonly EntityMetadata[];
  /** Whether the request has all permissions that the entries ask for. */
  permits(entries: readonly SecureEntry[]): boolean;
  /**
   * @param what the part of the request that needs them, for the message: `The parameter "include"`
   * @throws UnauthorizedException, ForbiddenException
   */
  demand(entries: readonly SecureEntry[], what: string): void;
}

/** Of a model that carries no `@Secure`, and of the application's own code. */
export const OPEN_ACCESS: Access = {
  isOpen: true,
  referredBy: () => [],
  permits: () => true,
  demand: () => undefined,
};

export function accessOf(request: Request, registry: MetadataRegistry): Access {
  if (!isSecured(registry)) return OPEN_ACCESS;
  const rights = rightsOf(request);
  return {
    isOpen: false,
    referredBy: (entity, field) => referredBy(registry, entity, field),
    permits: (entries) => entries.length === 0 || rights.permits(permissionsIn(entries)),
    demand(entries, what) {
      if (entries.length > 0) rights.demand(permissionsIn(entries), what);
    },
  };
}

const secured = new WeakMap<MetadataRegistry, boolean>();

/** Whether any part of the model carries `@Secure`. */
export function isSecured(registry: MetadataRegistry): boolean {
  const known = secured.get(registry);
  if (known !== undefined) return known;
  const found = registry.entities.some((entity) =>
    [entity, ...entity.fields.values(), ...entity.collections.values()].some(isMarked),
  );
  secured.set(registry, found);
  return found;
}

function isMarked({ annotations }: { readonly annotations: Annotations }): boolean {
  return annotations.has(SECURE);
}
