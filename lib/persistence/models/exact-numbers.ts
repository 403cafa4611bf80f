import { cast, col, type FindOptions, type ProjectionAlias } from 'sequelize';
import { isObject } from '../../foundation';
import { type DomainModel, isModelInstance } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';

/** Columns that SQLite's driver reads as a double, and how to read them as the other databases do. */
type Restore = (value: unknown) => unknown;

/** The name of the hooks below, by which they are told from those of a domain model. */
export const EXACT_NUMBERS = 'koaggregate.exactNumbers';

/**
 * Lets the models of a SQLite database read DECIMAL and BIGINT as MariaDB and MySQL give them: decimals as text at
 * their scale, integers as numbers where a double holds them and else as text.
 *
 * Columns that may hold integers beyond 2^53 are selected as text; keys that the database generates, and references
 * to them, stay far below.
 */
export function readExactNumbers(model: DomainModel): void {
  const wide = wideColumns(model);
  const restores = columnsOf(model).map(([name, restore]) => [name, restore] as const);
  if (restores.length === 0) return;
  if (wide.length > 0)
    model.addHook('beforeFind', EXACT_NUMBERS, (options: FindOptions) => selectAsText(model, wide, options));
  model.addHook('afterFind', EXACT_NUMBERS, (found: unknown) => {
    for (const row of Array.isArray(found) ? found : [found]) restoreRow(row, restores);
  });
}

/** The fields that SQLite is asked for as text. */
export function wideColumns(model: DomainModel): string[] {
  return columnsOf(model).flatMap(([name, , isWide]) => (isWide ? [name] : []));
}

type NumberColumn = readonly [name: string, restore: Restore, isWide: boolean];

function columnsOf(model: DomainModel): NumberColumn[] {
  return Object.entries(model.getAttributes()).flatMap(([name, column]): NumberColumn[] => {
    const type = fieldTypeOf(column.type as unknown as ColumnType);
    if (type.kind === 'decimal') return [[name, (value) => decimalText(value, type.scale), false]];
    const isWide = type.kind === 'integer' && type.max > BigInt(Number.MAX_SAFE_INTEGER);
    return isWide && !column.autoIncrement && !column.references ? [[name, plainInteger, true]] : [];
  });
}

/** A column as text, under the name of its field. */
export function columnAsText(model: DomainModel, name: string): ProjectionAlias {
  return [cast(col(`${model.name}.${model.getAttributes()[name]!.field}`), 'TEXT'), name];
}

function selectAsText(model: DomainModel, names: readonly string[], options: FindOptions): void {
  const asText = (name: string) => columnAsText(model, name);
  options.attributes ??= { exclude: [...names], include: names.map(asText) };
  if (!Array.isArray(options.attributes)) return;
  options.attributes = options.attributes.map((one) =>
    typeof one === 'string' && names.includes(one) ? asText(one) : one,
  );
}

/** Of an instance also the values that Sequelize compares with to tell what has changed. */
function restoreRow(row: unknown, restores: readonly (readonly [string, Restore])[]): void {
  if (!isObject(row)) return;
  const records = isModelInstance(row) ? [row.dataValues, row._previousDataValues] : [row as Record<string, unknown>];
  for (const record of records) {
    for (const [name, restore] of restores) {
      if (record[name] !== null && record[name] !== undefined) record[name] = restore(record[name]);
    }
  }
}

export function decimalText(value: unknown, scale: number): unknown {
  return typeof value === 'number' ? value.toFixed(scale) : value;
}

export function plainInteger(value: unknown): unknown {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
