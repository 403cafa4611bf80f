import { familyOf, isNarrower, plainType, type TypeFamily } from '../../tables/plain-type';
import { type ColumnShape, find, sameNames, type TableShape } from '../../tables/table-shape';
import type { Catalogue, DatabaseSchema } from '../dialect';
import { serverStatements } from './changes-of-servers';
import { unseenTriggers, VALUES_OF_SERVERS } from './database-values';
import { serverText } from './server-text';

/** Types that can store the values of others. */
const WIDER: Readonly<Partial<Record<TypeFamily, readonly TypeFamily[]>>> = {
  date: ['instant'],
  integer: ['decimal', 'double'],
};

/** Types that cannot have a default. */
const WITHOUT_DEFAULT = /^(?:(?:TINY|MEDIUM|LONG)?(?:TEXT|BLOB)|JSON|GEOMETRY)/i;

const catalogue: Catalogue = {
  table: 'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
  columns: `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS columnName, DATETIME_PRECISION AS decimals
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND LOWER(TABLE_NAME) IN (:names)
ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  foreignKeys: `SELECT k.TABLE_NAME AS \`table\`, k.CONSTRAINT_NAME AS name, k.COLUMN_NAME AS \`column\`,
k.REFERENCED_TABLE_NAME AS referredTable, k.REFERENCED_COLUMN_NAME AS referredColumn, r.DELETE_RULE AS onDelete
FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
ON r.CONSTRAINT_SCHEMA = DATABASE() AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_SCHEMA = DATABASE()`,
  databaseValues: VALUES_OF_SERVERS,
  tableNames: `SELECT TABLE_NAME AS name FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`,
  columnNames: (table) => `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${table} AND EXTRA NOT LIKE '%GENERATED%'`,
  referredNames: (table) => `SELECT DISTINCT REFERENCED_TABLE_NAME AS name FROM information_schema.KEY_COLUMN_USAGE
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ${table} AND REFERENCED_TABLE_NAME IS NOT NULL`,
};

export const schema: Omit<DatabaseSchema, 'shapes'> = {
  changes: serverStatements,
  unseenTriggers,
  /** An index must begin with the referred columns, whose types are the same. Other engines ignore foreign keys. */
  acceptsKey(key, table, referred) {
    const plain = referred.indexes.filter(({ isSpecial }) => !isSpecial);
    const all = [referred.primaryKey, ...plain.map(({ columns }) => columns)];
    if (!all.some((columns) => sameNames(columns.slice(0, key.referred.length), key.referred))) return false;
    const fit = key.columns.every((name, index) =>
      fits(find(table.columns, name)!, find(referred.columns, key.referred[index] ?? ''), table, referred),
    );
    return fit && hasForeignKeys(table) && hasForeignKeys(referred);
  },
  isUnfit(wanted, stored) {
    const [here, there] = [familyOf(wanted), familyOf(stored)];
    // Keys of an existing schema are often INT instead of BIGINT, which is accepted.
    if (here === there) return here !== 'integer' && isNarrower(stored, wanted);
    return !(WIDER[here] ?? []).includes(there);
  },
  loses: (stored, wanted) => isNarrower(wanted, stored),
  keysAreRowids: false,
  indexesForeignKeys: true,
  sharesIndexNames: false,
  hasPartialIndexes: false,
  foldsTableNames: false,
  hasComments: true,
  canHaveDefault: (type) => !WITHOUT_DEFAULT.test(type),
  optionsOf: ({ engine, charset, collate, comment, rowFormat, initialAutoIncrement }) =>
    [
      `ENGINE=${engine ?? 'InnoDB'}`,
      charset && `DEFAULT CHARSET=${charset}`,
      collate && `COLLATE ${collate}`,
      comment && `COMMENT ${serverText(comment)}`,
      initialAutoIncrement && `AUTO_INCREMENT=${initialAutoIncrement}`,
      rowFormat && `ROW_FORMAT=${rowFormat}`,
    ]
      .filter(Boolean)
      .join(' '),
  ownOptions: ' ENGINE = InnoDB DEFAULT CHARACTER SET = utf8mb4',
  dropIndex: (index, table) => `DROP INDEX ${index} ON ${table}`,
  restartKeys: ({ identifier }) => `ALTER TABLE ${identifier} AUTO_INCREMENT = 1`,
  catalogue,
};

function fits(column: ColumnShape, other: ColumnShape | undefined, table: TableShape, referred: TableShape): boolean {
  if (!other) return false;
  if (familyOf(column.type) !== 'text') return plainType(column.type) === plainType(other.type);
  return familyOf(other.type) === 'text' && collationOf(column, table) === collationOf(other, referred);
}

/** A column without a collation has that of its table; BINARY is the binary one of its character set. */
function collationOf({ collation, type }: ColumnShape, { options = '' }: TableShape): string | undefined {
  const ofTable = / COLLATE (\S+)/i.exec(options)?.[1]?.toLowerCase();
  if (collation !== undefined) return collation.toLowerCase();
  return / BINARY$/i.test(type) ? `${ofTable?.split('_')[0]}_bin` : ofTable;
}

function hasForeignKeys({ options = '' }: TableShape): boolean {
  return /^ENGINE=InnoDB/i.test(options);
}
