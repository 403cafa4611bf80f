import { type ModelAttributeColumnOptions, Utils, ValidationError, type ValidationErrorItem } from 'sequelize';
import { ownValue } from '../../foundation';
import { type FieldType, keyLimit, type Limit, limitOf, type Violation } from '../../values';
import { columnTypeOf, isVirtual } from '../sequelize/data-types';
import { validationItem } from '../sequelize/validation';
import type { DomainModel } from './domain-model';
import { fieldTypeOf } from './field-types';

/** Values that their columns cannot hold, found before a statement is sent. A `ValidationError` to domain code. */
export class ColumnValueError extends ValidationError {
  override readonly name = 'SequelizeValidationError';

  constructor(
    readonly model: DomainModel,
    readonly violations: readonly Violation[],
  ) {
    super(
      violations.map(({ path, message }) => `${model.name}: ${path.join('.')} ${message}`).join('; '),
      itemsOf(violations),
    );
  }
}

/** The values that a column accepts. */
export interface ColumnRule {
  readonly name: string;
  readonly column: string;
  readonly type: FieldType;
  readonly isNullable: boolean;
  readonly limit: Limit;
}

const rules = new WeakMap<DomainModel, readonly ColumnRule[]>();
const keys = new WeakMap<DomainModel, string>();

/** Sets the entity key of a model, whose values have the limits of a path segment. */
export function setPathKey(model: DomainModel, name: string): void {
  keys.set(model, name);
  rules.delete(model);
}

/** Cached when the first row is written, since the types of columns are final only then. */
export function rulesOf(model: DomainModel): readonly ColumnRule[] {
  const cached = rules.get(model);
  if (cached) return cached;
  const created = storedColumnsOf(model).map(([name, column]) => ruleOf(name, column, keys.get(model) === name));
  rules.set(model, created);
  return created;
}

/** The columns of a model by name of the field, without virtual ones. */
export function storedColumnsOf(model: DomainModel): readonly [string, ModelAttributeColumnOptions][] {
  const columns = Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>);
  return columns.filter(([, { type }]) => !isVirtual({ type }));
}

/** The values that a column accepts. Their precision is that of the declared type, until the start has read the table. */
export function ruleOf(name: string, column: ModelAttributeColumnOptions, isPathKey = false): ColumnRule {
  const { field = name, allowNull, primaryKey, autoIncrement } = column;
  const type = fieldTypeOf(columnTypeOf(column));
  const isNullable = (allowNull !== false && primaryKey !== true) || autoIncrement === true;
  const limit = limitOf(type);
  return { name, column: field, type, isNullable, limit: isPathKey ? keyLimit(limit) : limit };
}

/** Receives a value that was adjusted to its column. */
export type Adjust = (name: string, value: unknown) => void;

/**
 * Checks the values of a row and adjusts them to their columns, for example by rounding decimals. SQL expressions are
 * left alone.
 *
 * @param row    values by name of the field or of the column; changed in place
 * @param adjust called for each adjusted value
 * @returns the values that the columns cannot hold
 */
export function fitRow(
  model: DomainModel,
  row: Record<string, unknown>,
  by: 'name' | 'column',
  adjust?: Adjust,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const rule of rulesOf(model)) {
    const value = ownValue(row, rule[by]);
    if (value === undefined || value instanceof Utils.SequelizeMethod) continue;
    const fitted = fitValue(rule, value);
    if ('problem' in fitted) violations.push(columnViolation(rule.name, fitted.problem, value));
    else if (fitted.value !== value) {
      row[rule[by]] = fitted.value;
      adjust?.(rule.name, fitted.value);
    }
  }
  return violations;
}

/** @param value not an SQL expression */
export function fitValue({ isNullable, limit }: ColumnRule, value: unknown): ReturnType<Limit> {
  if (value !== null) return limit(value);
  return isNullable ? { value } : { problem: 'must not be null' };
}

/** The violation of a value that a column cannot hold; it has the value if JSON can represent it. */
export function columnViolation(name: string, message: string, value: unknown): Violation {
  const isShown = ['string', 'number', 'boolean'].includes(typeof value);
  return { path: [name], message, ...(isShown && { invalidValue: value }) };
}

function itemsOf(violations: readonly Violation[]): ValidationErrorItem[] {
  return violations.map(({ path, message, invalidValue }) => {
    return validationItem(message, ['DATATYPE', String(path.at(-1)), invalidValue ?? null, null, 'limit', 'limit', []]);
  });
}
