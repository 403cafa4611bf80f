import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DeleteRule, EntityMetadata } from '../../metadata';
import { tiesOf } from './association';
import { withoutDefaultScope } from './default-scope';
import { declaredRule, ruleOf } from './delete-rules';
import { type DomainModel, type Entity, modelOf } from './domain-model';

/** A foreign key to a class, other than those of the collections of that class. */
export interface Referrer extends ReferringColumn {
  /** Undefined for a join table. */
  readonly entity?: EntityMetadata;
  /** The rule that the model declares; undefined where the database alone decides. */
  readonly rule?: DeleteRule;
}

/** An entity is one of a single sealed registry. */
const known = new WeakMap<EntityMetadata, readonly Referrer[]>();

export function referrersTo(target: EntityMetadata, entities: readonly EntityMetadata[]): readonly Referrer[] {
  const referrers = known.get(target) ?? findReferrers(target, entities);
  known.set(target, referrers);
  return referrers;
}

/**
 * The rows that refer to one of the given rows, those outside their default scope too; locked.
 *
 * @param limit as many as are needed; all when absent
 */
export function referringRows(
  { model, field, referred }: Referrer,
  rows: readonly Entity[],
  limit?: number,
): Promise<Entity[]> {
  const where = { [field]: rows.map((row) => row.get(referred) as string) };
  const order = model.primaryKeyAttributes.map((name): [string, string] => [name, 'ASC']);
  return withoutDefaultScope(model).findAll({ where, order, lock: true, limit });
}

function findReferrers(target: EntityMetadata, entities: readonly EntityMetadata[]): readonly Referrer[] {
  const model = modelOf(target.type);
  const byCollection = [...target.collections.values()].map((collection) => {
    const ties = tiesOf(collection);
    const holder = ties.kind === 'oneToMany' ? modelOf(collection.target.type) : ties.through;
    return nameOf(holder, ties.foreignKey);
  });
  return columnsReferringTo(model)
    .filter((column) => !byCollection.includes(nameOf(column.model, column.field)))
    .map((column) => ({
      ...column,
      entity: entities.find(({ type }) => type === column.model),
      rule: declaredRule(column.model, column.field, model),
    }));
}

function nameOf(holder: DomainModel, field: string): string {
  return `${holder.name} ${field}`;
}

/**
 * The name of a class with entities that refer to one of the rows, and keep it from being deleted.
 *
 * @returns undefined when no model tells of such a foreign key
 */
export async function referrerOf({ type }: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
  for (const { model, field, referred, databaseRule } of columnsReferringTo(modelOf(type))) {
    if (databaseRule !== 'restrict') continue;
    const where = { [field]: rows.map((row) => row.get(referred) as string) };
    const found = await model.unscoped().findOne({ where, attributes: [field], raw: true, paranoid: false });
    if (found) return model.name;
  }
  return undefined;
}

/** A column that the database keeps from holding a value that no row of a class has. */
interface ReferringColumn {
  readonly model: DomainModel;
  readonly field: string;
  /** The field of the class that it holds the value of. */
  readonly referred: string;
  /** The rule of the database in a schema that we create. */
  readonly databaseRule: DeleteRule;
}

function columnsReferringTo(target: DomainModel): ReferringColumn[] {
  const models = Object.values(target.sequelize!.models) as DomainModel[];
  return models.flatMap((model) =>
    Object.entries(model.getAttributes()).flatMap(([field, column]): ReferringColumn[] => {
      const { references } = column as ModelAttributeColumnOptions;
      if (typeof references !== 'object' || !isTable(references.model, target)) return [];
      const key = references.key ?? target.primaryKeyAttribute;
      return [{ model, field, referred: target.fieldAttributeMap[key] ?? key, databaseRule: ruleOf(column) }];
    }),
  );
}

/** The name of a table comes with that of its schema where it has one. */
function isTable(table: unknown, target: DomainModel): boolean {
  return tableNameOf(table) === tableNameOf(target.getTableName());
}

function tableNameOf(table: unknown): unknown {
  return typeof table === 'object' && table !== null && 'tableName' in table ? table.tableName : table;
}
