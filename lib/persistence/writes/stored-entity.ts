import type { DomainModel, Entity } from '../models/domain-model';
import { setStored } from '../sequelize/instance';

/**
 * An instance of a written row, without the cost of setting the values one by one.
 *
 * @param values by field, as instances hold them; the instance keeps this object
 */
export function storedEntity(model: DomainModel, values: Record<string, unknown>): Entity {
  const entity = model.build({}, { isNewRecord: false, raw: true });
  setStored(entity, values);
  return entity;
}
