import type { ModelAttributeColumnOptions } from 'sequelize';
import { columnTypeOf } from '../sequelize/data-types';
import type { DomainModel } from './domain-model';

/** Decimals of a second: of the field, and of its column if that has more. */
export interface Decimals {
  readonly length: number;
  readonly stored?: number;
}

export function dateColumns(model: DomainModel): ModelAttributeColumnOptions[] {
  const columns = Object.values(model.getAttributes()) as ModelAttributeColumnOptions[];
  return columns.filter((column) => columnTypeOf(column).key === 'DATE');
}

/** Whether the model declares a precision. */
export function hasPrecision(column: ModelAttributeColumnOptions): boolean {
  return columnTypeOf(column).options?.length !== undefined;
}

export function decimalsOf(column: ModelAttributeColumnOptions): number {
  return Number(columnTypeOf(column).options?.length ?? 0);
}

/** Sets a new type, since the declared one is shared by all data sources. */
export function setDecimals(column: ModelAttributeColumnOptions, decimals: Decimals): void {
  const Type = (column.type as object).constructor as new (options: Decimals) => never;
  column.type = new Type(decimals);
}
