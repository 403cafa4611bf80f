import type { EntityMetadata } from '../../metadata';
import { type Entity, isModelInstance, modelOf } from '../models/domain-model';
import { type Row, SelectedRow } from './row';

/** The instance of a row, with the fields that were read; Sequelize builds it as those that it finds itself. */
export function entityOf({ type, fields }: EntityMetadata, row: Row): Entity {
  if (isModelInstance(row)) return row;
  const values: Record<string, unknown> = {};
  let read = 0;
  for (const name of fields.keys()) {
    if (row instanceof SelectedRow && !row.columns.has(name)) continue;
    values[name] = row instanceof SelectedRow ? row.stored(name) : row.get(name);
    read++;
  }
  // The names mark an instance whose other fields are unknown.
  const attributes = read < fields.size ? { attributes: Object.keys(values) } : {};
  return modelOf(type).build(values, { isNewRecord: false, raw: true, ...attributes } as object);
}
