import { fieldTypeOfSql } from '../../persistence';
import { stringLiteral } from '../templates/string-literal';
import type { FieldCode } from './field-code';

/** The field of a column whose type has no name in Sequelize, and stands in the class as SQL. */
function fieldOfSql(sql: string, type: string): FieldCode | undefined {
  const holds = fieldTypeOfSql(sql);
  return holds && { dataType: stringLiteral(sql), type, holds };
}

export const YEAR = fieldOfSql('YEAR', 'number');

/** BIT(1) is a boolean, and BIT(8) a whole number up to 255. */
export function bitsOf(length = '1'): FieldCode | undefined {
  return fieldOfSql(`BIT(${length})`, length === '1' ? 'boolean' : 'number');
}

/** @param list the members as literals of SQL */
export function setOf(list: string): FieldCode | undefined {
  const field = fieldOfSql(`SET(${list})`, '');
  if (field?.holds.kind !== 'set') return undefined;
  return { ...field, type: `(${field.holds.values.map(stringLiteral).join(' | ')})[]` };
}

export function bytesOf(name: 'BINARY' | 'VARBINARY', length: string | undefined): FieldCode | undefined {
  if (name === 'VARBINARY' && length === undefined) return undefined;
  return fieldOfSql(`${name}(${length ?? 1})`, 'Buffer');
}
