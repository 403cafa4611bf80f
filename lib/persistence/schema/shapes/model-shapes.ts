import { DataTypes, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import type { DeleteRule } from '../../../metadata';
import { serverText } from '../../dialects/servers/server-text';
import { ON_DELETE } from '../../models/delete-rules';
import { type DomainModel, storedName, storedTableName } from '../../models/domain-model';
import { queryGeneratorOf } from '../../models/query-generator';
import { familyOf } from '../../tables/plain-type';
import {
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  sameSet,
  type TableShape,
} from '../../tables/table-shape';
import { type WantedIndex, wantedIndexes } from './wanted-indexes';
import { writtenType } from './written-type';

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
    options: optionsOf(model),
  };
}

function columnOf(field: string, column: ModelAttributeColumnOptions, model: DomainModel): ColumnShape {
  const isSqlite = model.sequelize!.getDialect() === 'sqlite';
  const isGenerated = column.autoIncrement === true;
  const type = isSqlite && isRowid(column, model) ? 'INTEGER' : writtenType(column);
  const written = defaultOf(column, type, model, isSqlite);
  return {
    name: column.field!,
    field,
    type,
    isNullable: column.allowNull !== false && !column.primaryKey,
    isGenerated,
    ...(written !== undefined && { default: written }),
    ...(column.comment !== undefined && !isSqlite && { comment: column.comment }),
  };
}

/** Whether a column is the rowid of SQLite, which has 64 bits and must be declared INTEGER. */
function isRowid(column: ModelAttributeColumnOptions, model: DomainModel): boolean {
  const isWholeKey = column.primaryKey === true && model.primaryKeyAttributes.length === 1;
  return column.autoIncrement === true || (isWholeKey && familyOf(writtenType(column)) === 'integer');
}

/** Types of MariaDB and MySQL that cannot have a default. */
const WITHOUT_DEFAULT = /^(?:(?:TINY|MEDIUM|LONG)?(?:TEXT|BLOB)|JSON|GEOMETRY)/i;

function defaultOf(
  column: ModelAttributeColumnOptions,
  type: string,
  model: DomainModel,
  isSqlite: boolean,
): string | undefined {
  const { defaultValue } = column;
  const isWritten = (Utils as unknown as { defaultValueSchemable(value: unknown): boolean }).defaultValueSchemable(
    defaultValue,
  );
  if (!isWritten || defaultValue === null || (!isSqlite && WITHOUT_DEFAULT.test(type))) return undefined;
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
  return model.sequelize!.getDialect() === 'sqlite' ? [...distinct, ...foreignKeyIndexes(model)] : distinct;
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

interface TableOptions {
  readonly engine?: string;
  readonly charset?: string;
  readonly collate?: string;
  readonly comment?: string;
  readonly rowFormat?: string;
  readonly initialAutoIncrement?: string | number;
}

/** The table options of MariaDB and MySQL. */
function optionsOf(model: DomainModel): string {
  if (model.sequelize!.getDialect() === 'sqlite') return '';
  const options = model.options as TableOptions;
  const { charset, collate, comment, rowFormat, initialAutoIncrement } = {
    ...(model.sequelize as unknown as { readonly options: { readonly define?: object } }).options.define,
    ...definedOf(options),
  } as typeof options;
  return [
    `ENGINE=${options.engine ?? 'InnoDB'}`,
    charset && `DEFAULT CHARSET=${charset}`,
    collate && `COLLATE ${collate}`,
    comment && `COMMENT ${serverText(comment)}`,
    initialAutoIncrement && `AUTO_INCREMENT=${initialAutoIncrement}`,
    rowFormat && `ROW_FORMAT=${rowFormat}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function definedOf(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
