import type { IndexesOptions } from 'sequelize';
import type { DomainModel } from '../../models/domain-model';
import { indexesOf } from '../../sequelize/model-class';

/** An index that a model declares. */
export interface WantedIndex {
  readonly name?: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
  readonly options: IndexesOptions;
}

/** The limit of MariaDB and MySQL, in characters; SQLite has none. */
const LONGEST_NAME = 64;

/** The indexes of unique columns, and those of `indexes` and `@Index`. */
export function wantedIndexes(model: DomainModel): WantedIndex[] {
  const keys = Object.values(model.uniqueKeys).map(({ fields, name }) => ({
    ...(name ? { name: name.slice(0, LONGEST_NAME) } : {}),
    unique: true,
    columns: fields,
    options: { fields: [...fields], unique: true },
  }));
  const indexes = indexesOf(model).map((options) => ({
    name: options.name,
    unique: options.unique === true || options.type === 'UNIQUE',
    columns: (options.fields ?? []).map(columnOf),
    options,
  }));
  return [...keys, ...indexes];
}

function columnOf(field: NonNullable<IndexesOptions['fields']>[number]): string {
  if (typeof field === 'string') return field;
  return 'name' in field ? field.name : JSON.stringify(field);
}
