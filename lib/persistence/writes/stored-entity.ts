import type { EntityMetadata } from '../../metadata';
import { type DomainModel, type Entity, isModelInstance, modelOf } from '../models/domain-model';
import type { Row } from '../reads/row';

/**
 * An instance of a row that was written; to set the values one by one would take longer than to write them.
 *
 * @param values by the names of the fields, as instances hold them; the instance keeps them
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
  // Instances hold booleans where drivers have numbers.
  return modelOf(type).build(values, { isNewRecord: false, raw: true });
}
