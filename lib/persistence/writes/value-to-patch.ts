import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Entity } from '../models/domain-model';
import { computedValue } from '../reads/computed-values';

/**
 * The current value of a field, to which a patch is applied: that of the column, since a getter may show less than is
 * stored. A setter takes what the getter returns, so that with one the getter counts.
 */
export function valueToPatch(entity: EntityMetadata, row: Entity, field: FieldMetadata): unknown {
  if (field.sources) return computedValue(entity, row, field);
  const { _customSetters: setters } = row as unknown as { readonly _customSetters: object };
  return Object.hasOwn(setters, field.name) ? row.get(field.name) : row.getDataValue(field.name as never);
}
