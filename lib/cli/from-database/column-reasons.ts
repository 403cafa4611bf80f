import { unsuitedKeyType } from '../../metadata';
import type { ColumnShape, Dialect } from '../../persistence';
import { fieldCodeOf } from './field-of-column';

/** Why no field can be generated for a column; undefined if one can. */
export function reasonAgainstColumn(column: ColumnShape, dialect: Dialect): string | undefined {
  if (column.isComputed) return 'it is computed from other columns';
  if (isUnwritable(column.name)) return 'Sequelize cannot write its name: rename it by a migration';
  return fieldCodeOf(column, dialect) ? undefined : `its type ${column.type} is not supported`;
}

/**
 * Why a table with this column in its primary key gets no class; undefined if it can get one.
 *
 * @param isPath whether paths name the column's value
 */
export function reasonAgainstKey(column: ColumnShape, dialect: Dialect, isPath: boolean): string | undefined {
  const code = fieldCodeOf(column, dialect);
  if (!code) return `its primary key ${column.name} has the type ${column.type}, which is not supported`;
  const reason = reasonAgainstColumn(column, dialect);
  if (reason !== undefined) return `its primary key ${column.name} gets no field: ${reason}`;
  const isUnsuited = isPath && unsuitedKeyType({ type: code.holds }) !== undefined;
  return isUnsuited ? `its primary key ${column.name} has the type ${column.type}, which no path can name` : undefined;
}

/**
 * Whether Sequelize writes another name than this one: it drops backticks, reads `$a$` as a column of an association, and
 * no object has a member `__proto__`.
 */
export function isUnwritable(name: string): boolean {
  return name.includes('`') || (name.startsWith('$') && name.endsWith('$')) || name === '__proto__';
}
