import { literal } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import {
  columnOf,
  type DomainModel,
  type Entity,
  isModelInstance,
  modelOf,
  type StoredRow,
} from '../models/domain-model';
import { valuesOf } from '../sequelize/instance';
import { versionFieldOf } from '../sequelize/model-class';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { rowPlanOf } from './row-plan';
import { updateRows } from './send-rows';

/** Increments the version of rows by one, in one statement; does nothing for a class without a version. */
export async function incrementVersion(entity: EntityMetadata, rows: readonly StoredRow[]): Promise<void> {
  const model = modelOf(entity.type);
  const version = versionFieldOf(model);
  if (version === undefined) return;
  await incrementVersionsAt(
    model,
    rows.map((row) => row.get(entity.primaryKey.name)),
  );
  for (const row of rows) if (isModelInstance(row)) incrementKnown(row, version);
}

/** Increments the version of the rows with these primary keys; does nothing for a class without a version. */
export async function incrementVersionsAt(model: DomainModel, keys: readonly unknown[]): Promise<void> {
  if (versionFieldOf(model) === undefined || keys.length === 0) return;
  const [key] = rowPlanOf(model).keys;
  await updateRows(model, incrementedVersion(model), [[key!, keys]]);
}

/** Increments the version in the instance, if it was loaded. */
function incrementKnown(row: Entity, name: string): void {
  const values = valuesOf(row);
  const before = values[name] ?? null;
  if (before === null) return;
  currentUnit(row.sequelize)?.remember(row);
  values[name] = Number(before) + 1;
}

/** The expression `version + 1` by field; empty for a class without a version. */
export function incrementedVersion(model: DomainModel): Readonly<Record<string, unknown>> {
  const version = versionFieldOf(model);
  if (version === undefined) return {};
  return { [version]: literal(`${queryGeneratorOf(model).quoteIdentifier(columnOf(model, version))} + 1`) };
}
