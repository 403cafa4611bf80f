import type { ModelAttributeColumnOptions } from 'sequelize';
import type { DomainModel } from './domain-model';
import type { ColumnType } from './field-types';

/** Decimals of a second: of the field, and of its column where that has others. */
export interface Decimals {
  readonly length: number;
  readonly stored?: number;
}

export function dateColumns(model: DomainModel): ModelAttributeColumnOptions[] {
  const columns = Object.values(model.getAttributes()) as ModelAttributeColumnOptions[];
  return columns.filter((column) => typeOf(column).key === 'DATE');
}

/** Whether the model names a precision. */
export function isPrecise(column: ModelAttributeColumnOptions): boolean {
  return typeOf(column).options?.length !== undefined;
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
