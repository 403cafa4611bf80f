import type { ChangedColumn, TableDifference } from '../../tables/table-difference';
import { type ColumnShape, type ForeignKeyShape, type IndexShape, isAlike } from '../../tables/table-shape';
import type { CompareOptions } from './compare-tables';
import type { Difference, DifferenceCode, Severity } from './difference';

/** The differences of a table one by one, each with its remedy. */
export function differencesOf(
  difference: TableDifference,
  model: string | undefined,
  { dialect }: CompareOptions,
): readonly Difference[] {
  const { wanted, stored } = difference;
  const fieldOf = (column: string) => wanted.columns.find(({ name }) => name === column)?.field;
  const add = (
    code: DifferenceCode,
    severity: Severity,
    columns: readonly string[],
    description: Description,
  ): Difference => ({
    code,
    severity,
    ...(model !== undefined && { model }),
    ...(columns.length === 1 && fieldOf(columns[0]!) !== undefined && { field: fieldOf(columns[0]!)! }),
    table: wanted.name,
    ...(columns.length > 0 && { column: columns.join(', ') }),
    ...description,
  });
  return [
    ...difference.missingColumns.map((one) => add('COLUMN_MISSING', 'error', [one.name], missingColumn(one))),
    ...difference.extraColumns.map((one) => add('COLUMN_EXTRA', extraSeverity(one), [one.name], extraColumn(one))),
    ...difference.changedColumns.flatMap((one) => changes(one, dialect, add)),
    ...(difference.hasSameKey ? [] : [add('KEY_DIFFERS', 'warning', [], keys(wanted.primaryKey, stored.primaryKey))]),
    ...difference.missingIndexes.map((one) => add(codeOf(one, 'MISSING'), 'warning', one.columns, missingIndex(one))),
    ...difference.extraIndexes.map((one) =>
      add(codeOf(one, 'EXTRA'), extraIndexSeverity(one), one.columns, extraIndex(one)),
    ),
    ...difference.missingKeys.map((one) =>
      add('FOREIGN_KEY_MISSING', 'warning', one.columns, missingKey(one, stored.foreignKeys)),
    ),
    ...difference.extraKeys
      .filter((one) => !difference.missingKeys.some((other) => isAlike(one, other)))
      .map((one) => add('FOREIGN_KEY_EXTRA', 'note', one.columns, extraKey(one))),
  ];
}

type Description = Pick<Difference, 'expected' | 'found' | 'remedy'>;
type Add = (
  code: DifferenceCode,
  severity: Severity,
  columns: readonly string[],
  description: Description,
) => Difference;

function changes({ wanted, stored, ...is }: ChangedColumn, dialect: CompareOptions['dialect'], add: Add): Difference[] {
  const found: Difference[] = [];
  const description = (expected: string, there: string): Description => ({
    expected,
    found: there,
    remedy: 'Change the column by a migration, or the field.',
  });
  if (is.type) {
    const severity = dialect.schema.isUnfit(wanted.type, stored.type) ? 'error' : 'warning';
    found.push(add('TYPE_DIFFERS', severity, [wanted.name], description(wanted.type, stored.type)));
  }
  if (is.nullability) {
    const [here, there] = [nullWord(wanted), nullWord(stored)];
    found.push(add('NULL_DIFFERS', 'warning', [wanted.name], description(here, there)));
  }
  if (is.default) {
    const [here, there] = [defaultWord(wanted), defaultWord(stored)];
    found.push(add('DEFAULT_DIFFERS', 'warning', [wanted.name], description(here, there)));
  }
  return found;
}

function nullWord({ isNullable }: ColumnShape): string {
  return isNullable ? 'NULL' : 'NOT NULL';
}

function defaultWord(column: ColumnShape): string {
  return column.default === undefined ? 'no default' : `DEFAULT ${column.default}`;
}

function missingColumn(column: ColumnShape): Description {
  const expected = `${column.type} ${nullWord(column)}`;
  return {
    expected,
    found: 'no such column',
    remedy: "Add the column by a migration, or name another by @Column({ field: '…' }).",
  };
}

/** A required column without a field makes every insert fail. */
function extraSeverity({ isNullable, isGenerated, ...column }: ColumnShape): Severity {
  return isNullable || isGenerated || column.default !== undefined ? 'note' : 'error';
}

function extraColumn(column: ColumnShape): Description {
  const remedy =
    extraSeverity(column) === 'error'
      ? 'It is NOT NULL without a default, so that inserts fail: add the field, or make the column nullable or give it a default.'
      : 'Add the field, or drop the column by a migration if no other code uses it.';
  return { expected: 'no field for it', found: `${column.type} ${nullWord(column)}`, remedy };
}

function keys(wanted: readonly string[], stored: readonly string[]): Description {
  const keyOf = (columns: readonly string[]) =>
    columns.length === 0 ? 'no primary key' : `the primary key (${columns.join(', ')})`;
  return { expected: keyOf(wanted), found: keyOf(stored), remedy: 'Correct @PrimaryKey, or the table by a migration.' };
}

function codeOf({ isUnique }: IndexShape, end: 'MISSING' | 'EXTRA'): DifferenceCode {
  return `${isUnique ? 'UNIQUE' : 'INDEX'}_${end}`;
}

function indexWord({ isUnique, name }: IndexShape): string {
  return `the ${isUnique ? 'unique ' : ''}index ${name}`;
}

function missingIndex(index: IndexShape): Description {
  return { expected: indexWord(index), found: 'none', remedy: 'Make it by a migration.' };
}

/** An undeclared unique index rejects rows that the model accepts. */
function extraIndexSeverity({ isUnique }: IndexShape): Severity {
  return isUnique ? 'warning' : 'note';
}

function extraIndex(index: IndexShape): Description {
  const remedy = index.isUnique
    ? 'Declare it by @Unique or @Index, or drop it by a migration.'
    : 'Declare it by @Index, or drop it by a migration.';
  return { expected: 'no such index', found: indexWord(index), remedy };
}

function keyWord({ table, referred, onDelete, onUpdate }: ForeignKeyShape): string {
  const columns = referred.length > 0 ? ` (${referred.join(', ')})` : '';
  return `a foreign key to ${table}${columns} ON DELETE ${onDelete} ON UPDATE ${onUpdate}`;
}

function missingKey(key: ForeignKeyShape, stored: readonly ForeignKeyShape[]): Description {
  const other = stored.find((one) => isAlike(one, key));
  return {
    expected: keyWord(key),
    found: other ? keyWord(other) : 'none',
    remedy: other ? 'Make it anew by a migration, or declare onDelete and onUpdate.' : 'Add it by a migration.',
  };
}

function extraKey(key: ForeignKeyShape): Description {
  const remedy =
    key.columns.length > 1
      ? 'It can stay: an association has one column, and the database goes on to check the others.'
      : 'Declare the association, or drop the foreign key by a migration if nothing needs it.';
  return { expected: 'none', found: keyWord(key), remedy };
}
