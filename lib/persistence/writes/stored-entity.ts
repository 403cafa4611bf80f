import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, isModelInstance, modelOf } from '../models/domain-model';
import type { Row } from '../reads/row';

/**
 * An instance of a written row, without the cost of setting the values one by one.
 *
 * @param values by field, as instances hold them; the instance keeps this object
 */
export function storedEntity(model: DomainModel, values: Record<string, unknown>): Entity {
  const entity = model.build({}, { isNewRecord: false, raw: true });
  return Object.assign(entity, { dataValues: values, _previousDataValues: { ...values } });
}

/** The instance of a row that was read with all its fields. */
export function entityOf({ type, fields }: EntityMetadata, row: Row): Entity {
  if (isModelInstance(row)) return row;
  const values: Record<string, unknown> = {};
  for (const name of fields.keys()) values[name] = row.get(name);
  // `build` converts the numbers of drivers to booleans.
  return modelOf(type).build(values, { isNewRecord: false, raw: true });
}
