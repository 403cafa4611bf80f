import type { EntityMetadata } from '../../metadata';
import { type Entity, type FieldValues, holdsExpression, modelOf, type StoredRow } from '../models/domain-model';
import { codeOnReads } from '../reads/code-run-on-reads';
import { atPath } from './at-path';
import { newEntity, requireFilled } from './entity-values';
import { insertInstances } from './insert-instances';
import { insertPlainRows, runsOnInstances } from './insert-model-rows';
import { readAgain } from './read-again';
import { rowPlanOf } from './row-plan';
import { storedEntity } from './stored-entity';
import { touchRoots } from './touched-roots';
import { withViolations } from './with-violations';

/**
 * Inserts one row for each set of values, with generated keys.
 *
 * @returns in the order of the values
 * @throws InvalidEntityError when the model or the database rejects a value; paths begin with the index of the row
 */
export async function insertEntities(
  entity: EntityMetadata,
  values: readonly FieldValues[],
): Promise<readonly StoredRow[]> {
  const model = modelOf(entity.type);
  const onInstances = runsOnInstances(model, values);
  const rows = await (onInstances ? insertAsInstances(entity, values) : insertAsRows(entity, values));
  touchRoots(entity, rows, { isIncremented: true, isNew: true });
  const computed = onInstances || rowPlanOf(model).hasExpressions ? rows.filter(holdsExpression) : [];
  if (computed.length > 0) await readAgain(entity, computed, true);
  return rows;
}

async function insertAsRows(entity: EntityMetadata, values: readonly FieldValues[]): Promise<readonly StoredRow[]> {
  const model = modelOf(entity.type);
  const rows = await withViolations(entity, () => insertPlainRows(model, values));
  return codeOnReads(entity).isAny ? rows.map((row) => storedEntity(model, row.get())) : rows;
}

async function insertAsInstances(entity: EntityMetadata, values: readonly FieldValues[]): Promise<Entity[]> {
  const model = modelOf(entity.type);
  const rows = await withViolations(entity, async () => newInstances(entity, values));
  if (rows.length > 0) await withViolations(entity, () => insertInstances(model, rows));
  return rows;
}

/** Builds new instances; setters of computed fields may reject values. */
function newInstances(entity: EntityMetadata, values: readonly FieldValues[]): Entity[] {
  const rows = values.map((one, index) => atPath([index], () => newEntity(entity, one)));
  requireFilled(entity, rows, values);
  return rows;
}
