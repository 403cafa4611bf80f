import { type FindOptions, literal, type OrderItem, type ProjectionAlias } from 'sequelize';
import { isObject } from '../../foundation';
import { type DomainModel, isModelInstance } from './domain-model';
import { columnAsText, numberColumns, wideColumns } from './exact-numbers';
import { queryGeneratorOf } from './query-generator';

/** The name of the hooks below, which distinguishes them from hooks of domain models. */
export const EXACT_NUMBERS = 'koaggregate.exactNumbers';

/** An association that is read with its owner, with members that Sequelize's types do not declare. */
interface Included {
  readonly model: DomainModel;
  readonly as: string;
  /** Names of fields, or pairs of a column and a field. */
  attributes: (string | ProjectionAlias)[];
  readonly include?: readonly Included[];
  /** Whether a query of its own reads it, which has its own hooks. */
  readonly separate?: boolean;
  /** Set for the rows of a join table. */
  readonly _pseudo?: boolean;
}

type Options = FindOptions & { include?: readonly Included[]; readonly hasMultiAssociation?: boolean };
type Attributes = Included['attributes'];

/**
 * Makes models on SQLite read DECIMAL and BIGINT as on MariaDB and MySQL: decimals as text with their scale, integers
 * as text if a double cannot hold them. The same applies to the associations that are included.
 */
export function readExactNumbers(model: DomainModel): void {
  model.addHook('beforeFindAfterOptions', EXACT_NUMBERS, (given: FindOptions) => {
    const options = given as Options;
    const attributes = inText(model, (options.attributes ?? []) as Attributes, (name) => columnAsText(model, name));
    options.attributes = attributes;
    if (Array.isArray(options.order)) options.order = byNumber(model, options, attributes);
    for (const include of options.include ?? []) selectIncluded(model, include, { sql: '', path: '' });
  });
  model.addHook('afterFind', EXACT_NUMBERS, (found: unknown, { include = [] }: Options) => {
    for (const row of [found].flat()) if (isObject(row)) restore(row, model, include, '');
  });
}

/** Replaces the wide columns of a model in a list of attributes. */
function inText(model: DomainModel, attributes: Attributes, asText: (name: string) => ProjectionAlias): Attributes {
  const wide = wideColumns(model);
  if (wide.length === 0) return attributes;
  return attributes.map((attribute) => {
    const [column, name] = typeof attribute === 'string' ? [attribute, attribute] : attribute;
    const isWide = wide.includes(name) && (column === name || column === model.getAttributes()[name]!.field);
    return isWide ? asText(name) : attribute;
  });
}

/**
 * Orders by columns, which the text in the result would hide: it has the same name.
 *
 * @param attributes receives the columns of a subquery that the query around it orders by
 */
function byNumber(model: DomainModel, options: Options, attributes: Attributes): OrderItem[] {
  const { order, limit, subQuery = Boolean(limit && options.hasMultiAssociation) } = options;
  const wide = wideColumns(model);
  const column = (name: string) => {
    const field = model.getAttributes()[name]!.field!;
    const sql = [model.name, field].map((part) => queryGeneratorOf(model).quoteIdentifier(part)).join('.');
    if (subQuery && field !== name) attributes.push([field, field]);
    return literal(subQuery ? `CAST(${sql} AS INTEGER)` : sql);
  };
  return (order as OrderItem[]).map((item) => {
    const [name, ...direction] = [item].flat() as [unknown, ...string[]];
    const isWide = typeof name === 'string' && direction.length < 2 && wide.includes(name);
    return isWide ? ([column(name), ...direction] as OrderItem) : item;
  });
}

/** The names of a joined table: in SQL, where Sequelize joins them by `->`, and in the result. */
interface Joined {
  readonly sql: string;
  readonly path: string;
}

function selectIncluded(root: DomainModel, include: Included, above: Joined): void {
  const { model, as, separate, _pseudo } = include;
  if (separate) return;
  // As Sequelize does for an association with the name of the table of the root.
  const isFirst = above.path === '' || above.path === root.getTableName();
  const sql = isFirst ? as : `${above.sql}->${as}`;
  const quote = (name: string) => queryGeneratorOf(model).quoteIdentifier(name);
  const asText = (name: string): ProjectionAlias => {
    return [literal(`CAST(${quote(sql)}.${quote(model.getAttributes()[name]!.field!)} AS TEXT)`), name];
  };
  // Sequelize takes names only for a join table.
  if (!_pseudo) include.attributes = inText(model, include.attributes, asText);
  const path = above.path === '' ? as : `${above.path}.${as}`;
  for (const inner of include.include ?? []) selectIncluded(root, inner, { sql, path });
}

/**
 * Converts the values of a row and of the rows that are included in it, and the previous values of instances, so that
 * they do not count as changed.
 *
 * @param prefix of the names in a raw row, which has the values of included rows too: `items.`
 */
function restore(row: object, model: DomainModel, included: readonly Included[], prefix: string): void {
  const records = isModelInstance(row) ? [row.dataValues, row._previousDataValues] : [row as Record<string, unknown>];
  for (const column of numberColumns(model)) {
    const name = prefix + column.name;
    for (const record of records) {
      if (record[name] !== null && record[name] !== undefined) record[name] = column.restore(record[name]);
    }
  }
  for (const { as, model: inner, include = [], separate } of included) {
    if (separate) continue;
    const found = [records[0]![prefix + as]].flat().filter(isObject);
    for (const one of found) restore(one, inner, include, '');
    if (found.length === 0 && !isModelInstance(row)) restore(row, inner, include, `${prefix}${as}.`);
  }
}
