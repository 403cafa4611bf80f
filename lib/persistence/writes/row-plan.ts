import { type ModelAttributeColumnOptions, Utils } from 'sequelize';
import type { Limit } from '../../values';
import { type ColumnRule, fitValue, rulesOf } from '../models/column-rules';
import type { DomainModel } from '../models/domain-model';
import { defaultOf, isTimestamp, sanitizerOf, timestampsOf, versionFieldOf } from '../sequelize/model-class';
import { queryGeneratorOf } from '../sequelize/query-interface';
import { type ColumnLiteral, columnLiteral } from './column-literal';

/** One column of a class, as statements write it. */
export interface PlannedColumn {
  readonly name: string;
  /** The quoted name of the column. */
  readonly quoted: string;
  /** The value as instances hold it, within the limits of the column; or why it does not fit. Expressions stay. */
  readonly hold: (value: unknown) => ReturnType<Limit>;
  /** Writes a fitting value as SQL. */
  readonly literal: ColumnLiteral;
  /** Whether a value is sent beside the statement, since its literal could be twice as long; undefined if none is. */
  readonly isLong?: (value: unknown) => boolean;
  /** The default of a new row. */
  readonly initial?: (now: Date) => unknown;
  /** Whether the default is the same for all rows of one statement. */
  readonly isInitialShared: boolean;
}

/** How the rows of a class are written. */
export interface RowPlan {
  readonly table: string;
  readonly columns: readonly PlannedColumn[];
  readonly byName: ReadonlyMap<string, PlannedColumn>;
  /** The fields of the columns. */
  readonly names: readonly string[];
  /** Those that may have long values. */
  readonly longColumns: readonly PlannedColumn[];
  /** The columns of the primary key; a join table may have several. */
  readonly keys: readonly PlannedColumn[];
  /** Whether the database generates the keys. */
  readonly isKeyGenerated: boolean;
  readonly version?: PlannedColumn;
  readonly createdAt?: PlannedColumn;
  readonly updatedAt?: PlannedColumn;
  /** All fields of the class, virtual ones included. */
  readonly fields: readonly string[];
  /** Those that must not be null. */
  readonly required: readonly string[];
  /** Whether a default may be an SQL expression, whose value only the database knows. */
  readonly hasExpressions: boolean;
}

/** Cached with the rules they were made from, which change when a class enters another data source. */
const plans = new WeakMap<DomainModel, { readonly rules: readonly ColumnRule[]; readonly plan: RowPlan }>();

export function rowPlanOf(model: DomainModel): RowPlan {
  const rules = rulesOf(model);
  const known = plans.get(model);
  if (known?.rules === rules) return known.plan;
  const plan = makePlan(model, rules);
  plans.set(model, { rules, plan });
  return plan;
}

function makePlan(model: DomainModel, rules: readonly ColumnRule[]): RowPlan {
  const queryGenerator = queryGeneratorOf(model);
  const columns = rules.map((rule) => plannedColumn(model, rule, queryGenerator.quoteIdentifier(rule.column)));
  const byName = new Map(columns.map((column) => [column.name, column]));
  const attributes = Object.entries(model.getAttributes());
  const { primaryKeyAttributes, primaryKeyAttribute } = model;
  return {
    table: queryGenerator.quoteTable(model.getTableName()),
    columns,
    longColumns: columns.filter(({ isLong }) => isLong),
    byName,
    names: [...byName.keys()],
    keys: primaryKeyAttributes.map((name) => byName.get(name)!),
    isKeyGenerated: columnOf(model, primaryKeyAttribute)?.autoIncrement === true,
    version: byName.get(versionFieldOf(model) ?? ''),
    createdAt: byName.get(timestampsOf(model).createdAt ?? ''),
    updatedAt: byName.get(timestampsOf(model).updatedAt ?? ''),
    fields: attributes.map(([name]) => name),
    required: attributes.filter(([, { allowNull }]) => allowNull === false).map(([name]) => name),
    hasExpressions: rules.some(({ name }) => mayBeExpression(columnOf(model, name)!)),
  };
}

function plannedColumn(model: DomainModel, rule: ColumnRule, quoted: string): PlannedColumn {
  const { name } = rule;
  const column = columnOf(model, name)!;
  return {
    name,
    quoted,
    hold: holdingOf(model, rule),
    literal: columnLiteral(model, column),
    isLong: LONG_VALUES[rule.type.kind],
    initial: initialOf(model, name),
    isInitialShared: isInitialShared(model, name),
  };
}

function mayBeExpression({ defaultValue }: ModelAttributeColumnOptions): boolean {
  return typeof defaultValue === 'function' || defaultValue instanceof Utils.SequelizeMethod;
}

/** Converts a value as `set` does. */
function holdingOf(model: DomainModel, rule: ColumnRule): PlannedColumn['hold'] {
  const sanitize = sanitizerOf(model, rule.name);
  const isPlain = PLAIN_VALUES[rule.type.kind];
  return (value) => {
    if (value instanceof Utils.SequelizeMethod) return { value };
    const isConverted = sanitize === undefined || value === null || isPlain?.(value) === true;
    return fitValue(rule, isConverted ? value : sanitize(value));
  };
}

/** Values that need no conversion, by kind. */
const PLAIN_VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  datetime: (value) => value instanceof Date,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  boolean: (value) => typeof value === 'boolean',
};

function columnOf(model: DomainModel, name: string): ModelAttributeColumnOptions | undefined {
  return model.getAttributes()[name] as ModelAttributeColumnOptions | undefined;
}

/** In bytes. */
const LONGEST_LITERAL = 64 * 1024;

/** In UTF-16 units. */
const LONGEST_TEXT = 1024 * 1024;

const LONG_VALUES: Readonly<Record<string, NonNullable<PlannedColumn['isLong']>>> = {
  bytes: (value) => Buffer.isBuffer(value) && value.length > LONGEST_LITERAL,
  text: (value) => typeof value === 'string' && value.length > LONGEST_TEXT,
};

function initialOf(model: DomainModel, name: string): PlannedColumn['initial'] {
  const initial = defaultOf(model, name);
  if (isTimestamp(model, name)) return initial ? (now) => initial() ?? now : (now) => now;
  return initial ?? (name === model.primaryKeyAttribute ? () => null : undefined);
}

/** A default that is an object is copied for each row; functions are called for each. */
function isInitialShared(model: DomainModel, name: string): boolean {
  const { defaultValue } = columnOf(model, name)!;
  return ['string', 'number', 'boolean', 'undefined'].includes(typeof defaultValue);
}
