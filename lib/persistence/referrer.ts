import type { ModelAttributeColumnOptions } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import { type DomainModel, type Entity, modelOf } from './domain-model';

/** A foreign key of a class that keeps what it refers to from being deleted. */
interface ForeignKey {
  readonly model: DomainModel;
  readonly field: string;
  /** The field that it holds the value of. */
  readonly referred: string;
}

/**
 * The name of a class with entities that refer to one of the rows, and keep it from being deleted.
 *
 * @returns undefined when no model tells of such a foreign key
 */
export async function referrerOf({ type }: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
  for (const { model, field, referred } of foreignKeysTo(modelOf(type))) {
    const where = { [field]: rows.map((row) => row.get(referred) as string) };
    const found = await model.unscoped().findOne({ where, attributes: [field], raw: true, paranoid: false });
    if (found) return model.name;
  }
  return undefined;
}

function foreignKeysTo(target: DomainModel): ForeignKey[] {
  const models = Object.values(target.sequelize!.models) as DomainModel[];
  return models.flatMap((model) =>
    Object.entries(model.getAttributes()).flatMap(([field, column]): ForeignKey[] => {
      const { references, onDelete = '' } = column as ModelAttributeColumnOptions;
      const isRefusing = !/^(SET NULL|CASCADE)$/i.test(onDelete);
      if (typeof references !== 'object' || !isRefusing || !isTable(references.model, target)) return [];
      const key = references.key ?? target.primaryKeyAttribute;
      return [{ model, field, referred: target.fieldAttributeMap[key] ?? key }];
    }),
  );
}

/** The name of a table comes with that of its schema where it has one. */
function isTable(table: unknown, target: DomainModel): boolean {
  return nameOf(table) === nameOf(target.getTableName());
}

function nameOf(table: unknown): unknown {
  return typeof table === 'object' && table !== null && 'tableName' in table ? table.tableName : table;
}
