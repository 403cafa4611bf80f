import { literal, type ProjectionAlias, Utils } from 'sequelize';
import { functionIn } from '../sequelize/expressions';
import { queryGeneratorOf } from '../sequelize/query-interface';
import type { DomainModel } from './domain-model';
import { type NumberColumn, numberColumns, plainInteger } from './exact-numbers';

/** Names of columns or fields, or pairs of an expression and the name of its value. */
export type Attributes = readonly (string | ProjectionAlias)[];

/** A selected value that a double may not hold, and how it becomes exact. */
export interface ExactValue {
  readonly name: string;
  readonly column?: NumberColumn;
  /** The name of the value in text, which is selected too; null unless the value is an integer. */
  readonly text?: string;
}

export interface ExactAttributes {
  readonly attributes: Attributes;
  readonly values: readonly ExactValue[];
}

/** The SQL of a column, by its name in the database. */
export type ColumnSql = (field: string) => string;

/**
 * Makes wide columns be selected as text. A column under another name, and an expression, are selected in text too,
 * not instead: HAVING and ORDER BY may use the name of the value, and compare it with numbers.
 */
export function exactAttributes(model: DomainModel, given: Attributes, sqlOf: ColumnSql): ExactAttributes {
  const values: ExactValue[] = [];
  const texts: ProjectionAlias[] = [];
  const attributes = given.map((attribute): string | ProjectionAlias => {
    if (attribute instanceof Utils.SequelizeMethod) return attribute;
    const [term, name] = typeof attribute === 'string' ? [attribute, attribute] : attribute;
    const column = columnIn(model, term);
    const field = typeof term === 'string' && column ? fieldOf(model, column) : undefined;
    if (column?.isWide && field !== undefined && column.name === name) {
      values.push({ name, column });
      return [literal(`CAST(${sqlOf(field)} AS TEXT)`), name];
    }
    const sql = mayBeWide(term, column) ? (field === undefined ? sqlOfTerm(model, term) : sqlOf(field)) : undefined;
    const text = sql === undefined ? undefined : `${name} as text`;
    if (text !== undefined) texts.push([integerAsText(sql!), text]);
    if (column || text !== undefined) values.push({ name, column, text });
    return attribute;
  });
  return { attributes: [...attributes, ...texts], values };
}

/** Converts the values of a record, and removes those that were selected in text too. */
export function restoreValues(values: readonly ExactValue[], record: Record<string, unknown>, prefix: string): void {
  for (const { name, column, text } of values) {
    const key = prefix + name;
    const exact = text === undefined ? undefined : record[prefix + text];
    if (text !== undefined) delete record[prefix + text];
    if (record[key] === null || record[key] === undefined) continue;
    if (typeof exact === 'string') record[key] = plainInteger(exact);
    else if (column) record[key] = column.restore(record[key]);
  }
}

const OF_THE_SAME_TYPE: ReadonlySet<string> = new Set(['MAX', 'MIN', 'SUM', 'DISTINCT']);

/** The column of a term, or of which it is the highest or lowest value or the sum. */
function columnIn(model: DomainModel, term: unknown): NumberColumn | undefined {
  const called = functionIn(term);
  if (called) {
    const { fn, args } = called;
    const isSame = args.length === 1 && OF_THE_SAME_TYPE.has(fn.toUpperCase());
    return isSame && typeof args[0] !== 'string' ? columnIn(model, args[0]) : undefined;
  }
  const named = term instanceof Utils.Col ? term.col : term;
  if (typeof named !== 'string') return undefined;
  const own = `${model.name}.`;
  const name = named.startsWith(own) ? named.slice(own.length) : named;
  const columns = numberColumns(model);
  return columns.find((column) => fieldOf(model, column) === name) ?? columns.find((column) => column.name === name);
}

function fieldOf(model: DomainModel, { name }: NumberColumn): string {
  return model.getAttributes()[name]!.field!;
}

function mayBeWide(term: unknown, column: NumberColumn | undefined): boolean {
  return column ? column.isWide : term instanceof Utils.SequelizeMethod;
}

/**
 * The SQL of an expression that may be repeated: undefined if it begins with DISTINCT, which cannot stand inside an expression,
 * or has a placeholder, which takes the next value.
 */
function sqlOfTerm(model: DomainModel, term: unknown): string | undefined {
  const { fn, args } = term as { readonly fn?: string; readonly args?: readonly unknown[] };
  if (fn?.toUpperCase() === 'DISTINCT') return args?.length === 1 ? sqlOfTerm(model, args[0]) : undefined;
  if (!(term instanceof Utils.SequelizeMethod)) return undefined;
  const sql = queryGeneratorOf(model).handleSequelizeMethod(term);
  return /^DISTINCT\b/i.test(sql.trim()) || sql.includes('?') ? undefined : sql;
}

function integerAsText(sql: string): ReturnType<typeof literal> {
  return literal(`CASE TYPEOF(${sql}) WHEN 'integer' THEN CAST(${sql} AS TEXT) END`);
}
