import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { DeleteRule } from '../../../metadata';
import type { TableOptions } from '../../dialects/dialect';
import { dialectOf } from '../../dialects/dialect-of';
import { ON_DELETE } from '../../models/delete-rules';
import { type DomainModel, storedName, storedTableName } from '../../models/domain-model';
import { columnTypeOf } from '../../sequelize/data-types';
import { isSqlDefault } from '../../sequelize/expressions';
import { queryGeneratorOf } from '../../sequelize/query-interface';
import { optionsOf } from '../../sequelize/sequelize-instance';
import { familyOf } from '../../tables/plain-type';
import {
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  sameSet,
  type TableShape,
} from '../../tables/table-shape';
import { type WantedIndex, wantedIndexes } from './wanted-indexes';

/** The delete rules of foreign keys, by model and field, where they differ from those of the columns. */
export type DeleteRules = ReadonlyMap<DomainModel, ReadonlyMap<string, DeleteRule>>;

/** The tables of models, as `hbm2ddl.auto: create` creates them. */
export function modelShapes(models: readonly DomainModel[], rules: DeleteRules): readonly TableShape[] {
  return models.map((model) => shapeOf(model, rules.get(model) ?? new Map()));
}

function shapeOf(model: DomainModel, rules: ReadonlyMap<string, DeleteRule>): TableShape {
  const columns = Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>).filter(
    ([, { type }]) => !(type instanceof DataTypes.VIRTUAL),
  );
  const keys = columns.filter(([, { primaryKey }]) => primaryKey).map(([, { field }]) => field!);
  const foreignKeys = columns.flatMap(([name, column]) => foreignKeyOf(column, rules.get(name)));
  return {
    name: storedName(model),
    isView: false,
    columns: columns.map(([name, column]) => columnOf(name, column, model)),
    primaryKey: keys,
    indexes: indexesOf(model),
    foreignKeys,
    options: tableOptions(model),
  };
}

function columnOf(field: string, column: ModelAttributeColumnOptions, model: DomainModel): ColumnShape {
  const { schema } = dialectOf(model.sequelize!);
  const isGenerated = column.autoIncrement === true;
  const type = schema.keysAreRowids && isRowid(column, model) ? 'INTEGER' : writtenType(column);
  const written = defaultOf(column, type, model);
  return {
    name: column.field!,
    field,
    type,
    isNullable: column.allowNull !== false && !column.primaryKey,
    isGenerated,
    ...(written !== undefined && { default: written }),
    ...(column.comment !== undefined && schema.hasComments && { comment: column.comment }),
  };
}

/** Whether a column is the rowid of SQLite, which has 64 bits and must be declared INTEGER. */
function isRowid(column: ModelAttributeColumnOptions, model: DomainModel): boolean {
  const isWholeKey = column.primaryKey === true && model.primaryKeyAttributes.length === 1;
  return column.autoIncrement === true || (isWholeKey && familyOf(writtenType(column)) === 'integer');
}

function defaultOf(column: ModelAttributeColumnOptions, type: string, model: DomainModel): string | undefined {
  const { defaultValue } = column;
  const isWritten = isSqlDefault(defaultValue) && defaultValue !== null;
  if (!isWritten || !dialectOf(model.sequelize!).schema.canHaveDefault(type)) return undefined;
  if (typeof defaultValue === 'boolean') return defaultValue ? '1' : '0';
  return queryGeneratorOf(model).escape(defaultValue, column);
}

/** The foreign key of a column with `references`. */
function foreignKeyOf(column: ModelAttributeColumnOptions, rule: DeleteRule | undefined): ForeignKeyShape[] {
  const { references, field } = column;
  if (references === undefined || references === null) return [];
  const { model, key } = (typeof references === 'string' ? { model: references, key: 'id' } : references) as {
    readonly model: Parameters<typeof storedTableName>[0];
    readonly key?: string;
  };
  return [
    {
      columns: [field!],
      table: storedTableName(model),
      referred: [key ?? 'id'],
      onDelete: rule ? ON_DELETE[rule] : (column.onDelete ?? 'NO ACTION').toUpperCase(),
      onUpdate: (column.onUpdate ?? 'NO ACTION').toUpperCase(),
    },
  ];
}

function indexesOf(model: DomainModel): readonly IndexShape[] {
  const wanted = wantedIndexes(model).map((one) => indexOf(one, model));
  const distinct = wanted.filter(
    (one, index) => !wanted.slice(0, index).some((other) => one.isUnique && other.isUnique && isSame(one, other)),
  );
  const isComplete = dialectOf(model.sequelize!).schema.indexesForeignKeys;
  return isComplete ? distinct : [...distinct, ...foreignKeyIndexes(model)];
}

/** The indexes of foreign keys on SQLite; MariaDB and MySQL create them themselves. */
export function foreignKeyIndexes(model: DomainModel): readonly IndexShape[] {
  const keys = Object.values(model.getAttributes()).filter(({ references, unique, primaryKey }) => {
    return references !== undefined && !unique && !primaryKey;
  });
  const table = storedName(model);
  return keys.map(({ field }) => ({ name: `${table}_${field}`, isUnique: false, columns: [field!] }));
}

function isSame(first: IndexShape, second: IndexShape): boolean {
  return sameSet(first.columns, second.columns);
}

function indexOf({ name, unique, columns, options }: WantedIndex, model: DomainModel): IndexShape {
  const table = storedName(model);
  const settled = (name ?? `${table}_${columns.join('_')}`).slice(0, 64);
  const isSpecial = (options.fields ?? []).some((field) => typeof field !== 'string' && !isPlainField(field));
  const isOther = Boolean(options.type) && options.type !== 'UNIQUE';
  const needsSql =
    isSpecial || isOther || options.where != null || (Boolean(options.using) && options.using !== 'BTREE');
  return {
    name: settled,
    isUnique: unique,
    columns,
    ...((isSpecial || isOther) && { isSpecial: true }),
    ...(needsSql && { sql: queryGeneratorOf(model).addIndexQuery(table, { ...options, name: settled }, table) }),
  };
}

function isPlainField(field: object): boolean {
  return Object.entries(field).every(([key, value]) => key === 'name' || value === undefined);
}

function tableOptions(model: DomainModel): string {
  const { define } = optionsOf(model.sequelize!);
  const { engine, ...others }: TableOptions = model.options as TableOptions;
  return dialectOf(model.sequelize!).schema.optionsOf({ ...define, ...definedOf(others), engine });
}

function definedOf(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** The type of a column in CREATE TABLE; one that is declared as SQL stays as it is. */
function writtenType(column: ModelAttributeColumnOptions): string {
  if (typeof column.type === 'string') return column.type;
  return columnTypeOf(column).toSql({ escape: (value) => `'${value.replaceAll("'", "''")}'` });
}
