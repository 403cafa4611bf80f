import { type FindOptions, literal, type QueryInterface } from 'sequelize';
import { isObject } from '../../foundation';
import { isJoinTableIncluded } from '../sequelize/associations';
import { previousValuesOf, valuesOf } from '../sequelize/instance';
import { queryGeneratorOf, queryInterfaceOf } from '../sequelize/query-interface';
import { type DomainModel, isModelInstance } from './domain-model';
import { type Attributes, type ExactValue, exactAttributes, restoreValues } from './exact-attributes';
import { orderByNumber } from './order-by-number';

/** An association that is read with its owner, with members that Sequelize's types do not declare. */
interface Included {
  readonly model: DomainModel;
  readonly as: string;
  attributes: Attributes;
  /** The names of the values that instances keep. */
  originalAttributes?: Attributes;
  readonly include?: readonly Included[];
  /** Whether a query of its own reads it. */
  readonly separate?: boolean;
}

type Options = Omit<FindOptions, 'attributes' | 'include'> & {
  attributes?: Attributes;
  originalAttributes?: Attributes;
  readonly include?: readonly Included[];
  readonly hasMultiAssociation?: boolean;
};

/** The values of a row to convert, and those of the rows that are read with it. */
interface Level {
  readonly values: readonly ExactValue[];
  readonly inner: readonly (Level & { readonly as: string })[];
}

/**
 * Makes reads on SQLite return DECIMAL and BIGINT as MariaDB and MySQL do: decimals as text with their scale, integers as
 * text if a double cannot hold them. The same applies to included associations, to values under other names and to those
 * of expressions.
 *
 * Each read of a model passes here, also those that skip hooks.
 */
export function readExactNumbers(queryInterface: QueryInterface): void {
  const reads = queryInterfaceOf<Options>(queryInterface);
  const [select, rawSelect] = [reads.select.bind(reads), reads.rawSelect.bind(reads)];
  const exactly = async (
    model: DomainModel | null | undefined,
    options: Options,
    read: (options: Options) => Promise<unknown>,
  ) => {
    if (!model || !options.attributes) return read(options);
    const exact = { ...options };
    const level = selectExact(model, exact);
    const found = await read(exact);
    for (const row of [found].flat()) if (isObject(row)) restore(row, level, '');
    return found;
  };
  reads.select = (model, table, options) => exactly(model, options, (exact) => select(model, table, exact));
  reads.rawSelect = (table, options, name, model) =>
    exactly(model, options, (exact) => rawSelect(table, exact, name, model));
}

/** Replaces the attributes and the order of a query. */
function selectExact(model: DomainModel, options: Options): Level {
  const { include = [], limit, subQuery = Boolean(limit && options.hasMultiAssociation) } = options;
  const own = exactAttributes(model, options.attributes!, columnsOf(model, model.name));
  const inner = include.flatMap((one) => selectIncluded(model, one, { sql: '', path: '' }));
  const attributes = [...own.attributes];
  const select = (field: string) => attributes.push([field, field]);
  options.order = orderByNumber(model, { order: options.order, hasSubQuery: subQuery }, select) as typeof options.order;
  options.attributes = attributes;
  keepTexts(options, own.values);
  return { values: own.values, inner };
}

/** Makes instances keep the values that are selected in text too. */
function keepTexts(options: Pick<Options, 'originalAttributes'>, values: readonly ExactValue[]): void {
  const texts = values.flatMap(({ text }) => text ?? []);
  if (options.originalAttributes && texts.length > 0) {
    options.originalAttributes = [...options.originalAttributes, ...texts];
  }
}

/** The names of a joined table: in SQL, where Sequelize joins them by `->`, and in the result. */
interface Joined {
  readonly sql: string;
  readonly path: string;
}

function selectIncluded(root: DomainModel, include: Included, above: Joined): Level['inner'] {
  const { model, as, separate } = include;
  if (separate) return [];
  // As Sequelize does for an association with the name of the table of the root.
  const isFirst = above.path === '' || above.path === root.getTableName();
  const joined = { sql: isFirst ? as : `${above.sql}->${as}`, path: above.path === '' ? as : `${above.path}.${as}` };
  const { attributes, values } = exactAttributes(model, include.attributes, columnsOf(model, joined.sql));
  include.attributes = attributes;
  keepTexts(include, values);
  const inner = (include.include ?? []).flatMap((one) =>
    isJoinTableIncluded(one) ? selectLink(include, one, joined) : selectIncluded(root, one, joined),
  );
  return [{ as, values, inner }];
}

/**
 * Selects the columns of a join table. Sequelize takes nothing but names for them, so that those in text are selected
 * among the attributes of the association.
 */
function selectLink(association: Included, link: Included, { sql }: Joined): Level['inner'] {
  const { model, as } = link;
  const { attributes, values } = exactAttributes(model, link.attributes, columnsOf(model, `${sql}->${as}`));
  const isName = (attribute: Attributes[number]) => typeof [attribute].flat()[0] === 'string';
  const texts = attributes.filter((attribute) => !isName(attribute)) as [ReturnType<typeof literal>, string][];
  link.attributes = attributes.filter(isName);
  association.attributes = [
    ...association.attributes,
    ...texts.map(([text, name]): [typeof text, string] => [text, `${as}.${name}`]),
  ];
  keepTexts(link, values);
  return [{ as, values, inner: [] }];
}

function columnsOf(model: DomainModel, table: string): (field: string) => string {
  const quote = (name: string) => queryGeneratorOf(model).quoteIdentifier(name);
  return (field) => `${quote(table)}.${quote(field)}`;
}

/**
 * Converts the values of a row and of the rows that are read with it, and the previous values of instances, so that they
 * do not count as changed.
 *
 * @param prefix of the names in a raw row, which has the values of included rows too: `items.`
 */
function restore(row: object, { values, inner }: Level, prefix: string): void {
  const records = isModelInstance(row) ? [valuesOf(row), previousValuesOf(row)] : [row as Record<string, unknown>];
  for (const record of records) restoreValues(values, record, prefix);
  for (const level of inner) {
    const found = [records[0]![prefix + level.as]].flat().filter(isObject);
    for (const one of found) restore(one, level, '');
    if (found.length === 0 && !isModelInstance(row)) restore(row, level, `${prefix}${level.as}.`);
  }
}
