import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { computedValue } from '../reads/computed-values';
import { settersOf } from '../sequelize/model-class';

/**
 * The current value of a field, to which a patch is applied: that of the column, since a getter may show less than is
 * stored. A setter takes what the getter returns, so that with one the getter counts.
 */
export function valueToPatch(entity: EntityMetadata, row: Entity, field: FieldMetadata): unknown {
  if (field.sources) return computedValue(entity, row, field);
  const setters = settersOf(modelOf(entity.type));
  return Object.hasOwn(setters, field.name) ? row.get(field.name) : row.getDataValue(field.name as never);
}
