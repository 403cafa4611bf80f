import { literal } from 'sequelize';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { sortTerm } from './column-term';

/** Entities of a class in the order that the database gives the values of a field. */
export async function sortedBy<T extends object>(
  { type, primaryKey }: EntityMetadata,
  field: FieldMetadata,
  entities: readonly T[],
): Promise<T[]> {
  const model = modelOf(type);
  const keyOf = (row: object) => String((row as Record<string, unknown>)[primaryKey.name]);
  const rows = await model.unscoped().findAll({
    attributes: [primaryKey.name],
    order: [literal(sortTerm(model, field).sql)],
    raw: true,
    paranoid: false,
  });
  const places = new Map(rows.map((row, place) => [keyOf(row), place]));
  return [...entities].sort((one, other) => places.get(keyOf(one))! - places.get(keyOf(other))!);
}
