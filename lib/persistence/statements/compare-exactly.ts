import { type ModelAttributeColumnOptions, Op, type QueryInterface, Utils } from 'sequelize';
import { comparisonOf, type FieldType } from '../../values';
import { comparedColumn } from '../models/compared-column';
import type { DomainModel } from '../models/domain-model';
import { fieldTypeOfColumn } from '../models/field-types';
import { columnsByName } from '../sequelize/model-class';
import { type ConditionOptions, type CriteriaKey, columnSql, replaceOperators } from '../sequelize/query-generator';
import { queryInterfaceOf } from '../sequelize/query-interface';
import { type CriteriaColumn, conditionOf } from './exact-conditions';

/**
 * Makes criteria compare columns with the values that their types can hold, the same on every database: MariaDB and MySQL
 * would find the row 1 by the key `1abc`, and every text without a number at its beginning by 0. A value that no row can
 * hold matches nothing, and by `ne` and `notIn` every row with a value.
 *
 * All criteria in objects pass here, of reads, writes and deletes, at any depth; SQL expressions are left alone.
 *
 * @param isExact whether the criteria of a model are compared like that
 */
export function compareExactly(queryInterface: QueryInterface, isExact: (model: DomainModel) => boolean): void {
  const { queryGenerator } = queryInterfaceOf(queryInterface);
  const write = queryGenerator.whereItemQuery.bind(queryGenerator);
  const types = new FieldTypes();
  const columnOf = (key: CriteriaKey, { model, prefix, field }: ConditionOptions): CriteriaColumn | undefined => {
    if (typeof key !== 'string' || !model || prefix === false || field || !isExact(model)) return undefined;
    const found = attributeOf(model, key);
    const type = found && types.of(found.attribute);
    const comparison = type && comparisonOf(type);
    if (!comparison) return undefined;
    const column = columnSql(queryGenerator, key, prefix);
    const compared = comparedColumn(found.model, found.attribute, type, column);
    // Other programs may store any number for true.
    if (type.kind === 'boolean') return { column, comparison, ...compared, sql: `(${column} <> 0)`, isBoolean: true };
    return { column, comparison, ...compared };
  };
  queryGenerator.whereItemQuery = (key, value, options = {}) => {
    const column = isValue(value) ? columnOf(key, options) : undefined;
    if (!column) return write(key, value, options);
    const bound = options.bindParam ? boundValue(column, value) : undefined;
    return bound === undefined ? besideBound(conditionOf(column, Op.eq, value), options) : write(key, bound, options);
  };
  replaceOperators(queryGenerator, (writeOperator) => (key, field, operator, value, options) => {
    if (!isComparable(value)) return writeOperator(key, field, operator, value, options);
    const column = columnOf(key, options);
    const own = column && conditionOf(column, operator, value);
    return besideBound(own ?? writeOperator(key, field, operator, value, options), options);
  });
}

function isValue(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'function') return false;
  return typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value);
}

/** A value, or a list for `in` or `between`. */
function isComparable(value: unknown): boolean {
  return Array.isArray(value) ? value.every((one) => one === null || isValue(one)) : isValue(value);
}

/** A value to send beside a statement, so that the statement is the same for all values; undefined if it cannot be. */
function boundValue({ sql, column, comparison, literal }: CriteriaColumn, value: unknown): unknown {
  const held = comparison.equal(value);
  if (sql !== column || held === undefined) return undefined;
  const text = literal(held);
  const isNumber = /^-?[\d.]+$/.test(text);
  return isNumber ? (Number.isSafeInteger(Number(text)) ? Number(text) : undefined) : held;
}

/** What Sequelize takes for the place of a bound value, also inside of text. */
const PLACE = /\B\$(?=[$\w])/g;

/** A condition with its values, in a statement whose other values are bound. */
function besideBound<T extends string | undefined>(condition: T, { bindParam }: ConditionOptions): T {
  return (bindParam ? condition?.replace(PLACE, '$$$$') : condition) as T;
}

/** The field types of columns, each created once. */
class FieldTypes {
  readonly #types = new WeakMap<object, FieldType>();

  of({ type }: ModelAttributeColumnOptions): FieldType | undefined {
    if (typeof type !== 'object') return undefined;
    const known = this.#types.get(type) ?? fieldTypeOfColumn({ type });
    this.#types.set(type, known);
    return known;
  }
}

interface Attribute {
  readonly model: DomainModel;
  readonly attribute: ModelAttributeColumnOptions;
}

/** The column of a key: the name of a column, or `$association.field$`. */
function attributeOf(model: DomainModel, key: string): Attribute | undefined {
  if (!Utils.isColString(key)) return columnNamed(model, key);
  const steps = key.slice(1, -1).split('.');
  const name = steps.pop()!;
  let at: DomainModel | undefined = model;
  for (const step of steps) at = at && targetOf(at, step);
  return at && columnNamed(at, name);
}

function targetOf({ associations }: DomainModel, step: string): DomainModel | undefined {
  return Object.hasOwn(associations, step) ? (associations[step]!.target as DomainModel) : undefined;
}

/** Sequelize has replaced the names of fields by those of columns, except in `$association.field$`. */
function columnNamed(model: DomainModel, name: string): Attribute | undefined {
  const holder = [columnsByName(model), model.getAttributes()].find((names) => Object.hasOwn(names, name));
  return holder && { model, attribute: holder[name]! };
}
