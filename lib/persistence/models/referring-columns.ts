import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DeleteRule } from '../../metadata';
import { ruleOf } from './delete-rules';
import type { DomainModel } from './domain-model';

/** A column that the database keeps from holding a value that no row of a class has. */
export interface ReferringColumn {
  readonly model: DomainModel;
  readonly field: string;
  /** The field of the class that it holds the value of. */
  readonly referred: string;
  /** What the database does in a schema that we create. */
  readonly databaseRule: DeleteRule;
}

export function columnsReferringTo(target: DomainModel): ReferringColumn[] {
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
  return nameOf(table) === nameOf(target.getTableName());
}

function nameOf(table: unknown): unknown {
  return typeof table === 'object' && table !== null && 'tableName' in table ? table.tableName : table;
}
