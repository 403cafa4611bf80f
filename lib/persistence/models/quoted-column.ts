import { queryGeneratorOf } from '../sequelize/query-interface';
import type { DomainModel } from './domain-model';

/** A column by its name in the database, as SQL. In `col()` a name with a dot would be that of a table and of its column. */
export function quotedColumn(model: DomainModel, column: string): string {
  const generator = queryGeneratorOf(model);
  return `${generator.quoteIdentifier(model.name)}.${generator.quoteIdentifier(column)}`;
}
