import type { ModelAttributeColumnOptions } from 'sequelize';
import { columnTypeOf } from '../../sequelize/data-types';

/** The type of a column in CREATE TABLE. */
export function writtenType(column: ModelAttributeColumnOptions): string {
  return columnTypeOf(column).toSql({ escape: (value) => `'${value.replaceAll("'", "''")}'` });
}
