import { type ModelAttributeColumnOptions, Utils, ValidationError, ValidationErrorItem } from 'sequelize';
import { below, type FieldType, keyLimit, type Limit, limitOf, type Violation } from '../../values';
import type { DomainModel } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';

/** Values that no column can hold, found before they reach the database; to code of the domain a `ValidationError`. */
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

/** The values that one column of a model takes. */
export interface ColumnRule {
  readonly name: string;
  readonly column: string;
  readonly type: FieldType;
  readonly isNullable: boolean;
  readonly limit: Limit;
}

const rules = new WeakMap<DomainModel, readonly ColumnRule[]>();
const keys = new WeakMap<DomainModel, string>();

/** Says which field of a model names its entities in paths. */
export function setPathKey(model: DomainModel, name: string): void {
  keys.set(model, name);
  rules.delete(model);
}

/** Made once for each model, when the first row is written: the types of its columns are settled by then. */
export function rulesOf(model: DomainModel): readonly ColumnRule[] {
  const known = rules.get(model);
  if (known) return known;
  const made = Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>)
    .filter(([, { type }]) => (type as unknown as ColumnType).key !== 'VIRTUAL')
    .map(([name, column]) => ruleOf(name, column, keys.get(model) === name));
  rules.set(model, made);
  return made;
}

function ruleOf(name: string, column: ModelAttributeColumnOptions, isPathKey: boolean): ColumnRule {
  const { field = name, allowNull, primaryKey, autoIncrement } = column;
  const type = fieldTypeOf(column.type as unknown as ColumnType);
  const isNullable = (allowNull !== false && primaryKey !== true) || autoIncrement === true;
  const limit = limitOf(type);
  return { name, column: field, type, isNullable, limit: isPathKey ? keyLimit(limit) : limit };
}

/** A value that the column keeps in another form than it was given. */
export type Adjust = (name: string, value: unknown) => void;

/**
 * Brings a row to what its columns hold; SQL expressions, which the database works out, stay.
 *
 * @param row    by the name of the field or of the column
 * @param adjust is told of what has changed on the way, such as surplus decimals that were rounded
 * @returns what the columns cannot hold
 */
export function takeRow(
  model: DomainModel,
  row: Record<string, unknown>,
  by: 'name' | 'column',
  adjust?: Adjust,
): readonly Violation[] {
  const violations: Violation[] = [];
  for (const rule of rulesOf(model)) {
    const value = row[rule[by]];
    if (value === undefined || value instanceof Utils.SequelizeMethod) continue;
    const taken = takeValue(rule, value);
    if ('problem' in taken) violations.push({ path: [rule.name], message: taken.problem, ...echo(value) });
    else if (taken.value !== value) {
      row[rule[by]] = taken.value;
      adjust?.(rule.name, taken.value);
    }
  }
  return violations;
}

/** {@link takeRow} for several: paths begin with the index of the row. */
export function takeRows(
  model: DomainModel,
  rows: readonly Record<string, unknown>[],
  by: 'name' | 'column',
): readonly Violation[] {
  return rows.flatMap((row, index) => below([index], takeRow(model, row, by)));
}

/** @param value no expression; null where there is none */
export function takeValue({ isNullable, limit }: ColumnRule, value: unknown): ReturnType<Limit> {
  if (value !== null) return limit(value);
  return isNullable ? { value } : { problem: 'must not be null' };
}

/** The value as JSON can show it. */
function echo(value: unknown): { readonly invalidValue?: unknown } {
  return ['string', 'number', 'boolean'].includes(typeof value) ? { invalidValue: value } : {};
}

function itemsOf(violations: readonly Violation[]): ValidationErrorItem[] {
  return violations.map(({ path, message, invalidValue }) => {
    const facts = [message, 'DATATYPE', String(path.at(-1)), invalidValue ?? null, null, 'limit', 'limit', []] as const;
    return new ValidationErrorItem(...(facts as unknown as ConstructorParameters<typeof ValidationErrorItem>));
  });
}
