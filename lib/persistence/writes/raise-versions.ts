import { literal } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { everyRow } from '../models/default-scope';
import { type DomainModel, type Entity, modelOf } from '../models/domain-model';
import type { LockedRoots } from './row-locks';

/** Raises the version of roots by one, in one statement; nothing where their class has none. */
export async function raiseVersions(root: EntityMetadata, roots: readonly Entity[]): Promise<void> {
  const model = modelOf(root.type);
  if (model._versionAttribute === undefined || roots.length === 0) return;
  const where = { [root.primaryKey.name]: roots.map((row) => row.get(root.primaryKey.name) as string) };
  await everyRow(model).update(raisedVersion(model) as never, { where, silent: true, hooks: false, validate: false });
}

/** {@link raiseVersions} of all roots that hold what has changed. */
export async function raiseVersionsOf(holders: readonly LockedRoots[]): Promise<void> {
  for (const { aggregate, roots } of holders) await raiseVersions(aggregate.root, roots);
}

/** The version of rows, one higher than it is; nothing where their class has none. */
export function raisedVersion(model: DomainModel): Readonly<Record<string, unknown>> {
  const version = model._versionAttribute;
  if (version === undefined) return {};
  const column = model.getAttributes()[version as never] as { field: string };
  return { [version]: literal(`${quote(model, column.field)} + 1`) };
}

function quote(model: DomainModel, column: string): string {
  const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: { quoteIdentifier(name: string): string };
  };
  return queryGenerator.quoteIdentifier(column);
}
