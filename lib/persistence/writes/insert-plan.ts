import { DataTypes, type ModelAttributeColumnOptions, Utils } from 'sequelize';
import { type ColumnRule, rulesOf, takeValue } from '../models/column-rules';
import type { DomainModel } from '../models/domain-model';
import type { FieldValues } from '../models/field-values';
import { type ColumnLiteral, columnLiteral } from './column-literal';
import { isPlainlyWritten } from './plain-writes';

/** One column of new rows. */
interface InsertColumn {
  readonly name: string;
  /** As it stands in SQL. */
  readonly quoted: string;
  readonly rule: ColumnRule;
  readonly literal: ColumnLiteral;
  /** Whether instances would leave the value as it is. */
  readonly isSettled: (value: unknown) => boolean;
  /** What stands where no value is given. */
  readonly initial: (now: Date) => unknown;
}

/** How rows of one class are inserted without instances: all that the model decides. */
export interface InsertPlan {
  readonly table: string;
  readonly columns: ReadonlyMap<string, InsertColumn>;
  /** The primary key where the database gives it. */
  readonly generated?: InsertColumn;
}

/** A row to be, by the names of the fields. */
export type PlannedRow = Record<string, unknown>;

const plans = new WeakMap<DomainModel, InsertPlan | null>();

/** Null for a class whose rows instances have to write. */
export function insertPlanOf(model: DomainModel): InsertPlan | null {
  const known = plans.get(model);
  if (known !== undefined) return known;
  const plan = isPlainlyWritten(model) && !hasOwnDefaults(model) ? makePlan(model) : null;
  plans.set(model, plan);
  return plan;
}

/**
 * What is to be inserted: the values with the defaults of the columns.
 *
 * @returns undefined where one of them does not fit its column; instances then tell why
 */
export function plannedRows({ columns }: InsertPlan, values: readonly FieldValues[]): PlannedRow[] | undefined {
  const now = new Date();
  const rows: PlannedRow[] = [];
  for (const one of values) {
    for (const name in one) if (!columns.has(name)) return undefined;
    const row: PlannedRow = {};
    for (const column of columns.values()) {
      const given = one[column.name];
      if (!takeInto(row, column, given === undefined ? column.initial(now) : given)) return undefined;
    }
    rows.push(row);
  }
  return rows;
}

/** @returns whether the value fits */
function takeInto(row: PlannedRow, { name, rule, isSettled }: InsertColumn, value: unknown): boolean {
  if (value === undefined) return true;
  if (value !== null && !isSettled(value)) return false;
  const taken = takeValue(rule, value);
  if ('problem' in taken) return false;
  row[name] = taken.value;
  return true;
}

/** Whether the database is to give all of the rows their keys. */
export function areKeysGenerated({ generated }: InsertPlan, rows: readonly PlannedRow[]): boolean {
  return generated !== undefined && rows.every((row) => row[generated.name] === null);
}

/** One statement for all rows. What none of them has a value for is left to the default of its column. */
export function insertSql(plan: InsertPlan, rows: readonly PlannedRow[]): string {
  const given = areKeysGenerated(plan, rows) ? plan.generated : undefined;
  const columns = [...plan.columns.values()].filter(
    (column) => column !== given && rows.some((row) => row[column.name] !== undefined),
  );
  const tuples = rows.map((row) => `(${columns.map(({ name, literal }) => sqlOf(row[name], literal)).join(',')})`);
  return `INSERT INTO ${plan.table} (${columns.map(({ quoted }) => quoted).join(',')}) VALUES ${tuples.join(',')}`;
}

function sqlOf(value: unknown, literal: ColumnLiteral): string {
  return value === null || value === undefined ? 'NULL' : literal(value);
}

interface Quoting {
  readonly queryGenerator: { quoteTable(table: unknown): string; quoteIdentifier(name: string): string };
}

function makePlan(model: DomainModel): InsertPlan {
  const { queryGenerator } = model.sequelize!.getQueryInterface() as unknown as Quoting;
  const columns = rulesOf(model).map((rule): [string, InsertColumn] => {
    const column = model.getAttributes()[rule.name] as ModelAttributeColumnOptions;
    const made: InsertColumn = {
      name: rule.name,
      quoted: queryGenerator.quoteIdentifier(rule.column),
      rule,
      literal: columnLiteral(model, column),
      isSettled: SETTLED[rule.type.kind] ?? (() => true),
      initial: initialOf(model, rule.name),
    };
    return [rule.name, made];
  });
  const byName = new Map(columns);
  const key = model.getAttributes()[model.primaryKeyAttribute] as ModelAttributeColumnOptions | undefined;
  const generated = key?.autoIncrement ? byName.get(model.primaryKeyAttribute) : undefined;
  return { table: queryGenerator.quoteTable(model.getTableName()), columns: byName, generated };
}

/** Instances bring others to that form. */
const SETTLED: Readonly<Record<string, (value: unknown) => boolean>> = {
  datetime: (value) => value instanceof Date,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  boolean: (value) => typeof value === 'boolean',
};

type Defaults = Readonly<Record<string, () => unknown>>;

function initialOf(model: DomainModel, name: string): InsertColumn['initial'] {
  const { createdAt, updatedAt } = model._timestampAttributes;
  if (name === createdAt || name === updatedAt) return (now) => now;
  const { [name]: initial } = (model as unknown as { readonly _defaultValues: Defaults })._defaultValues;
  if (initial) return initial;
  return model.primaryKeyAttributes.includes(name) ? () => null : () => undefined;
}

const OF_SEQUELIZE = [DataTypes.UUIDV1, DataTypes.UUIDV4, DataTypes.NOW] as const;

/** Whether a default is worked out by a function of the domain's or by the database, or a timestamp has one. */
function hasOwnDefaults(model: DomainModel): boolean {
  const { createdAt, updatedAt } = model._timestampAttributes;
  return Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>).some(
    ([name, { defaultValue }]) => {
      if (defaultValue === undefined) return false;
      if (name === createdAt || name === updatedAt) return true;
      const isOfSequelize = OF_SEQUELIZE.some((type) => defaultValue instanceof (type as never));
      return (typeof defaultValue === 'function' && !isOfSequelize) || defaultValue instanceof Utils.SequelizeMethod;
    },
  );
}
