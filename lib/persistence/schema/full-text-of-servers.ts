import { QueryTypes } from 'sequelize';
import { foldedCase } from '../dialects/servers/folded-case';
import { type FullTextColumn, setWordLengths, wordsColumn } from '../models/full-text';
import type { FullTextIndexes } from './full-text-indexes';

/**
 * MariaDB and MySQL: a FULLTEXT index on a generated column with the text in lower case, since a column with a binary
 * collation would be searched case-sensitively.
 */
export const serverIndexes: FullTextIndexes = { readSettings, missing, statements, removal, create };

async function readSettings([first]: readonly FullTextColumn[]): Promise<void> {
  const { model } = first!;
  const [row] = await model.sequelize!.query<{ shortest: number; longest: number }>(LENGTHS, {
    type: QueryTypes.SELECT,
  });
  setWordLengths(model, { shortest: Number(row!.shortest), longest: Number(row!.longest) });
}

const LENGTHS = 'SELECT @@innodb_ft_min_token_size AS shortest, @@innodb_ft_max_token_size AS longest';

async function missing(one: FullTextColumn): Promise<readonly string[]> {
  const words = wordsColumn(one);
  const parts: string[] = [];
  if (!(await exists(one, COLUMN))) parts.push(`the generated column ${words}`);
  if (!(await exists(one, INDEX))) parts.push(`the FULLTEXT index on ${words}`);
  return parts;
}

const COLUMN = `SELECT COLUMN_NAME FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND COLUMN_NAME = :words`;

const INDEX = `SELECT INDEX_NAME FROM information_schema.STATISTICS
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table AND INDEX_TYPE = 'FULLTEXT'
GROUP BY INDEX_NAME HAVING COUNT(*) = 1 AND MAX(COLUMN_NAME) = :words`;

async function exists(one: FullTextColumn, sql: string): Promise<boolean> {
  const replacements = { table: one.table, words: wordsColumn(one) };
  const rows = await one.model.sequelize!.query(sql, { replacements, type: QueryTypes.SELECT });
  return rows.length > 0;
}

async function create(one: FullTextColumn): Promise<void> {
  for (const sql of await statements(one)) await one.model.sequelize!.query(sql);
}

async function statements(one: FullTextColumn): Promise<readonly string[]> {
  const { isMariadb } = one.model.sequelize as unknown as { readonly isMariadb?: boolean };
  const [table, column, words] = [one.table, one.column, wordsColumn(one)].map(quoted);
  const generated = `ALTER TABLE ${table} ADD COLUMN ${words} LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin GENERATED ALWAYS AS (${foldedCase(column!)}) STORED`;
  // Without stop words, which the server leaves out of other indexes.
  const all = isMariadb ? 'SET STATEMENT innodb_ft_enable_stopword = OFF FOR ' : '';
  const index = `${all}ALTER TABLE ${table} ADD FULLTEXT INDEX ${words} (${words})`;
  return [...((await exists(one, COLUMN)) ? [] : [generated]), ...((await exists(one, INDEX)) ? [] : [index])];
}

function removal(one: FullTextColumn): readonly string[] {
  const [table, words] = [one.table, wordsColumn(one)].map(quoted);
  return [`ALTER TABLE ${table} DROP INDEX ${words}`, `ALTER TABLE ${table} DROP COLUMN ${words}`];
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
