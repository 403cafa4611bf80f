import { familyOf, type TypeFamily } from '../../tables/plain-type';
import { sameSet } from '../../tables/table-shape';
import type { Catalogue, DatabaseSchema } from '../dialect';
import { sqliteStatements } from './changes-of-sqlite';
import { inSchemaTransaction } from './schema-transaction';
import { sqliteShapes } from './shapes-of-sqlite';

/** The triggers, generated columns and defaults of a SQLite database, without the triggers of full-text indexes. */
const VALUES_OF_SQLITE = `SELECT 'trigger' AS kind, tbl_name AS "table", NULL AS "column"
FROM sqlite_master WHERE type = 'trigger'
AND NOT EXISTS (SELECT 1 FROM sqlite_master words WHERE words.type = 'table' AND words.name LIKE '%full_text'
AND sqlite_master.name IN (words.name || '_insert', words.name || '_update', words.name || '_delete'))
UNION ALL
SELECT CASE WHEN c.hidden > 0 THEN 'column' ELSE 'default' END, t.name, c.name
FROM sqlite_master t, pragma_table_xinfo(t.name) c
WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%'
AND (c.hidden > 0 OR (c.dflt_value IS NOT NULL AND UPPER(c.dflt_value) <> 'NULL'))`;

/** Types that are stored alike, since columns are not strictly typed. */
const ALIKE: Readonly<Partial<Record<TypeFamily, string>>> = {
  ...{ text: 'text', instant: 'text', date: 'text', time: 'text' },
  ...{ integer: 'number', decimal: 'number', double: 'number' },
};

const catalogue: Catalogue = {
  table: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?",
  columns: `SELECT t.name AS tableName, c.name AS columnName, NULL AS decimals
FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE t.type IN ('table', 'view') AND LOWER(t.name) IN (:names)
ORDER BY t.name, c.cid`,
  foreignKeys: `SELECT t.name AS "table", f.id AS name, f."from" AS "column",
f."table" AS referredTable, f."to" AS referredColumn, f.on_delete AS onDelete
FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  databaseValues: VALUES_OF_SQLITE,
  // Without virtual tables and their shadow tables.
  tableNames: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT IN ('sqlite_schema', 'sqlite_sequence', 'sqlite_stat1')`,
  columnNames: (table) => `SELECT name FROM pragma_table_xinfo(${table}) WHERE hidden = 0`,
  referredNames: (table) => `SELECT DISTINCT "table" AS name FROM pragma_foreign_key_list(${table})`,
};

export const schema: DatabaseSchema = {
  shapes: sqliteShapes,
  changes: sqliteStatements,
  inTransaction: inSchemaTransaction,
  /** The referred columns must be unique. */
  acceptsKey({ referred: columns }, _, { primaryKey, indexes }) {
    const uniques = indexes.filter(({ isUnique, isSpecial }) => isUnique && !isSpecial);
    return [primaryKey, ...uniques.map((index) => index.columns)].some((unique) => sameSet(unique, columns));
  },
  isUnfit(wanted, stored) {
    const [here, there] = [familyOf(wanted), familyOf(stored)];
    return (ALIKE[here] ?? here) !== (ALIKE[there] ?? there);
  },
  /** Values of any length are stored. */
  loses: (stored, wanted) => (familyOf(stored) === 'bytes') !== (familyOf(wanted) === 'bytes'),
  keysAreRowids: true,
  indexesForeignKeys: false,
  sharesIndexNames: true,
  hasPartialIndexes: true,
  foldsTableNames: true,
  hasComments: false,
  canHaveDefault: () => true,
  optionsOf: () => '',
  ownOptions: '',
  dropIndex: (index) => `DROP INDEX ${index}`,
  restartKeys: ({ literal }) => `DELETE FROM sqlite_sequence WHERE name = ${literal}`,
  catalogue,
  reload: 'SELECT COUNT(*) FROM sqlite_master',
};
