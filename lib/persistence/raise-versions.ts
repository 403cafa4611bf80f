import { literal } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import { type DomainModel, type Entity, modelOf } from './domain-model';

/** Raises the version of roots by one, in one statement; nothing where their class has none. */
export async function raiseVersions(root: EntityMetadata, roots: readonly Entity[]): Promise<void> {
  const model = modelOf(root.type);
  const version = model._versionAttribute;
  if (version === undefined || roots.length === 0) return;
  const column = model.getAttributes()[version as never] as { field: string };
  const raised = literal(`${quote(model, column.field)} + 1`);
  const where = { [root.primaryKey.name]: roots.map((row) => row.get(root.primaryKey.name) as string) };
  await model.update({ [version]: raised } as never, { where, silent: true, hooks: false, validate: false });
}

function quote(model: DomainModel, column: string): string {
  const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: { quoteIdentifier(name: string): string };
  };
  return queryGenerator.quoteIdentifier(column);
}
