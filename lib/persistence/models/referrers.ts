import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DeleteRule, EntityMetadata } from '../../metadata';
import { associationKeys } from './association';
import { withoutDefaultScope } from './default-scope';
import { declaredRule, ruleOf } from './delete-rules';
import { type DomainModel, type Entity, fieldOfColumn, modelOf, tableNameOf } from './domain-model';

/** A foreign key to a class that is not that of one of its collections. */
export interface Referrer extends ReferringColumn {
  /** Undefined for a join table. */
  readonly entity?: EntityMetadata;
  /** The declared rule; undefined when the database decides. */
  readonly rule?: DeleteRule;
}

/** By entity, which belongs to exactly one registry. */
const cache = new WeakMap<EntityMetadata, readonly Referrer[]>();

export function referrersTo(target: EntityMetadata, entities: readonly EntityMetadata[]): readonly Referrer[] {
  const referrers = cache.get(target) ?? findReferrers(target, entities);
  cache.set(target, referrers);
  return referrers;
}

/**
 * Locks and reads the rows that refer to one of the given rows, including those outside of their default scope.
 *
 * @param limit all when absent
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
  const collectionKeys = [...target.collections.values()].map((collection) => {
    const association = associationKeys(collection);
    const holder = association.kind === 'oneToMany' ? modelOf(collection.target.type) : association.through;
    return nameOf(holder, association.foreignKey);
  });
  return columnsReferringTo(model)
    .filter((column) => !collectionKeys.includes(nameOf(column.model, column.field)))
    .map((column) => ({
      ...column,
      entity: entities.find(({ type }) => type === column.model),
      rule: declaredRule(column.model, column.field, model),
    }));
}

function nameOf(holder: DomainModel, field: string): string {
  return `${holder.name} ${field}`;
}

/** The name of a class with rows that prevent the deletion of one of the given rows; undefined if none is found. */
export async function referrerOf({ type }: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
  for (const { model, field, referred, databaseRule } of columnsReferringTo(modelOf(type))) {
    if (databaseRule !== 'restrict') continue;
    const where = { [field]: rows.map((row) => row.get(referred) as string) };
    const found = await model.unscoped().findOne({ where, attributes: [field], raw: true, paranoid: false });
    if (found) return model.name;
  }
  return undefined;
}

/** A column with a foreign key constraint. */
interface ReferringColumn {
  readonly model: DomainModel;
  readonly field: string;
  /** The field that it refers to. */
  readonly referred: string;
  /** The rule of the constraint, in a schema that was created here. */
  readonly databaseRule: DeleteRule;
}

function columnsReferringTo(target: DomainModel): ReferringColumn[] {
  const models = Object.values(target.sequelize!.models) as DomainModel[];
  const table = tableNameOf(target.getTableName());
  return models.flatMap((model) =>
    Object.entries(model.getAttributes()).flatMap(([field, column]): ReferringColumn[] => {
      const { references } = column as ModelAttributeColumnOptions;
      if (typeof references !== 'object' || tableNameOf(references.model) !== table) return [];
      const key = references.key ?? target.primaryKeyAttribute;
      return [{ model, field, referred: fieldOfColumn(target, key), databaseRule: ruleOf(column) }];
    }),
  );
}
