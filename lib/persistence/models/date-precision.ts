import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DomainModel } from './domain-model';
import type { ColumnType } from './field-types';

/** Milliseconds: what a Date of JavaScript holds, and what every client sends that writes one. */
const DEFAULT_DECIMALS = 3;

/** Decimals of a second: of the field, and of its column where that has others. */
export interface Decimals {
  readonly length: number;
  readonly stored?: number;
}

/** Gives a DATE whose model names no precision that of milliseconds. */
export function keepMilliseconds(model: DomainModel): void {
  for (const column of dateColumns(model)) {
    if (typeOf(column).options?.length === undefined) setDecimals(column, { length: DEFAULT_DECIMALS });
  }
  model.refreshAttributes();
}

export function dateColumns(model: DomainModel): ModelAttributeColumnOptions[] {
  const columns = Object.values(model.getAttributes()) as ModelAttributeColumnOptions[];
  return columns.filter((column) => typeOf(column).key === 'DATE');
}

export function decimalsOf(column: ModelAttributeColumnOptions): number {
  return Number(typeOf(column).options?.length ?? 0);
}

/** Gives the column a type of its own: that of a decorator is shared by all data sources. */
export function setDecimals(column: ModelAttributeColumnOptions, decimals: Decimals): void {
  const Type = (column.type as object).constructor as new (options: Decimals) => never;
  column.type = new Type(decimals);
}

function typeOf({ type }: ModelAttributeColumnOptions): ColumnType {
  return type as unknown as ColumnType;
}
