import { snakeCase } from '../../naming';
import type { PlannedClass, PlannedField } from './plan-classes';

/** The names by which other frameworks count the writes of a row. */
const NAMES = new Set([
  'version',
  'lock_version',
  'row_version',
  'version_no',
  'version_number',
  'opt_lock',
  'optlock',
  'revision',
]);
const WHOLE_NUMBER = /^(?:INTEGER|BIGINT|MEDIUMINT|SMALLINT)/;

/** The column that is the version of the class. */
export function versionOf({ fields }: PlannedClass): PlannedField | undefined {
  return fields.find(({ column, code }) => column.name === 'version' && code.type === 'number' && !column.isNullable);
}

/** The column of a class without a version that would serve as one, by its name and type. */
export function versionCandidate(planned: PlannedClass): PlannedField | undefined {
  if (planned.isJoin || versionOf(planned)) return undefined;
  return planned.fields.find(
    ({ column, code, isKey, target }) =>
      !isKey && !target && NAMES.has(snakeCase(column.name)) && WHOLE_NUMBER.test(code.dataType),
  );
}

/** What to do so that the column is the version, as a sentence. */
export function versionHint({ name, column }: PlannedField): string {
  const notNull = column.isNullable ? 'make it NOT NULL in a migration and ' : '';
  return `If ${column.name} counts the writes of a row, ${notNull}add version: '${name}' to @Table.`;
}
