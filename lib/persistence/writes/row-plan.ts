import { DataTypes, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { type ColumnRule, rulesOf } from '../models/column-rules';
import type { DomainModel } from '../models/domain-model';
import { queryGeneratorOf } from '../models/query-generator';
import { type ColumnLiteral, columnLiteral } from './column-literal';
import { isPlainlyWritten } from './plain-writes';

/** One column of a class, as statements write it. */
export interface PlannedColumn {
  readonly name: string;
  /** The quoted name of the column. */
  readonly quoted: string;
  /** The value that the column stores, or {@link MISFIT} for one that instances would change or reject. */
  readonly toStored: (value: unknown) => unknown;
  /** Writes a stored value as SQL. */
  readonly literal: ColumnLiteral;
  /** The default of a new row. */
  readonly initial?: (now: Date) => unknown;
  /** Whether the default is the same for all rows of one statement. */
  readonly isInitialShared: boolean;
}

/** Stands for a value that a column cannot store unchanged. */
export const MISFIT = Symbol('misfit');

/** How rows of one class are written without instances. */
export interface RowPlan {
  readonly table: string;
  readonly columns: readonly PlannedColumn[];
  readonly byName: ReadonlyMap<string, PlannedColumn>;
  readonly key: PlannedColumn;
  /** Whether the database generates the keys. */
  readonly isKeyGenerated: boolean;
  readonly version?: PlannedColumn;
  readonly updatedAt?: PlannedColumn;
  /** Whether instances have to create new rows, since domain code or the database computes a default. */
  readonly hasOwnDefaults: boolean;
}

/** Cached with the rules they were made from, which change when a class enters another data source. */
const plans = new WeakMap<DomainModel, { readonly rules: readonly ColumnRule[]; readonly plan: RowPlan | null }>();

/** The plan of a class; null if instances have to write its rows. */
export function rowPlanOf(model: DomainModel): RowPlan | null {
  const rules = rulesOf(model);
  const known = plans.get(model);
  if (known?.rules === rules) return known.plan;
  const plan = isPlainlyWritten(model) && model.primaryKeyAttributes.length === 1 ? makePlan(model) : null;
  plans.set(model, { rules, plan });
  return plan;
}

/** The SQL of a stored value; NULL for a missing one. */
export function sqlOf({ literal }: PlannedColumn, value: unknown): string {
  return value === null || value === undefined ? 'NULL' : literal(value);
}

function makePlan(model: DomainModel): RowPlan {
  const queryGenerator = queryGeneratorOf(model);
  const columns = rulesOf(model).map((rule) => {
    return plannedColumn(model, rule, queryGenerator.quoteIdentifier(rule.column));
  });
  const byName = new Map(columns.map((column) => [column.name, column]));
  const { primaryKeyAttribute, _timestampAttributes, _versionAttribute } = model;
  return {
    table: queryGenerator.quoteTable(model.getTableName()),
    columns,
    byName,
    key: byName.get(primaryKeyAttribute)!,
    isKeyGenerated: columnOf(model, primaryKeyAttribute).autoIncrement === true,
    version: byName.get(_versionAttribute ?? ''),
    updatedAt: byName.get(_timestampAttributes.updatedAt ?? ''),
    hasOwnDefaults: hasOwnDefaults(model),
  };
}

function plannedColumn(model: DomainModel, rule: ColumnRule, quoted: string): PlannedColumn {
  const { name } = rule;
  const literal = columnLiteral(model, columnOf(model, name));
  const initial = initialOf(model, name);
  return { name, quoted, toStored: converterOf(rule), literal, initial, isInitialShared: isInitialShared(model, name) };
}

function converterOf({ type, isNullable, limit }: ColumnRule): PlannedColumn['toStored'] {
  const isPlain = PLAIN_VALUES[type.kind];
  return (value) => {
    if (value === null) return isNullable ? null : MISFIT;
    if (value instanceof Utils.SequelizeMethod || isPlain?.(value) === false) return MISFIT;
    const limited = limit(value);
    return 'problem' in limited ? MISFIT : limited.value;
  };
}

function columnOf(model: DomainModel, name: string): ModelAttributeColumnOptions {
  return model.getAttributes()[name] as ModelAttributeColumnOptions;
}

/** In bytes. */
const LONGEST_LITERAL = 64 * 1024;

/** In UTF-16 units. */
const LONGEST_TEXT = 1024 * 1024;

/** Values that need no conversion, by kind; instances convert others. */
const PLAIN_VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  datetime: (value) => value instanceof Date,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  boolean: (value) => typeof value === 'boolean',
  // A literal may be twice as long as its value; longer values are sent as parameters.
  bytes: (value) => !Buffer.isBuffer(value) || value.length <= LONGEST_LITERAL,
  text: (value) => typeof value !== 'string' || value.length <= LONGEST_TEXT,
};

type Defaults = Readonly<Record<string, () => unknown>>;

function initialOf(model: DomainModel, name: string): PlannedColumn['initial'] {
  if (isTimestamp(model, name)) return (now) => now;
  const { [name]: initial } = (model as unknown as { readonly _defaultValues: Defaults })._defaultValues;
  return initial ?? (name === model.primaryKeyAttribute ? () => null : undefined);
}

/** A default that is an object is copied for each row; Sequelize generates UUIDs anew for each. */
function isInitialShared(model: DomainModel, name: string): boolean {
  const { defaultValue } = columnOf(model, name);
  return isTimestamp(model, name) || ['string', 'number', 'boolean', 'undefined'].includes(typeof defaultValue);
}

function isTimestamp({ _timestampAttributes: { createdAt, updatedAt } }: DomainModel, name: string): boolean {
  return name === createdAt || name === updatedAt;
}

const OF_SEQUELIZE = [DataTypes.UUIDV1, DataTypes.UUIDV4, DataTypes.NOW] as const;

function hasOwnDefaults(model: DomainModel): boolean {
  return Object.keys(model.getAttributes()).some((name) => {
    const { defaultValue } = columnOf(model, name);
    if (defaultValue === undefined) return false;
    const isOfSequelize = OF_SEQUELIZE.some((type) => defaultValue instanceof (type as never));
    const isWorkedOut = typeof defaultValue === 'function' && !isOfSequelize;
    return isTimestamp(model, name) || isWorkedOut || defaultValue instanceof Utils.SequelizeMethod;
  });
}
