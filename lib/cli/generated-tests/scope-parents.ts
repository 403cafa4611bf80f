import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { foreignKeysOf } from '../../persistence';

/** What a foreign key refers to. */
export interface ScopeParent {
  readonly parent: EntityMetadata;
  /** The field of the parent that has the same value. */
  readonly key: FieldMetadata;
}

/** The foreign keys of classes with scopes. The suites store an entity with the key that a rule compares. */
export class ScopeParents {
  /** A text says why no suite can store the parent. */
  readonly #found: ReadonlyMap<FieldMetadata, ScopeParent | string>;

  constructor(scoped: readonly EntityMetadata[], entities: readonly EntityMetadata[]) {
    const found = scoped.flatMap((entity) =>
      foreignKeysOf(entity, entities).map(({ field }) => [field, entity] as const),
    );
    this.#found = new Map(
      found.map(([name, entity]) => [entity.fields.get(name)!, parentOrReason(entity, name, entities)]),
    );
  }

  has(field: FieldMetadata): boolean {
    return this.#found.has(field);
  }

  /** Undefined for a field that is no foreign key. @throws Error if no suite can store the parent */
  of(field: FieldMetadata): ScopeParent | undefined {
    const found = this.#found.get(field);
    if (typeof found === 'string') throw new Error(`its rule compares ${field.wireName}, which refers to ${found}`);
    return found;
  }
}

function parentOrReason(
  entity: EntityMetadata,
  name: string,
  entities: readonly EntityMetadata[],
): ScopeParent | string {
  const [first, ...others] = foreignKeysOf(entity, entities).filter(({ field }) => field === name);
  const { target, targetField, scopes } = first!;
  if (others.length > 0 || scopes.length > 0) return 'several classes';
  return target === entity ? 'its own class' : { parent: target, key: target.fields.get(targetField)! };
}
