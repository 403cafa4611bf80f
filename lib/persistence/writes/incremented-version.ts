import { literal } from 'sequelize';
import { columnOf, type DomainModel } from '../models/domain-model';
import { versionFieldOf } from '../sequelize/model-class';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { rowPlanOf } from './row-plan';
import { updateRows } from './send-rows';

/** Increments the version of the rows with these primary keys; does nothing for a class without a version. */
export async function incrementVersionsAt(model: DomainModel, keys: readonly unknown[]): Promise<void> {
  if (versionFieldOf(model) === undefined || keys.length === 0) return;
  const [key] = rowPlanOf(model).keys;
  await updateRows(model, incrementedVersion(model), [[key!, keys]]);
}

/** The expression `version + 1` by field; empty for a class without a version. */
export function incrementedVersion(model: DomainModel): Readonly<Record<string, unknown>> {
  const version = versionFieldOf(model);
  if (version === undefined) return {};
  return { [version]: literal(`${queryGeneratorOf(model).quoteIdentifier(columnOf(model, version))} + 1`) };
}
