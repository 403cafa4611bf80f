import type { Declarations } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';
import type { EntityMetadata } from './types/entities';
import type { FieldMetadata } from './types/fields';

type Keys = Pick<EntityMetadata, 'primaryKey' | 'isKeyed' | 'rowOrder' | 'isOrderTotal'>;

/**
 * What tells the rows of a class apart, and the order that follows from it.
 *
 * @throws MetadataError PRIMARY_KEY_COMPOSITE, PRIMARY_KEY_MISSING unless the class is a root with `keyed: false`
 */
export function describeKeys(
  type: DomainClass,
  declared: Declarations,
  fields: readonly FieldMetadata[],
  mistakes: ModelMistakes,
): Keys {
  if (declared.aggregate?.keyed === false) return keysOfRows(type, fields);
  const primaryKey = primaryKeyOf(type, fields, mistakes);
  return { primaryKey, isKeyed: true, rowOrder: Object.freeze([primaryKey]), isOrderTotal: true };
}

function keysOfRows({ name }: DomainClass, fields: readonly FieldMetadata[]): Keys {
  const keys = fields.filter(({ isPrimaryKey }) => isPrimaryKey);
  const sortable = fields.filter(isSortable);
  const visible = sortable.filter(({ access }) => access === 'open' || access === 'readOnly');
  const rowOrder = [keys, visible, sortable, fields.slice(0, 1)].find(({ length }) => length > 0);
  if (!rowOrder) throw new MetadataError('PRIMARY_KEY_MISSING', name);
  return { primaryKey: rowOrder[0]!, isKeyed: false, rowOrder: Object.freeze(rowOrder), isOrderTotal: keys.length > 0 };
}

const UNSORTED: ReadonlySet<FieldMetadata['type']['kind']> = new Set(['json', 'set', 'bytes', 'opaque']);

function isSortable({ type, large }: FieldMetadata): boolean {
  return !large && !UNSORTED.has(type.kind);
}

function primaryKeyOf({ name }: DomainClass, fields: readonly FieldMetadata[], mistakes: ModelMistakes): FieldMetadata {
  const keys = fields.filter(({ isPrimaryKey }) => isPrimaryKey);
  // The generated key is the one of BaseDomain.
  const primaryKey = keys.length > 1 ? keys.find(({ origin }) => origin === 'generated') : keys[0];
  if (!primaryKey && keys.length > 1) {
    throw new MetadataError('PRIMARY_KEY_COMPOSITE', name, keys.map((key) => key.name).join(', '));
  }
  if (!primaryKey) throw new MetadataError('PRIMARY_KEY_MISSING', name);
  for (const other of keys) {
    if (other !== primaryKey) mistakes.add(new MetadataError('PRIMARY_KEY_TWICE', name, other.name, primaryKey.name));
  }
  return primaryKey;
}
