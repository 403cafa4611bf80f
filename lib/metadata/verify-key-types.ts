import type { Declarations } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { AggregateMetadata } from './types/aggregates';
import type { DomainClass } from './types/domain-class';
import type { FieldMetadata } from './types/fields';

/** By kind of type, the data types whose values have no exact text, so that no path could name the entity. */
const UNSUITED_KEYS: Partial<Record<FieldMetadata['type']['kind'], string>> = {
  boolean: 'BOOLEAN',
  bytes: 'BINARY, VARBINARY or BLOB',
  datetime: 'DATE',
  float: 'FLOAT or DOUBLE',
  json: 'JSON',
  set: 'SET',
};

/** The data type of a key that no path could name; undefined for a suited one. */
export function unsuitedKeyType({ type }: Pick<FieldMetadata, 'type'>): string | undefined {
  return UNSUITED_KEYS[type.kind];
}

/**
 * Reports ENTITY_KEY_TYPE for the primary keys that name children in paths. A single child has no key there; roots and
 * marked keys are verified with their class.
 */
export function verifyKeysOfChildren(
  aggregates: Iterable<AggregateMetadata>,
  declarations: ReadonlyMap<DomainClass, Declarations>,
  mistakes: ModelMistakes,
): void {
  const collections = [...aggregates].flatMap(({ paths }) => paths.map((path) => path.at(-1)!));
  const children = new Set(collections.filter(({ kind }) => kind !== 'oneToOne').map(({ target }) => target));
  for (const { type, name, key, isRoot } of children) {
    const dataType = unsuitedKeyType(key);
    if (!dataType || isRoot || declarations.get(type)!.entityKeys.size > 0) continue;
    mistakes.add(new MetadataError('ENTITY_KEY_TYPE', name, key.name, dataType));
  }
}
