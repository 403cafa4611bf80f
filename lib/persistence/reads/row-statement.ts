import { col, fn, type ProjectionAlias, type WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { Asked } from './asked';
import { type ColumnReader, columnReader } from './column-reader';
import { type SelectedColumn, SelectedRow } from './row';
import { type SelectOptions, selectSql } from './select-sql';
import { SqlTemplate } from './sql-template';

/** No field is called so: it could be no property. */
export const COUNT = 'COUNT(*)';

const COUNTED: ColumnReader = { read: Number, json: Number };

/** A SELECT of fields of one class, made once for all requests of one shape. */
export class RowStatement {
  readonly #sequelize: DomainSequelize;
  readonly #template: SqlTemplate;
  readonly #columns: ReadonlyMap<string, SelectedColumn>;

  /** @param names of the fields that are selected */
  constructor(
    entity: EntityMetadata,
    names: readonly string[],
    sought: Omit<SelectOptions, 'attributes'>,
    asked: Asked,
  ) {
    const model = modelOf(entity.type);
    this.#sequelize = model.sequelize as DomainSequelize;
    const sql = selectSql(model, { ...sought, attributes: attributesOf(model, names) });
    this.#template = new SqlTemplate(sql, asked.placeholders);
    const isSqlite = model.sequelize!.getDialect() === 'sqlite';
    this.#columns = columnsOf(entity, names, (index, name) => (isSqlite ? name : index));
  }

  /** How many rows there are, under the name {@link COUNT}. */
  static counting(entity: EntityMetadata, where: WhereOptions, asked: Asked): RowStatement {
    return new RowStatement(entity, [COUNT], { where }, asked);
  }

  /**
   * @param values   in the order of the placeholders
   * @param arrange  makes of the rows what is asked for
   */
  read<T>(values: readonly unknown[], arrange: (rows: SelectedRow[]) => T): Promise<T> {
    const columns = this.#columns;
    return this.#sequelize.selectRows(this.#template.fill(values), (rows) =>
      arrange(rows.map((row) => new SelectedRow(columns, row))),
    );
  }
}

export function attributesOf(model: DomainModel, names: readonly string[]): (string | ProjectionAlias)[] {
  const wide = model.sequelize!.getDialect() === 'sqlite' ? wideColumns(model) : [];
  return names.map((name) => {
    if (name === COUNT) return [fn('COUNT', col('*')), COUNT];
    return wide.includes(name) ? columnAsText(model, name) : name;
  });
}

/** @param at where rows of the driver have the column: by position on MariaDB and MySQL, by name on SQLite */
export function columnsOf(
  { type, fields }: EntityMetadata,
  names: readonly string[],
  at: (index: number, name: string) => number | string,
): ReadonlyMap<string, SelectedColumn> {
  const dialect = modelOf(type).sequelize!.getDialect() === 'sqlite' ? 'sqlite' : 'mysql';
  const column = (name: string, index: number): SelectedColumn => ({
    at: at(index, name),
    ...(name === COUNT ? COUNTED : columnReader(fields.get(name)!.type, dialect)),
  });
  return new Map(names.map((name, index) => [name, column(name, index)]));
}
