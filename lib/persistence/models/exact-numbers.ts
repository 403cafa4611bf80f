import { cast, col, type FindOptions, type ProjectionAlias } from 'sequelize';
import { isObject } from '../../foundation';
import { type DomainModel, isModelInstance } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';

/** Converts a double of SQLite's driver to the value that other databases return. */
type Restore = (value: unknown) => unknown;

/** The name of the hooks below, which distinguishes them from hooks of domain models. */
export const EXACT_NUMBERS = 'koaggregate.exactNumbers';

/**
 * Makes models on SQLite read DECIMAL and BIGINT as on MariaDB and MySQL: decimals as text with their scale, integers
 * as text if a double cannot hold them.
 *
 * BIGINT columns are selected as text, except generated keys and references to them, which stay far below 2^53.
 */
export function readExactNumbers(model: DomainModel): void {
  const wide = wideColumns(model);
  const restores = numberColumns(model).map(([name, restore]) => [name, restore] as const);
  if (restores.length === 0) return;
  if (wide.length > 0)
    model.addHook('beforeFind', EXACT_NUMBERS, (options: FindOptions) => selectAsText(model, wide, options));
  model.addHook('afterFind', EXACT_NUMBERS, (found: unknown) => {
    for (const row of Array.isArray(found) ? found : [found]) restoreRow(row, restores);
  });
}

/** The fields that are selected as text on SQLite. */
export function wideColumns(model: DomainModel): string[] {
  return numberColumns(model).flatMap(([name, , isWide]) => (isWide ? [name] : []));
}

type NumberColumn = readonly [name: string, restore: Restore, isWide: boolean];

function numberColumns(model: DomainModel): NumberColumn[] {
  return Object.entries(model.getAttributes()).flatMap(([name, column]): NumberColumn[] => {
    const type = fieldTypeOf(column.type as unknown as ColumnType);
    if (type.kind === 'decimal') return [[name, (value) => decimalText(value, type.scale), false]];
    const isWide = type.kind === 'integer' && type.max > BigInt(Number.MAX_SAFE_INTEGER);
    return isWide && !column.autoIncrement && !column.references ? [[name, plainInteger, true]] : [];
  });
}

/** A column cast to text, under the name of its field. */
export function columnAsText(model: DomainModel, name: string): ProjectionAlias {
  return [cast(col(`${model.name}.${model.getAttributes()[name]!.field}`), 'TEXT'), name];
}

function selectAsText(model: DomainModel, names: readonly string[], options: FindOptions): void {
  const asText = (name: string) => columnAsText(model, name);
  options.attributes ??= { exclude: [...names], include: names.map(asText) };
  if (!Array.isArray(options.attributes)) return;
  options.attributes = options.attributes.map((attribute) =>
    typeof attribute === 'string' && names.includes(attribute) ? asText(attribute) : attribute,
  );
}

/** Converts the previous values of an instance too, so that it does not count as changed. */
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
