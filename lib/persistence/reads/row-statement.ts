import { col, fn, type literal, type ProjectionAlias } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { type ColumnReader, columnReader } from './column-reader';
import { joinLinks, type Links, linkAttribute, qualified } from './links';
import type { QueryParameters } from './query-parameters';
import { ROOT_VERSION } from './root-version';
import { type SelectedColumn, SelectedRow } from './row';
import { type SelectOptions, selectSql } from './select-sql';
import { SqlTemplate } from './sql-template';

/** No field is called so: it could be no property. */
export const COUNT = 'COUNT(*)';

/** The values that a statement reads beside the columns of its class. */
interface Beside {
  readonly links?: Links;
  /** The expression that is read under the name {@link ROOT_VERSION}. */
  readonly rootVersion?: ReturnType<typeof literal>;
}

const COUNTED: ColumnReader = { read: Number, json: Number };

/** Which rows are counted. */
type Counted = Pick<SelectOptions, 'where' | 'deleted'>;

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
    asked: QueryParameters,
    { links, rootVersion }: Beside = {},
  ) {
    const model = modelOf(entity.type);
    this.#sequelize = model.sequelize as DomainSequelize;
    const attributes = links
      ? attributesAmong(model, names, links, rootVersion)
      : attributesOf(model, names, rootVersion);
    const sql = selectSql(model, { ...sought, attributes });
    this.#template = new SqlTemplate(links ? joinLinks(model, sql, links) : sql, asked.placeholders);
    const isSqlite = model.sequelize!.getDialect() === 'sqlite';
    this.#columns = columnsOf(entity, names, (index, name) => (isSqlite ? name : index), links?.fields);
  }

  /** How many rows there are, under the name {@link COUNT}. */
  static counting(entity: EntityMetadata, sought: Counted, asked: QueryParameters, beside?: Beside): RowStatement {
    return new RowStatement(entity, [COUNT], sought, asked, beside);
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

/** @param rootVersion what is read under the name {@link ROOT_VERSION} */
export function attributesOf(
  model: DomainModel,
  names: readonly string[],
  rootVersion?: Beside['rootVersion'],
): (string | ProjectionAlias)[] {
  const wide = model.sequelize!.getDialect() === 'sqlite' ? wideColumns(model) : [];
  return names.map((name) => {
    if (name === COUNT) return [fn('COUNT', col('*')), COUNT];
    if (name === ROOT_VERSION) return [rootVersion!, ROOT_VERSION];
    return wide.includes(name) ? columnAsText(model, name) : name;
  });
}

/** The same where rows of a join table stand beside those of the class. */
function attributesAmong(
  model: DomainModel,
  names: readonly string[],
  { ties, fields }: Links,
  rootVersion?: Beside['rootVersion'],
): ProjectionAlias[] {
  return attributesOf(
    model,
    names.filter((name) => !fields.has(name)),
    rootVersion,
  )
    .map((own) => (typeof own === 'string' ? qualified(model, own) : own))
    .concat(names.filter((name) => fields.has(name)).map((name) => linkAttribute(ties, name)))
    .sort(([, one], [, other]) => names.indexOf(one) - names.indexOf(other));
}

/** @param at where rows of the driver have the column: by position on MariaDB and MySQL, by name on SQLite */
export function columnsOf(
  { type, fields }: EntityMetadata,
  names: readonly string[],
  at: (index: number, name: string) => number | string,
  more?: EntityMetadata['fields'],
): ReadonlyMap<string, SelectedColumn> {
  const dialect = modelOf(type).sequelize!.getDialect() === 'sqlite' ? 'sqlite' : 'mysql';
  const column = (name: string, index: number): SelectedColumn => ({
    at: at(index, name),
    ...(name === COUNT || name === ROOT_VERSION
      ? COUNTED
      : columnReader((fields.get(name) ?? more!.get(name)!).type, dialect)),
  });
  return new Map(names.map((name, index) => [name, column(name, index)]));
}
