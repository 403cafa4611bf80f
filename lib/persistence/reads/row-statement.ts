import { col, fn, type literal, type ProjectionAlias } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { withSearchDepth } from '../statements/search-depth';
import { type ColumnReader, columnReader } from './column-reader';
import { joinLinks, type Links, linkAttribute, qualified } from './links';
import type { QueryParameters } from './query-parameters';
import { isStateName, ROOT_VERSION } from './root-version';
import { type SelectedColumn, SelectedRow } from './row';
import { type SelectOptions, selectSql } from './select-sql';
import { SqlTemplate } from './sql-template';

/** The alias of the count; no field can have this name. */
export const COUNT = 'COUNT(*)';

/** Additional columns of a statement. */
interface ExtraColumns {
  readonly links?: Links;
  /** The expression of the state of the aggregate, which the columns have under its name. */
  readonly state?: ReturnType<typeof literal>;
}

const COUNTED: ColumnReader = { read: Number, json: Number };
const TEXT: ColumnReader = { read: String, json: String };

type Counted = Pick<SelectOptions, 'where' | 'deleted'>;

/** A prepared SELECT of fields of one class. */
export class RowStatement {
  readonly #sequelize: DomainSequelize;
  readonly #template: SqlTemplate;
  readonly #columns: ReadonlyMap<string, SelectedColumn>;

  /** @param names of the fields to select */
  constructor(
    entity: EntityMetadata,
    names: readonly string[],
    rows: Omit<SelectOptions, 'attributes'>,
    parameters: QueryParameters,
    { links, state }: ExtraColumns = {},
  ) {
    const model = modelOf(entity.type);
    this.#sequelize = model.sequelize as DomainSequelize;
    const attributes = links ? attributesWithLinks(model, names, links, state) : attributesOf(model, names, state);
    const sql = selectSql(model, { ...rows, attributes });
    const joined = links ? joinLinks(model, sql, links) : sql;
    this.#template = new SqlTemplate(withSearchDepth(this.#sequelize.sqlDialect, joined), parameters.placeholders);
    this.#columns = columnsOf(entity, names, this.#sequelize.sqlDialect.driver.keyAt, links?.fields);
  }

  /** A statement that counts rows, as the column {@link COUNT}. */
  static counting(
    entity: EntityMetadata,
    rows: Counted,
    parameters: QueryParameters,
    extra?: ExtraColumns,
  ): RowStatement {
    return new RowStatement(entity, [COUNT], rows, parameters, extra);
  }

  /**
   * @param values  in the order of the placeholders
   * @param arrange converts the rows to the result
   */
  read<T>(values: readonly unknown[], arrange: (rows: SelectedRow[]) => T): Promise<T> {
    const columns = this.#columns;
    return this.#sequelize.selectRows(this.#template.fill(values), (rows) =>
      arrange(rows.map((row) => new SelectedRow(columns, row))),
    );
  }
}

/** @param state the expression of the column with the state of the aggregate */
export function attributesOf(
  model: DomainModel,
  names: readonly string[],
  state?: ExtraColumns['state'],
): (string | ProjectionAlias)[] {
  const wide = wideColumns(model);
  return names.map((name) => {
    if (name === COUNT) return [fn('COUNT', col('*')), COUNT];
    if (isStateName(name)) return [state!, name];
    return wide.includes(name) ? columnAsText(model, name) : name;
  });
}

/** {@link attributesOf} of a statement that is joined with a join table. */
function attributesWithLinks(
  model: DomainModel,
  names: readonly string[],
  { association, fields }: Links,
  state?: ExtraColumns['state'],
): ProjectionAlias[] {
  return attributesOf(
    model,
    names.filter((name) => !fields.has(name)),
    state,
  )
    .map((attribute) => (typeof attribute === 'string' ? qualified(model, attribute) : attribute))
    .concat(names.filter((name) => fields.has(name)).map((name) => linkAttribute(association, name)))
    .sort(([, one], [, other]) => names.indexOf(one) - names.indexOf(other));
}

/** @param at the key of a column in rows of the driver */
export function columnsOf(
  { type, fields }: EntityMetadata,
  names: readonly string[],
  at: (index: number, name: string) => number | string,
  more?: EntityMetadata['fields'],
): ReadonlyMap<string, SelectedColumn> {
  const { sqlDialect, zone } = modelOf(type).sequelize as DomainSequelize;
  const column = (name: string, index: number): SelectedColumn => ({
    at: at(index, name),
    ...(readerOfState(name) ?? columnReader((fields.get(name) ?? more!.get(name)!).type, sqlDialect, zone)),
  });
  return new Map(names.map((name, index) => [name, column(name, index)]));
}

/** The reader of a column that is not a field. */
function readerOfState(name: string): ColumnReader | undefined {
  if (name === COUNT || name === ROOT_VERSION) return COUNTED;
  return isStateName(name) ? TEXT : undefined;
}
