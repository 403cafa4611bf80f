import type { Request } from '../../core';
import { type EntityMetadata, everyField, type FieldMetadata, type MetadataRegistry } from '../../metadata';
import { foreignKeysOf } from '../../persistence';
import { permissionsIn, rightsOf, SECURE, type SecureEntry } from '../../security';
import { type Access, newSelectionCaches, openAccess } from './access';
import { SealedWrites } from './sealed-writes';

/** The permissions of a sealed model. */
export class ModelRights {
  /** Whether any part of the model carries `@Secure`. */
  readonly isSecured: boolean;
  /** The rights of every request on a model without `@Secure`. */
  readonly open = openAccess();
  readonly #entries: readonly SecureEntry[];
  readonly #writes: SealedWrites;

  constructor(readonly registry: MetadataRegistry) {
    this.#entries = registry.entities.flatMap(entriesOf);
    this.isSecured = this.#entries.length > 0;
    this.#writes = new SealedWrites(this.isSecured ? registry.aggregates : []);
  }

  /** For each `@Secure` of the model, whether the request has its permissions. */
  decisionsOf(request: Request): readonly boolean[] {
    const rights = rightsOf(request);
    return this.#entries.map(({ permissions }) => rights.permits(permissions));
  }

  /** The rights of a request on the parts of the model. */
  accessOf(request: Request): Access {
    if (!this.isSecured) return this.open;
    const rights = rightsOf(request);
    return {
      isOpen: false,
      foreignKeyTargets: (entity, field) => foreignKeyTargets(this.registry, entity, field),
      writesAt: (root, path) => this.#writes.at(root, path),
      permits: (entries) => entries.length === 0 || rights.permits(permissionsIn(entries)),
      denial: (entries, what) => (entries.length === 0 ? undefined : rights.denial(permissionsIn(entries), what)),
      require(entries, what) {
        if (entries.length > 0) rights.require(permissionsIn(entries), what);
      },
      selections: newSelectionCaches(),
    };
  }
}

/** Whether any part of the model carries `@Secure`. */
export function isSecured({ entities }: Pick<MetadataRegistry, 'entities'>): boolean {
  return entities.some((entity) => entriesOf(entity).length > 0);
}

function entriesOf(entity: EntityMetadata): readonly SecureEntry[] {
  const collections = [...entity.collections.values()];
  const joins = collections.flatMap(({ joinFields }) => [...joinFields.values()]);
  const marked = [entity, ...everyField(entity), ...collections, ...joins];
  return marked.flatMap(({ annotations }) => (annotations.get(SECURE) ?? []) as readonly SecureEntry[]);
}

/** The classes that a field refers to as a foreign key: of a reference, to a parent, or in a join table. */
export function foreignKeyTargets(
  { entities }: MetadataRegistry,
  entity: EntityMetadata,
  { name }: FieldMetadata,
): readonly EntityMetadata[] {
  return foreignKeysOf(entity, entities)
    .filter(({ field }) => field === name)
    .map(({ target }) => target);
}
