import { col, fn, literal, type ProjectionAlias } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import type { DriverRow } from '../dialects/dialect';
import { type DomainModel, modelOf } from '../models/domain-model';
import { columnAsText, wideColumns } from '../models/exact-numbers';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { withSearchDepth } from '../statements/search-depth';
import { type ColumnReader, columnReader } from './column-reader';
import { rowMaker } from './getter-row';
import { orderBy } from './keyset';
import { isLinked, joinSql, type Links, linkAttribute, linkedType } from './links';
import type { QueryParameters } from './query-parameters';
import { isStateName, ROOT_VERSION } from './root-version';
import type { Row, SelectedColumn, SelectedRow } from './row';
import { COUNT, type ReadStatement, type RowQuery } from './row-query';
import { selectSql } from './select-sql';
import { SqlTemplate, sqlOf } from './sql-template';

/** Additional columns of a statement. */
interface ExtraColumns {
  readonly links?: Links;
  /** The expression of the state of the aggregate, which the columns have under its name. */
  readonly state?: Literal;
}

type Literal = ReturnType<typeof literal>;

const COUNTED: ColumnReader = { read: Number, json: Number };
const TEXT: ColumnReader = { read: String, json: String };

/** A prepared SELECT of fields of one class. */
export class RowStatement implements ReadStatement {
  readonly #sequelize: DomainSequelize;
  readonly #template: SqlTemplate;
  readonly #makeRow: (values: DriverRow) => SelectedRow;

  /** @param parameters with all placeholders of the query */
  constructor(
    entity: EntityMetadata,
    { names, order = [], limit, offset, links, state, ...rows }: RowQuery,
    { placeholders }: Pick<QueryParameters, 'placeholders'> = NO_PARAMETERS,
  ) {
    const model = modelOf(entity.type);
    this.#sequelize = model.sequelize as DomainSequelize;
    const { sqlDialect } = this.#sequelize;
    const expression = names.some(isStateName) ? state?.(({ through }) => through.name) : undefined;
    const sql = selectSql(model, {
      ...rows,
      attributes: attributesOf(model, names, { links, state: expression }),
      order: orderBy(entity, order),
      limit: numberAt(limit),
      offset: numberAt(offset),
      joins: links && joinSql(model, links),
    });
    this.#template = new SqlTemplate(withSearchDepth(sqlDialect, sql), placeholders);
    this.#makeRow = rowMaker(entity, columnsOf(entity, names, sqlDialect.driver.keyAt, links));
  }

  read<T>(values: readonly unknown[], arrange: (rows: Row[]) => T): Promise<T> {
    const makeRow = this.#makeRow;
    return this.#sequelize.selectRows(this.#template.fill(values), (rows) => arrange(rows.map(makeRow)));
  }
}

const NO_PARAMETERS = { placeholders: [] };

function numberAt(number: RowQuery['limit']): Literal | undefined {
  return number === undefined ? undefined : literal(sqlOf(number, String));
}

export function attributesOf(
  model: DomainModel,
  names: readonly string[],
  { links, state }: ExtraColumns = {},
): (string | ProjectionAlias)[] {
  const wide = wideColumns(model);
  return names.map((name) => {
    if (name === COUNT) return [fn('COUNT', col('*')), COUNT];
    if (isStateName(name)) return [state!, name];
    if (links && isLinked(links, name)) return linkAttribute(links.association, name);
    return wide.includes(name) ? columnAsText(model, name) : name;
  });
}

/** @param at the key of a column in rows of the driver */
export function columnsOf(
  { type, fields }: EntityMetadata,
  names: readonly string[],
  at: (index: number, name: string) => number | string,
  links?: Links,
): ReadonlyMap<string, SelectedColumn> {
  const { sqlDialect, zone } = modelOf(type).sequelize as DomainSequelize;
  const typeOf = (name: string) => (links && isLinked(links, name) ? linkedType(links, name) : fields.get(name)!.type);
  const column = (name: string, index: number): SelectedColumn => ({
    at: at(index, name),
    ...(readerOfState(name) ?? columnReader(typeOf(name), sqlDialect, zone)),
  });
  return new Map(names.map((name, index) => [name, column(name, index)]));
}

/** The reader of a column that is not a field. */
function readerOfState(name: string): ColumnReader | undefined {
  if (name === COUNT || name === ROOT_VERSION) return COUNTED;
  return isStateName(name) ? TEXT : undefined;
}
